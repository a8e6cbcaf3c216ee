# SPDX-License-Identifier: MIT
# Completion of rlmdb for bash: the program says what may come (rlmdb(1), COMPLETION).
_rlmdb() {
  local line word words=()
  COMPREPLY=()
  # Bash takes task:failed for three words, and replaces the last.
  for word in "${COMP_WORDS[@]:1:COMP_CWORD}"; do
    if ((${#words[@]} > 0)) && [[ $word == : || ${words[-1]} == *: ]]; then
      words[-1]+=$word
    else
      words+=("$word")
    fi
  done
  local begun=${words[-1]%"${words[-1]##*:}"}
  while IFS= read -r line; do
    line=${line%%$'\t'*}
    COMPREPLY+=("${line#"$begun"}")
  done < <("$1" complete -- "${words[@]}" 2>/dev/null)
  if [[ ${COMPREPLY[0]-} == :files ]]; then
    COMPREPLY=()
    compopt -o default
  fi
}
complete -F _rlmdb rlmdb
