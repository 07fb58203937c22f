# SPDX-License-Identifier: Apache-2.0
"""Compares the tokeniser with scikit-learn's CountVectorizer and with Python's own decoder.

    /usr/bin/python3 tokens.py PATH/TO/peer_tokens [SEED]

First every code point that this Python knows, in the contexts that matter, with each kind of token; then
random texts over alphabets chosen to be nasty; then random bytes. Code points that this Python's Unicode
data does not know (category Cn) are left out: utf8proc may be newer. Exits with 1 at the first difference.
"""
import json
import random
import subprocess
import sys
import unicodedata

try:
    from sklearn.feature_extraction.text import CountVectorizer
except ImportError:
    print("scikit-learn is not installed")
    sys.exit(77)

KINDS = ("unicode", "ascii", "space", "characters")
A_TO_Z = {c: c + 32 for c in range(ord("A"), ord("Z") + 1)}
KNOWN = [chr(c) for c in range(0x110000) if unicodedata.category(chr(c)) not in ("Cn", "Cs")]


def analyzer(kind, min_n, max_n):
    options = {
        "unicode": {},
        "ascii": {"preprocessor": lambda t: t.translate(A_TO_Z), "token_pattern": "[a-z0-9]+"},
        "space": {"lowercase": False, "tokenizer": str.split, "token_pattern": None},
        "characters": {"lowercase": False, "analyzer": "char"},
    }[kind]
    return CountVectorizer(ngram_range=(min_n, max_n), **options).build_analyzer()


def of_category(*prefixes):
    return [c for c in KNOWN if unicodedata.category(c).startswith(prefixes)]


def alphabets():
    letters = list("abcXYZ")
    white = [c for c in KNOWN if c.isspace()]
    numeric = [c for c in KNOWN if c.isnumeric()]
    cased = [c for c in KNOWN if c.lower() != c or c.upper() != c]
    sigma = list("ΣΣΣσςΑα'.:·’ʰª_1 -\u0301\u00ad\u200dⒶⅧ") + ["\u02b0", "\U0001f130"]
    return {
        "ascii": [chr(c) for c in range(128)],
        "words": letters + list("019_ ,.'-"),
        "sigmas": sigma,
        "sigmas among all": sigma * 20 + random.sample(KNOWN, 300),
        "Turkish": list("Iİıi̇\u0307AZ _"),
        "marks": of_category("M") + letters * 300,
        "numbers": numeric + list("a_ ") * 100,
        "CJK numerals": [c for c in numeric if unicodedata.category(c) == "Lo"] + list(" 、〇一"),
        "white space": white * 2 + letters,
        "case": cased + list(" ΣΣ'") * 50,
        "no letters but cased": of_category("So", "Nl", "Lm", "Sk", "Cf") + list("ΣAa ") * 300,
        "basic plane": [c for c in KNOWN if c < "\U00010000"],
        "other planes": [c for c in KNOWN if c >= "\U00010000"],
        "all": KNOWN,
    }


def exhaustive():
    """Every code point inside a word, alone and doubled, and on each side of a sigma."""
    for begin in range(0, len(KNOWN), 512):
        points = KNOWN[begin : begin + 512]
        for kind in KINDS:
            yield kind, 1, 1, "\n".join(f"xy{c}z{c}{c}w" for c in points)
        yield "unicode", 1, 1, "\n".join(f"AΣ{c} {c}Σ A{c}Σ AΣ{c}A" for c in points)


def random_texts(per_alphabet):
    for alphabet in alphabets().values():
        for _ in range(per_alphabet):
            min_n = random.choice((1, 1, 1, 2, 3))
            text = "".join(random.choices(alphabet, k=random.choice((0, 1, 2, 3, 10, 40, 200))))
            yield random.choice(KINDS), min_n, min_n + random.choice((0, 0, 1, 3)), text


def random_bytes(count):
    """Bytes from the bounds of table 3-7, often in nearly well-formed order."""
    leads = b"A az\x7F\xC0\xC1\xC2\xDF\xE0\xE1\xED\xEF\xF0\xF1\xF4\xF5\xFF"
    tails = b"\x80\x8F\x90\x9F\xA0\xBF"
    for _ in range(count):
        data = random.choices(leads + tails * 4, k=random.randrange(30))
        yield random.choice(KINDS), 1, random.choice((1, 2)), bytes(data)


def request(kind, min_n, max_n, text):
    payload = {"hex": text.hex()} if isinstance(text, bytes) else {"text": text}
    return json.dumps({"tokens": kind, "min_n": min_n, "max_n": max_n, **payload})


def expected(kind, min_n, max_n, text, known={}):
    key = kind, min_n, max_n
    if key not in known:
        known[key] = analyzer(*key)
    return known[key](text.decode("utf-8", "replace") if isinstance(text, bytes) else text)


def report(case, ours, theirs):
    differ = (i for i, (a, b) in enumerate(zip(ours, theirs)) if a != b)
    at = next(differ, min(len(ours), len(theirs)))
    print(f"{case[:3]} {ascii(case[3])[:2000]}")
    print(f"token {at}: ours {ascii(ours[at : at + 1])}, expected {ascii(theirs[at : at + 1])}")


def compare(program, cases):
    lines = "".join(request(*case) + "\n" for case in cases)
    done = subprocess.run([program], input=lines, capture_output=True, encoding="utf-8", check=True)
    answers = done.stdout.split("\n")[:-1]
    assert len(answers) == len(cases), f"{len(answers)} answers to {len(cases)} texts"
    for case, answer in zip(cases, answers):
        ours, theirs = json.loads(answer), expected(*case)
        if ours != theirs:
            report(case, ours, theirs)
            sys.exit(1)
    return len(cases)


def main():
    seed = int(sys.argv[2]) if len(sys.argv) > 2 else 1
    random.seed(seed)
    total = 0
    for cases in (exhaustive(), random_texts(800), random_bytes(4000)):
        total += compare(sys.argv[1], list(cases))
    print(f"all {len(KNOWN)} code points of Unicode {unicodedata.unidata_version} tried, seed {seed}")
    print(f"{total} texts compared")


if __name__ == "__main__":
    main()
