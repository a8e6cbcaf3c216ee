// SPDX-License-Identifier: MIT
#include <fmt/format.h>

#include <string>

#include "format/state_look.hpp"
#include "reports/report_html_parts.hpp"

namespace rlmdb::cli {

namespace {

constexpr std::string_view k_css = R"css(
:root { color-scheme: light dark; --paper: #ffffff; --ink: #1f2328; --soft: #59636e; --line: #d1d9e0;
  --panel: #f6f8fa; --edge: #59636e; --grid: #e4e8ec; --bad: #b4232f;
/*colours*/ }
@media screen and (prefers-color-scheme: dark) {
  :root { --paper: #0f1318; --ink: #e6eaee; --soft: #a3adb8; --line: #363f49; --panel: #181e25; --edge: #a3adb8;
    --grid: #262e37; --bad: #ff9aa5; }
}
* { box-sizing: border-box; }
body { margin: 0; background: var(--paper); color: var(--ink);
  font: 16px/1.5 system-ui, -apple-system, "Segoe UI", sans-serif; overflow-wrap: anywhere; }
main { max-width: 72rem; margin: 0 auto; padding: 1.5rem 1.25rem 4rem; }
h1 { font-size: 1.6rem; line-height: 1.25; margin: 0 0 .75rem; }
h2 { font-size: 1.2rem; margin: 2.25rem 0 .75rem; padding-bottom: .3rem; border-bottom: 1px solid var(--line); }
code, pre { font-family: ui-monospace, "SF Mono", Consolas, "DejaVu Sans Mono", monospace; font-size: .875em; }
blockquote { margin: 0 0 1rem; padding: .1rem 0 .1rem 1rem; border-left: 4px solid var(--line); color: var(--soft); }
blockquote p { margin: .3rem 0; }
pre { background: var(--panel); border: 1px solid var(--line); border-radius: 6px; padding: .6rem .8rem; margin: .5rem 0;
  white-space: pre-wrap; overflow-wrap: anywhere; }
.soft { color: var(--soft); }
.note { color: var(--soft); font-style: italic; margin: .6rem 0 0; }
.headline { font-size: 1.1rem; font-weight: 600; margin: 0 0 .5rem; }
.whole { display: flex; height: .9rem; border: 1px solid var(--edge); border-radius: 4px; overflow: hidden; }
.whole span { background: var(--fill); min-width: 2px; }
.whole span + span { border-left: 1px solid var(--edge); }
dl { display: grid; grid-template-columns: max-content 1fr; gap: .15rem 1.25rem; margin: 1rem 0 0; }
dt { color: var(--soft); } dd { margin: 0; }
/*classes*/
.state { display: inline-block; background: var(--fill); color: #000000; border: 1px solid var(--edge); border-radius: 1em;
  padding: 0 .6em; font-size: .8rem; line-height: 1.5; }
/*dashed*/ { border-style: dashed; }
.failures { list-style: none; margin: 0; padding: 0; }
.failures > li { border-left: 4px solid var(--failed); padding: .1rem 0 .1rem .9rem; margin: 0 0 1.1rem; }
.failures p { margin: .2rem 0; }
.bad h2 { color: var(--bad); }
table { width: 100%; border-collapse: collapse; table-layout: fixed; }
th, td { text-align: left; vertical-align: top; padding: .3rem .8rem .3rem 0; border-bottom: 1px solid var(--line); }
th:last-child, td:last-child { padding-right: 0; }
thead th { color: var(--soft); font-weight: 600; font-size: .85rem; }
tbody th { font-weight: 400; }
tfoot th, tfoot td { font-weight: 600; border-bottom: 0; }
.scroll { overflow-x: auto; }
.costs { table-layout: auto; } .costs .drawn { width: 26%; } .costs td { white-space: nowrap; }
.number { text-align: right; font-variant-numeric: tabular-nums; }
.time .who { width: 38%; } .time .took { width: 6.5rem; }
.waits th:first-child { width: 26%; }
.time td, .time th { font-size: .875rem; }
.axis { display: flex; justify-content: space-between; gap: .5rem; }
.track { position: relative; height: 1.1rem; margin-top: .15rem;
  background: linear-gradient(90deg, var(--grid) 1px, transparent 1px) 0 0 / 25% 100%; border-right: 1px solid var(--grid); }
.bar { position: absolute; top: 0; bottom: 0; min-width: 3px; background: var(--fill); border: 1px solid var(--edge);
  border-radius: 3px; }
.bar.open { border-right: 0; border-radius: 3px 0 0 3px; background: linear-gradient(90deg, var(--fill) 55%, transparent); }
.share { background: var(--running); border: 1px solid var(--edge); border-radius: 3px; height: 1.1rem; min-width: 1px; margin-top: .15rem; }
.tree, .tree ul { list-style: none; margin: 0; padding: 0; }
.tree ul { padding-left: 1.1rem; margin-left: .35rem; border-left: 1px solid var(--line); }
.tree li { padding: .2rem 0; }
.tree summary { cursor: pointer; }
.tree li > p { margin: 0; padding-left: 1.05rem; }
.tree > li > p { padding-left: 0; }
footer { margin-top: 3rem; color: var(--soft); font-size: .85rem; }
.unseen { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); white-space: nowrap; }
@media (max-width: 40rem) {
  main { padding: 1rem .8rem 3rem; }
  dl { grid-template-columns: 1fr; } dd { margin-bottom: .4rem; }
  .time tr { display: grid; grid-template-columns: 1fr 5rem; }
  .time .who { display: none; } .time .took { width: auto; } .time td, .time th { padding-right: 0; } .time .number { padding-left: .6rem; }
  .time tbody th { grid-column: 1 / -1; border: 0; padding-bottom: 0; }
  .costs { font-size: .875rem; } .costs .drawn { display: none; }
  .waits thead { display: none; } .waits td, .waits th, .waits th:first-child { display: block; width: auto; border: 0; padding: 0; }
  .waits tr { display: block; padding: .5rem 0; border-bottom: 1px solid var(--line); }
}
@media print {
  body { font-size: 10pt; } main { max-width: none; padding: 0; }
  .state, .bar, .share, .whole span, .track { print-color-adjust: exact; -webkit-print-color-adjust: exact; }
  h2 { break-after: avoid; } tr, .failures > li, .tree summary { break-inside: avoid; }
}
)css";

void fill_in(std::string& style, std::string_view mark, const std::string& text) {
  style.replace(style.find(mark), mark.size(), text);
}

/// With the colours of the states.
std::string style_with_states() {
  std::string colours;
  std::string classes;
  std::string dashed;
  for (const StateLook& look : state_looks()) {
    colours += fmt::format(" --{}: {};", look.class_name, look.fill);
    classes += fmt::format(".{0} {{ --fill: var(--{0}); }}\n", look.class_name);
    if (look.is_dashed) dashed += fmt::format("{}.{}.state", dashed.empty() ? "" : ", ", look.class_name);
  }
  std::string style(k_css);
  fill_in(style, "/*colours*/", colours.substr(1));
  fill_in(style, "/*classes*/\n", classes);
  fill_in(style, "/*dashed*/", dashed);
  return style;
}

}  // namespace

std::string_view report_style() {
  static const std::string k_style = style_with_states();
  return k_style;
}

}  // namespace rlmdb::cli
