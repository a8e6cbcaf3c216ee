// SPDX-License-Identifier: MIT
// node node_json.js FILE COPY: what the legacy store's own engine needs for one load and one save of FILE, without fsync.
const fs = require("fs");
const [file, copy] = process.argv.slice(2);

const text = fs.readFileSync(file, "utf8");
const t0 = process.hrtime.bigint();
const value = JSON.parse(text);
const t1 = process.hrtime.bigint();
fs.writeFileSync(copy, JSON.stringify(value, null, 2));
const t2 = process.hrtime.bigint();

const seconds = (from, to) => (Number(to - from) / 1e9).toFixed(3);
console.log(`parse_s=${seconds(t0, t1)} write_s=${seconds(t1, t2)}`);
