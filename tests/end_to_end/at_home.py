"""at_home.py SEED: a sweep of examples/seeds as its line 'at home' says it is run on two cores."""
import re
import sys


def changed(text, change):
    dropped, key, value = change
    if dropped:
        return re.subn(rf"^{dropped}:.*\n(?: .*\n)*", "", text, flags=re.MULTILINE)
    return re.subn(rf"\b{key}: (?:\[.*?\]|\w+)", f"{key}: {value}", text)


def main():
    with open(sys.argv[1]) as file:
        text = file.read()
    line = re.search(r"^# at home, on two cores: (.*)\n", text, re.MULTILINE)
    text = text.replace(line[0], "")
    for change in re.findall(r"no (\w+)|(\w+): (\[.*?\]|\w+)", line[1]):
        text, count = changed(text, change)
        assert count == 1, f"{sys.argv[1]}: {change}: {count} times there"
    print(text, end="")


main()
