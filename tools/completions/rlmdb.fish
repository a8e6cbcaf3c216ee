# SPDX-License-Identifier: MIT
# Completion of rlmdb for fish: the program says what may come (rlmdb(1), COMPLETION).
function __rlmdb_complete
    set -l typed (commandline -ct)
    set -l before (commandline -opc)
    set -l offers ($before[1] complete -- $before[2..-1] "$typed" 2>/dev/null)
    if test "$offers[1]" = ':files'
        __fish_complete_path "$typed"
    else
        printf '%s\n' $offers
    end
end
complete -c rlmdb -f -a '(__rlmdb_complete)'
