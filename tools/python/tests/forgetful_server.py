# SPDX-License-Identifier: MIT
"""`rlmdb serve`, but it dies of the next call where the file FORGET is there: with `done` in it after the call was done
and before it is answered, with `unread` before the call was given on, with `always` so each time.
Usage: forgetful_server.py PROGRAM FORGET
"""

import os
import subprocess
import sys

program, forget = sys.argv[1:]
server = subprocess.Popen([program, "serve"], stdin=subprocess.PIPE, stdout=subprocess.PIPE)
for line in sys.stdin.buffer:
    how = None
    if b'"initialize"' not in line and os.path.exists(forget):
        with open(forget) as file:
            how = file.read()
        if how != "always":
            os.remove(forget)
    if how in ("unread", "always"):
        break
    server.stdin.write(line)
    server.stdin.flush()
    answer = server.stdout.readline()
    if how == "done":
        break
    sys.stdout.buffer.write(answer)
    sys.stdout.buffer.flush()
server.stdin.close()
server.wait()
