#!/bin/bash
# A table that a site published, and what it does not say.
# shellcheck source=tests/end_to_end/expect.bash
source "$(dirname "${BASH_SOURCE[0]}")/expect.bash"
printf 'rung,seconds\ncpu,192.25\n1gpu,73.48\n2gpu,42.06\n2x2gpu,25.61\n' >cyclone.csv
expect_exit 0 "$SCALEGEN" report cyclone.csv --baseline 1gpu --verbose
expect_line out "0.38x (2.62x slower)"
expect_line out "1 (baseline)"
expect_line out "1.75x"
expect_line out "87.4 %"
expect_line out "2.87x"
expect_line out "71.7 %"
expect_line out "not checked"

# The same from a spreadsheet, through a pipe: a rate, its header behind a #, and a column that means nothing here.
printf '# GPUs;Tokens_per_s;loss\n1;1000;2.5\n2;1900;2.4\n' >spreadsheet.csv
expect_exit 0 "$SCALEGEN" report - <spreadsheet.csv
expect_line out "standard input · imported Tokens/s · 1 run a rung"
expect_line out "1.90x"
expect_line out "95.0 %"
expect_line out "columns not read: 'loss'"
