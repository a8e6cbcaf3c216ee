# SPDX-License-Identifier: MIT
# Completion of rlmdb for bash: the program says what may come (rlmdb(1), COMPLETION).
_rlmdb() {
  local line
  COMPREPLY=()
  while IFS= read -r line; do
    COMPREPLY+=("${line%%$'\t'*}")
  done < <("$1" complete -- "${COMP_WORDS[@]:1:COMP_CWORD}" 2>/dev/null)
  if [[ ${COMPREPLY[0]-} == :files ]]; then
    COMPREPLY=()
    compopt -o default
  fi
}
complete -F _rlmdb rlmdb
