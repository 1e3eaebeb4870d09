"""The end of a rank."""
import os
import sys

import torch.distributed as dist


def leave():
    """Without the interpreter's own end, in which threads of PyTorch 2.11 for Gloo now and then abort a rank that has done its work."""
    dist.destroy_process_group()
    sys.stdout.flush()
    os._exit(0)
