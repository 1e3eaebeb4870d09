"""Writes a few images into data/ in the forms in which MNIST and CIFAR-100 are published. The label of an image says which of its
rows are bright, on noise, so that it can be learned."""
import random
from pathlib import Path

random.seed(1)


def image(label, side, planes):
    rows = [bytes(200 if row % 10 == label % 10 else 0 for _ in range(side)) for row in range(side)]
    noise = random.randbytes(planes * side * side)
    return bytes(bright | one % 64 for bright, one in zip(b"".join(rows) * planes, noise))


def word(number):
    return number.to_bytes(4, "big")


def write_mnist(folder, part, count):
    labels = [random.randrange(10) for _ in range(count)]
    images = b"".join(image(label, side=28, planes=1) for label in labels)
    (folder / f"{part}-labels-idx1-ubyte").write_bytes(word(0x801) + word(count) + bytes(labels))
    (folder / f"{part}-images-idx3-ubyte").write_bytes(word(0x803) + word(count) + word(28) + word(28) + images)


def write_cifar100(folder, part, count):
    labels = [random.randrange(100) for _ in range(count)]
    records = [bytes([label // 5, label]) + image(label, side=32, planes=3) for label in labels]
    (folder / f"{part}.bin").write_bytes(b"".join(records))


digits, cifar = Path("data/MNIST/raw"), Path("data/cifar-100-binary")
for folder in (digits, cifar):
    folder.mkdir(parents=True)
write_mnist(digits, "train", 640)
write_mnist(digits, "t10k", 256)
write_cifar100(cifar, "train", 512)
write_cifar100(cifar, "test", 64)
