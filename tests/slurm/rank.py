"""Says which rank it is, in one write: the ranks of a node may share a pipe."""
import os
import sys

seen = [os.environ.get(name, "-") for name in ("RANK", "WORLD_SIZE", "LOCAL_RANK", "SLURM_NODEID")]
sys.stdout.write("rank {} of {}, local {}, node {} on {}\n".format(*seen, os.uname().nodename))
