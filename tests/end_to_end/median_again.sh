#!/bin/bash
# A referee recomputes: the median that the report prints, from the event lines alone, with other tools.
# shellcheck source=tests/end_to_end/expect.bash
source "$(dirname "${BASH_SOURCE[0]}")/expect.bash"
write_quick_sweep
sed -i 's/^scales: .*/scales: [1cpu]/; s/^repeats: .*/repeats: 1/' quick.yaml
expect_exit 0 "$SCALEGEN" sweep quick.yaml
expect_exit 0 "$SCALEGEN" report quick-local --format json
python3 - out quick-local/runs/1cpu-r1/1/metrics.jsonl <<'PYTHON' || fail "the report's figure is not that of the event lines" "$(cat out)"
import json, sys
report = json.load(open(sys.argv[1]))
steps = [e for e in map(json.loads, open(sys.argv[2])) if e["event"] == "step"]
run = report["tables"][0]["points"][0]["runs"][0]
window = steps[run["window"]["warm_up_steps"]:]
again = sum(s["samples"] for s in window) / sum(s["seconds"] for s in window)
assert abs(run["value"] / again - 1) < 1e-9, (run, again)
PYTHON
