#!/bin/bash
# A table from a spreadsheet, through a pipe: a rate, its header behind a #, and a column that means nothing here.
# shellcheck source=tests/end_to_end/expect.bash
source "$(dirname "${BASH_SOURCE[0]}")/expect.bash"
printf '# GPUs;Tokens_per_s;loss\n1;1000;2.5\n2;1900;2.4\n' >spreadsheet.csv
expect_exit 0 "$SCALEGEN" report - <spreadsheet.csv
expect_line out "standard input · imported Tokens/s · 1 run a rung"
expect_line out "1.90x"
expect_line out "95.0 %"
expect_line out "columns not read: 'loss'"
