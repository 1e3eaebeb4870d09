#!/bin/bash
# Job scripts of a person's own: what is found, in which form, and the exit status.
# shellcheck source=tests/end_to_end/expect.bash
source "$(dirname "${BASH_SOURCE[0]}")/expect.bash"

printf '#!/bin/bash\n#SBATCH -N1 --time=2h\nhostname\n' >bad.sh
printf '#!/bin/bash\n#SBATCH -N1\n##SBATCH -n2\nhostname\n' >noted.sh
printf '#!/bin/bash\n#SBATCH -N1\nhostname\n' >good.sh
printf '#!/usr/bin/env python3\n#SBATCH -N1\nopen("ran", "w")\n' >program.py
chmod +x ./*.sh program.py
finding="bad.sh:2:13: error: sbatch refuses '2h' as the value of --time [malformed-value]
    2 | #SBATCH -N1 --time=2h
      |             ^
      = hint: write --time=02:00:00"

expect_exit 0 "$SCALEGEN" lint good.sh noted.sh
expect_text out "noted.sh:3:1: note: sbatch takes '##SBATCH' for a comment, and -n does not count [misspelt-mark]
    3 | ##SBATCH -n2
      | ^
      = hint: a directive begins with #SBATCH in the first column
2 files: 0 errors, 0 warnings, 1 note"
[[ ! -s err ]] || fail 'nothing is skipped' "$(cat err)"

expect_exit 1 "$SCALEGEN" lint good.sh bad.sh program.py
expect_text out "$finding
3 files: 1 error, 0 warnings, 0 notes"
expect_text err "note: of 'program.py' only the directives are judged: it is for python3"
[[ ! -e ran ]] || fail 'a script was run'

expect_exit 1 "$SCALEGEN" lint - <bad.sh
expect_text out "${finding/bad.sh/standard input}
1 file: 1 error, 0 warnings, 0 notes"

expect_exit 1 "$SCALEGEN" lint bad.sh --format json
expect_text out '{
  "scalegen_lint": 1,
  "files": [
    {
      "file": "bad.sh",
      "findings": [
        {
          "rule": "malformed-value",
          "severity": "error",
          "line": 2,
          "column": 13,
          "message": "sbatch refuses '"'2h'"' as the value of --time",
          "hint": "write --time=02:00:00"
        }
      ]
    }
  ]
}'

mv bad.sh 'a,b:100%.sh'
expect_exit 1 "$SCALEGEN" lint 'a,b:100%.sh' --format github
expect_text out "::error file=a%2Cb%3A100%25.sh,line=2,col=13,title=malformed-value::sbatch refuses '2h' as the value of --time (write --time=02:00:00)"

printf '#!/bin/bash\n#SBATCH --time=\xff\x1b[31m\n' >bytes.sh
expect_exit 1 "$SCALEGEN" lint bytes.sh --format github
expect_text out "::error file=bytes.sh,line=2,col=9,title=malformed-value::sbatch refuses '??[31m' as the value of --time (expected minutes, hours:minutes:seconds or days-hours:minutes:seconds)"

# The rest is judged all the same.
expect_exit 2 "$SCALEGEN" lint missing.sh . 'a,b:100%.sh'
expect_line err "error: cannot read 'missing.sh': No such file or directory"
expect_line err "error: cannot read '.': Is a directory"
expect_line out '3 files: 1 error, 0 warnings, 0 notes'

expect_exit 2 "$SCALEGEN" lint
expect_line err 'lint needs a FILE'
expect_exit 2 "$SCALEGEN" lint good.sh --format html
expect_line err "'html' is none of text, json, github"
expect_exit 2 "$SCALEGEN" lint good.sh --cluster nowhere
expect_exit 0 "$SCALEGEN" lint good.sh --cluster generic
expect_exit 0 "$SCALEGEN" lint --explain export-list
expect_line out 'export-list: The list of --export has no blanks.'

# What no person wrote: read, or named and skipped.
printf '#!/bin/bash\r\n#SBATCH -N1\r\nhostname\r\n' >windows.sh
: >empty.sh
expect_exit 1 "$SCALEGEN" lint windows.sh empty.sh
expect_line out '2 files: 1 error, 0 warnings, 0 notes; 1 skipped'
expect_line err "'empty.sh' is skipped: it is empty"
