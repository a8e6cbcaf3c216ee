# SPDX-License-Identifier: MIT
# prepare.sh SOURCES: makes the project that documents speak of, in ../base the database and what most lines write,
# in ../kept the many files that few lines write, and in ../bin the programs of others that they call.
mkdir -p ../base ../kept/.aiwg && cd ../base
mkdir -p .aiwg/daemon src/auth
data="$1/data"
sed 's/"task-0000"/"--odd-id"/' "$data/legacy/daemon-tasks.json" >.aiwg/daemon/tasks.json
for kind in rlm ralph ralph-external checkpoints; do cp -r "$data/legacy/$kind" .aiwg; done
cp -r "$data/legacy/trees" .aiwg/rlm
cp -r "$data/grid/interrupted/.grid" .
rlmdb -q adopt >report.md

# What no fixture has: tasks in the states that documents have them in.
rlmdb -q task add 'find the billing bug' --agent reviewer
rlmdb -q task add 'never meant to be there'
rlmdb -q task add 'begun' && rlmdb -q task start task-0015
rlmdb -q task add 'for a coder' --agent coder
rlmdb -q task add 'taken apart' --new-tree --merge-strategy concatenate && rlmdb -q task start task-0017
for part in 18 19; do
  rlmdb -q task add "part $part" --parent task-0017
  rlmdb -q task start "task-00$part" && rlmdb -q task complete "task-00$part" --result yes
done
rlmdb -q task add 'claimed' && rlmdb -q claim task-0020 >claim
rlmdb -q var set draft '"first"' --task task-0001
echo 'first notes' | rlmdb -q var set notes --text --task task-0001
rlmdb -q var set settings '{"model": "small"}' --task task-0004
rlmdb -q var set topic '"parser"' --session sess-1
rlmdb -q checkpoint create before --task task-0001 | cut -f1 >checkpoint
echo 'let a;' >src/a.ts
echo 'let login;' >src/auth/login.ts
rlmdb -q loop abort ralph-fix-tests-a1b2c3d4
rlmdb -q loop start 'Fix all tests' --completion 'they pass' --id ralph-made
rlmdb -q loop record ralph-made '{"quality_score": 60}'
rlmdb -q loop pattern ralph-made '{"pattern_id": "LP-001"}'
rlmdb -q checkpoint create --loop ralph-made --artifact src/auth/login.ts --keep-artifacts

# The files say what the database says; of two more missions one has failed, and of one the session died.
rlmdb -q export --format project -o .
rlmdb -q adopt >report.md
rm -r .aiwg.before-adopt-* .grid.before-adopt-*
for mission in failure session-death; do mkdir $mission && cp -r "$data/grid/$mission/.grid" $mission; done

for copy in tasks.json a.json b.json tasks.json.bak; do cp .aiwg/daemon/tasks.json "$copy"; done
echo '{"quality_score": 80}' >breakdown.json
echo '{"regression_type": "test_deletion", "severity": "high"}' >regression.json
echo '{"title": "from elsewhere", "priority": 1}' >issues.json
echo '{"prompt": "one"}' >new-tasks.ndjson
echo '{"answer": 42}' >answer.json
echo 'some notes' >notes.md
printf hunter22 >secret.txt
rlmdb -q recover --plan plan.json

mv .aiwg/rlm .aiwg/ralph .aiwg/ralph-external .aiwg/checkpoints ../kept/.aiwg
mv .grid failure session-death ../kept

program() {
  printf '#!/bin/sh\n%s\n' "$2" >"../bin/$1"
  chmod 700 "../bin/$1"
}
program agent 'cat >/dev/null; case $1 in --json) echo "{\"result\": \"found\"}" ;; *) echo found ;; esac'
program git 'echo 0123456789abcdef0123456789abcdef01234567'
program less 'exec cat "$@"'
program make 'echo made'
program pass 'cat secret.txt'
program systemd-run 'while [ "$1" != rlmdb ]; do shift; done; exec "$@"'
cp ../bin/agent agent
# It prints at once, as on a terminal; where there is none something else does.
if jq=$(command -v jq); then program jq "exec $jq --unbuffered \"\$@\""; else program jq 'echo "{\"prompt\": 1}"; cat >/dev/null'; fi
