"""docs_commands.py on a page with each mistake that it is there to find."""
import sys

from docs_commands import checked

PAGE = """# Mistakes

    $ cat table.csv
    rung,seconds
    1gpu,100
    $ cat table.csv
    rung,seconds
    1gpu,101
    $ cat table.csv
    rung,seconds
    1gpu,100

A figure that nobody printed, a command that fails, and one that is not there:

    rung  ranks
    1gpu  1

and

    scalegen report none.csv

```
frobnicate --all
```

    key: [no, command]

- a list
  - whose item goes
    on in a line
"""

EXPECTED = """\
page.md:6: 'cat table.csv' does not print what the page shows (SCALEGEN_UPDATE_GOLDEN=1 writes it there), but
rung,seconds
1gpu,100
page.md:15: 'rung  ranks' does not begin with a program. \
A command that cannot run in a test stands in COMMANDS of docs_elsewhere.py, an output without its command in OUTPUTS
page.md:20: 'scalegen report none.csv' ended with 2: error: there is no 'none.csv'

page.md:23: 'frobnicate --all' does not begin with a program. \
A command that cannot run in a test stands in COMMANDS of docs_elsewhere.py, an output without its command in OUTPUTS"""


def main():
    page = checked("page.md", PAGE)
    found = "\n".join(page.wrong)
    if (found, page.ran) == (EXPECTED, 4):
        return 0
    print(f"{page.ran} commands ran, and what was found is\n{found}", file=sys.stderr)
    return 1


if __name__ == "__main__":
    sys.exit(main())
