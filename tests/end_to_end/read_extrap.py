# read_extrap.py FILE: what Extra-P's own text reader finds in a file, a line for each value.
import sys
from importlib.abc import Loader, MetaPathFinder
from importlib.machinery import ModuleSpec
from unittest.mock import MagicMock


class Unused(MetaPathFinder, Loader):
    """Stands for what Extra-P draws and models with: its reader needs none of it, and it is large."""

    def find_spec(self, name, path=None, target=None):
        if name.split(".")[0] in ("matplotlib", "sklearn", "PySide6"):
            return ModuleSpec(name, self, is_package=True)
        return None

    def create_module(self, spec):
        module = MagicMock(name=spec.name)
        module.__path__ = []
        module.__spec__ = spec
        return module

    def exec_module(self, module):
        pass


sys.meta_path.insert(0, Unused())
from extrap.fileio.file_reader.text_file_reader import TextFileReader  # noqa: E402

reader = TextFileReader()
reader.keep_values = True
experiment = reader.read_experiment(sys.argv[1])
print("parameters", *[p.name for p in experiment.parameters])
print("points", *[c[0] for c in experiment.coordinates])
for (callpath, metric), measurements in experiment.measurements.items():
    for m in measurements:
        values = " ".join(f"{v:.6g}" for v in m.values)
        print(f"{callpath.name} | {metric.name} | {m.coordinate[0]:g} | {values}")
