"""pack_images.py FOLDER: makes of images the two files that scalegen-train reads as the set tiny_imagenet.

FOLDER/train and FOLDER/val have a folder for each of at most 200 classes, numbered in the order of their names. Of
Stanford's tiny-imagenet-200 val/val_annotations.txt says the classes. Images become 64 x 64 pixels. Needs Pillow (Debian:
python3-pil).
"""
import sys
from pathlib import Path

from PIL import Image


def record(label, path):
    """The label, then red, green and blue, row by row."""
    image = Image.open(path).convert("RGB").resize((64, 64))
    return bytes([label]) + b"".join(channel.tobytes() for channel in image.split())


def images_of(folder, labels):
    listed = folder / "val_annotations.txt"
    if listed.exists():
        lines = [line.split() for line in listed.read_text().splitlines()]
        return [(labels[name], folder / "images" / image) for image, name, *_ in lines]
    return [(label, path) for name, label in labels.items() for path in sorted((folder / name).rglob("*"))
            if path.suffix.lower() in Image.registered_extensions()]


root = Path(sys.argv[1])
classes = sorted(path.name for path in (root / "train").iterdir() if path.is_dir())
if len(classes) > 200:
    sys.exit(f"pack_images.py: '{root}/train' has {len(classes)} classes, and 200 are the most")
for part in ("train", "val"):
    images = images_of(root / part, {name: label for label, name in enumerate(classes)})
    packed = root / f"tiny-imagenet-{part}.bin"
    with open(f"{packed}.unfinished", "wb") as file:
        file.writelines(record(*image) for image in images)
    Path(file.name).rename(packed)
    print(f"{packed}: {len(images)} images")
