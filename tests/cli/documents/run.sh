# SPDX-License-Identifier: MIT
# run.sh N: runs lines/N/line.sh in a copy of the project, and leaves its output and its exit status beside it.
# The next line with the same SLOT has the copy as it was made: what is kept is copied again where a line changed it.
kept='.aiwg/rlm .aiwg/ralph .aiwg/ralph-external .aiwg/checkpoints .grid failure session-death'
line=$PWD/$1
place=$PWD/../place$SLOT
[ -e "$place" ] || cp -a ../kept "$place"
cp -a ../base/. "$place" && cd "$place" && touch "$line/begun" && mkdir -m 700 "$line/run" || exit
export XDG_RUNTIME_DIR="$line/run"

# Each is a group of processes of its own. (`timeout` makes one as well, but a signal right behind its fork ends it
# alone.)
set -m
if [ -e "$line/goes_on" ]; then
  mkfifo "$line/pipe"
  bash -o pipefail "$line/line.sh" </dev/null >"$line/pipe" 2>&1 &
else
  bash -o pipefail "$line/line.sh" </dev/null >"$line/out" 2>"$line/error" &
fi
job=$!
{ sleep 60; kill -s KILL -- -$job; } >/dev/null 2>&1 &
limit=$!
disown $limit
if [ -e "$line/goes_on" ]; then
  { read -r first && kill -- -$job 2>/dev/null; echo "$first"; cat; } <"$line/pipe" >"$line/error"
fi
wait $job
echo $? >"$line/exit"
# What it left in the background, too.
kill -s KILL -- -$job 2>/dev/null
kill -- -$limit

if [ -n "$(find .aiwg -maxdepth 0 -newer "$line/begun"; find $kept -newer "$line/begun" 2>&1)" ]; then
  rm -rf "$place"
else
  rm -rf .aiwg/daemon
  find . -mindepth 1 -maxdepth 1 ! -name .aiwg ! -name .grid ! -name failure ! -name session-death -exec rm -rf {} +
fi
