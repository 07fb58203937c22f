# SPDX-License-Identifier: Apache-2.0
"""Compares the tokeniser with scikit-learn's CountVectorizer, Python's own decoder and re, and Snowball.

    /usr/bin/python3 tokens.py PATH/TO/peer_tokens [SEED]

First every code point that this Python knows, in the contexts that matter, with each kind of token; then
random texts over alphabets chosen to be nasty, with random options; then random bytes; then the words of the
texts in every language that both can stem. Code points that this Python's Unicode data does not know (category
Cn) are left out: utf8proc may be newer. Exits with 1 at the first difference.
"""
import json
import random
import re
import subprocess
import sys
import unicodedata

try:
    from sklearn.feature_extraction.text import CountVectorizer
    import snowballstemmer
except ImportError as error:
    print(f"not installed: {error.name}")
    sys.exit(77)

WORDS = ("unicode", "ascii", "space", "pattern")
KINDS = WORDS + ("characters", "inside_words")
PATTERNS = (r"(?u)\b\w\w+\b", r"\w+", r"[^\W\d_]+", r"(?:[a-z]|é)+", r"\S+", r"#(\w+)", r"(?=(\w\w))", r"\b\w", r"\d+|[^\d\W]+",
            r"[a-z]*", r"|a+", r"(?i)x?([a-h0-9]?)", r"\w+(?:['.-]\w+)*", r"a|(b)", r".", r"^\w+|\w+$", r"(?<=a)\w+",
            r"[Α-ω]+", r"(?s).{3}", r"(\w)\B")
A_TO_Z = {c: c + 32 for c in range(ord("A"), ord("Z") + 1)}
KNOWN = [chr(c) for c in range(0x110000) if unicodedata.category(chr(c)) not in ("Cn", "Cs")]
# White space to Python and not to PCRE.
NOT_WHITE = "\x1c\x1d\x1e\x1f"


def options(tokens, min_n=1, max_n=1, **more):
    return {"tokens": tokens, "min_n": min_n, "max_n": max_n, **more}


def lowered(o):
    usual = o["tokens"] in ("unicode", "ascii", "pattern")
    return {"lower": True, "keep": False}.get(o.get("case"), usual)


def folded(text):
    return re.sub(r"\d+", "0", text)


def non_empty(tokenizer):
    return lambda text: [token for token in tokenizer(text) if token]


def word_tokenizer(o):
    """From a text to its words, by scikit-learn where it has them: cut, folded, stopped, stemmed."""
    cut = {
        "unicode": CountVectorizer().build_tokenizer(),
        "ascii": re.compile("[A-Za-z0-9]+").findall,
        "space": str.split,
        "pattern": non_empty(CountVectorizer(token_pattern=o.get("pattern", "x")).build_tokenizer()),
    }[o["tokens"]]
    fold = folded if o.get("fold_numbers") else str
    stem = snowballstemmer.stemmer(o["stem"]).stemWord if o.get("stem") else str
    lines = o.get("stop_words", ())
    stop = {fold(w).lower() for line in lines for w in cut(lower(o)(line))} | {line.lower() for line in lines}
    words = lambda text: (fold(word) for word in cut(text))
    return lambda text: [stem(word) for word in words(text) if word.lower() not in stop]


def lower(o):
    if not lowered(o):
        return str
    return (lambda text: text.translate(A_TO_Z)) if o["tokens"] == "ascii" else str.lower


def analyzer(o):
    ngrams = {"ngram_range": (o["min_n"], o["max_n"])}
    if o["tokens"] in ("characters", "inside_words"):
        # Folding goes first there, and scikit-learn's own lower-casing before it.
        fold = folded if o.get("fold_numbers") else str
        kind = {"characters": "char", "inside_words": "char_wb"}[o["tokens"]]
        inner = CountVectorizer(lowercase=False, analyzer=kind, **ngrams).build_analyzer()
        plain = CountVectorizer(lowercase=lowered(o), analyzer=kind, **ngrams)
        return (lambda text: inner(fold(lower(o)(text)))) if o.get("fold_numbers") else plain.build_analyzer()
    if o["tokens"] == "unicode" and o.keys() == {"tokens", "min_n", "max_n"}:
        return CountVectorizer(**ngrams).build_analyzer()
    return CountVectorizer(preprocessor=lower(o), tokenizer=word_tokenizer(o), token_pattern=None,
                           **ngrams).build_analyzer()


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
        "digits": of_category("Nd") + list("0123456789 a") * 40,
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
        among = "\n".join(f"xy{c}z{c}{c}w" for c in points)
        for kind in ("unicode", "ascii", "space", "characters", "inside_words"):
            yield options(kind), among
        for pattern in (r"\w+", r"\d+", r"\b."):
            yield options("pattern", pattern=pattern), among
        for case in ("keep", "lower"):
            yield options("inside_words", 2, 2, case=case), among
        yield options("unicode", fold_numbers=True), among
        yield options("unicode"), "\n".join(f"AΣ{c} {c}Σ A{c}Σ AΣ{c}A" for c in points)


def random_options(text):
    min_n = random.choice((1, 1, 1, 2, 3))
    out = options(random.choice(KINDS), min_n, min_n + random.choice((0, 0, 1, 3)))
    if out["tokens"] == "pattern":
        out["pattern"] = random.choice(PATTERNS)
    if random.random() < 0.5:
        return out
    out["case"] = random.choice(("keep", "lower"))
    out["fold_numbers"] = random.random() < 0.5
    if out["tokens"] in WORDS and random.random() < 0.5:
        out["stop_words"] = sorted(set(random.choices(re.split(r"\s+", text.strip()) + ["ab", "42"], k=3)) - {""})
    if out["tokens"] in WORDS and random.random() < 0.3:
        out["stem"] = "english"
    return out


def random_texts(per_alphabet):
    for alphabet in alphabets().values():
        for _ in range(per_alphabet):
            text = "".join(random.choices(alphabet, k=random.choice((0, 1, 2, 3, 10, 40, 200))))
            o = random_options(text)
            if o["tokens"] == "pattern" and r"\S" in o["pattern"]:
                text = text.translate({ord(c): " " for c in NOT_WHITE})
            if o.get("stem"):
                text = text.translate({ord("'"): " "})  # see stems()
            yield o, text


def random_bytes(count):
    """Bytes from the bounds of table 3-7, often in nearly well-formed order."""
    leads = b"A az\x7F\xC0\xC1\xC2\xDF\xE0\xE1\xED\xEF\xF0\xF1\xF4\xF5\xFF"
    tails = b"\x80\x8F\x90\x9F\xA0\xBF"
    for _ in range(count):
        data = random.choices(leads + tails * 4, k=random.randrange(30))
        yield options(random.choice(KINDS[:3] + KINDS[4:]), 1, random.choice((1, 2))), bytes(data)


SAMPLES = {
    "danish": "husene børnenes løbende venlighed undersøgelserne", "dutch": "huizen lopende mogelijkheden kinderen",
    "english": "running flies dying generously relational happiness skies",
    "finnish": "taloissa kävelemättä ystävällisesti", "french": "continuellement chevaux mangeaient heureuse",
    "german": "häuser laufend freundlichkeiten katzen aufeinander", "hungarian": "házakban gyerekeknek szépségét",
    "italian": "abbandonata velocemente propagandista", "norwegian": "havnedistriktene opning vannets",
    "portuguese": "quilométricas boataria química", "romanian": "abruptă căutătorilor frumoasele",
    "russian": "вавиловка важнейшими поездами", "spanish": "cheques torniquete chicharrones",
    "swedish": "jaktkarlarne klostergården", "turkish": "evlerimizden kitaplar güzelliği",
}


def stems(languages):
    """Real words, and words made of the letters and endings of those."""
    for language, sample in SAMPLES.items():
        if language not in languages:
            continue
        words = sample.split()
        ends = [w[k:] for w in words for k in range(1, len(w))]
        made = ["".join(random.choices(sample, k=random.randrange(1, 9))) + random.choice(ends) for _ in range(3000)]
        yield options("space", stem=language), " ".join(words + made)


def request(o, text):
    payload = {"hex": text.hex()} if isinstance(text, bytes) else {"text": text}
    return json.dumps({**o, **payload})


def expected(o, text, known={}):
    key = json.dumps(o)
    if key not in known:
        known[key] = analyzer(o)
    return known[key](text.decode("utf-8", "replace") if isinstance(text, bytes) else text)


def report(case, ours, theirs):
    differ = (i for i, (a, b) in enumerate(zip(ours, theirs)) if a != b)
    at = next(differ, min(len(ours), len(theirs)))
    print(f"{case[0]} {ascii(case[1])[:2000]}")
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
    for cases in (exhaustive(), random_texts(800), random_bytes(4000), stems(snowballstemmer.algorithms())):
        total += compare(sys.argv[1], list(cases))
    print(f"all {len(KNOWN)} code points of Unicode {unicodedata.unidata_version} tried, seed {seed}")
    print(f"{total} texts compared")


if __name__ == "__main__":
    main()
