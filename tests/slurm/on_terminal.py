"""on_terminal.py QUESTION ANSWER COMMAND...: gives a command a terminal of its own, types ANSWER and a return when QUESTION stands there
last, or the end of the file where ANSWER is empty, and prints what the terminal shows. Its status is the command's."""
import os
import pty
import sys

question, answer = sys.argv[1].encode(), sys.argv[2].encode()
end_of_file = b"\x04"  # as a terminal knows it
pid, terminal = pty.fork()
if pid == 0:
    os.execvp(sys.argv[3], sys.argv[3:])
shown = b""
told = 0


def tell(begin):
    end = len(shown) - shown.endswith(b"\r")  # a new line may be on its way
    sys.stdout.buffer.write(shown[begin:end].replace(b"\r\n", b"\n"))
    sys.stdout.flush()
    return end


asked = False
while True:
    try:
        more = os.read(terminal, 4096)
    except OSError:  # its last user has gone
        break
    if not more:
        break
    shown += more
    told = tell(told)
    if not asked and shown.endswith(question):
        asked = True
        os.write(terminal, answer + b"\n" if answer else end_of_file)
_, status = os.waitpid(pid, 0)
sys.exit(os.waitstatus_to_exitcode(status))
