"""Texts whose words follow Zipf's law, as a CSV `label,text`: zipf_texts.py FILE MEGABYTES [SEED]

200,000 words of 2 to 12 letters, frequent ones shorter, one in two hundred not ASCII; 20 classes; texts of 20 to 200
words with capitals and full stops. One cell in twenty is quoted and has commas, line ends and quotes. The words are
the same whatever the seed: another seed makes a test set. Each class takes a small share of its words from those whose
rank is its own modulo 20, so that texts can be told apart, but not all. Prints JSON: rows, words.
"""
import json
import sys

import numpy as np

VOCABULARY, CLASSES = 200_000, 20
SHORTEST, LONGEST = 20, 200  # texts, in words
TOPICAL, CAPITALS, STOPS, QUOTED, FOREIGN = 0.12, 0.06, 0.09, 0.05, 0.005
LETTERS, LETTER_SHARES = 'etaoinshrdlcumwfgypbvkjxqz', 1 / (np.arange(26) + 4.0)
FOREIGN_LETTERS = 'éüßøñćжяλω中'
ROWS_AT_ONCE = 20_000


def spell_words():
    """By rank. The rank of a word comes from its length and chance, so that the short ones are mostly in front."""
    rng = np.random.default_rng(1)
    n = 4 * VOCABULARY
    lengths = np.clip(np.rint(rng.gamma(9, 0.75, n)), 2, 12).astype(int)
    letters = np.array(list(LETTERS))[rng.choice(26, (n, 12), p=LETTER_SHARES / LETTER_SHARES.sum())]
    words = list(dict.fromkeys(''.join(row[:length]) for row, length in zip(letters, lengths)))[:VOCABULARY]
    late = rng.normal(0, 2.5, len(words)) + [len(word) for word in words]
    words = [words[k] for k in np.argsort(late, kind='stable')]
    foreign = 20 + rng.choice(VOCABULARY - 20, int(FOREIGN * VOCABULARY), replace=False)
    for rank in foreign.tolist():
        words[rank] += FOREIGN_LETTERS[rank % len(FOREIGN_LETTERS)]
    return words


class Pieces:
    """Strings that files are put together from: all in one array of bytes."""

    def __init__(self, strings):
        encoded = [each.encode() for each in strings]
        self.bytes = np.frombuffer(b''.join(encoded), dtype=np.uint8)
        self.length = np.array([len(each) for each in encoded])
        self.begin = np.cumsum(self.length) - self.length

    def join(self, numbers):
        length = self.length[numbers]
        end = np.cumsum(length)
        return self.bytes[np.repeat(self.begin[numbers] - end + length, length) + np.arange(end[-1])].tobytes()


WORDS = spell_words()
PLAIN_ENDS, QUOTED_ENDS = ['. ', '; ', '! ', ' - '], [', ', '.\n', ' ""', '"" ']
PARTS = {'word': WORDS, 'capital': [word.capitalize() for word in WORDS], 'space': [' '],
         'plain': PLAIN_ENDS, 'quoted': QUOTED_ENDS, 'head': [f'c{k:02d},' for k in range(CLASSES)],
         'quoted_head': [f'c{k:02d},"' for k in range(CLASSES)], 'tail': ['\n', '"\n']}
FIRST = dict(zip(PARTS, np.cumsum([0] + [len(each) for each in PARTS.values()]).tolist()))


def zipf_table():
    """Ranks, each as often as it is common: a draw is a look at a random place."""
    share = 1 / (np.arange(VOCABULARY) + 2.7)
    size = 1 << 22
    border = np.rint(np.cumsum(share) / share.sum() * size).astype(int)
    return np.repeat(np.arange(VOCABULARY, dtype=np.int32), np.diff(border, prepend=0))


def make_rows(rng, table, n_rows):
    """Numbers of pieces: head, word, end, word, end, ..., word, tail of each row."""
    n_words = rng.integers(SHORTEST, LONGEST + 1, n_rows)
    label, quoted = rng.integers(CLASSES, size=n_rows), rng.random(n_rows) < QUOTED
    row = np.repeat(np.arange(n_rows), n_words)
    word = table[rng.integers(table.size, size=row.size)].astype(np.int64)
    word = np.where(rng.random(row.size) < TOPICAL, word - word % CLASSES + label[row], word)
    stop = rng.random(row.size) < STOPS
    capital = (rng.random(row.size) < CAPITALS) | np.roll(stop, 1)
    word += np.where(capital, FIRST['capital'], FIRST['word'])
    kind = rng.integers(4, size=row.size)
    end = np.where(stop, kind + np.where(quoted[row], FIRST['quoted'], FIRST['plain']), FIRST['space'])
    end[np.cumsum(n_words) - 1] = FIRST['tail'] + quoted
    heads = label + np.where(quoted, FIRST['quoted_head'], FIRST['head'])
    out = np.empty(2 * row.size + n_rows, dtype=np.int64)
    at = 2 * np.arange(row.size) + row + 1
    out[at], out[at + 1], out[2 * (np.cumsum(n_words) - n_words) + np.arange(n_rows)] = word, end, heads
    return out, row.size


def main(path, megabytes, seed=2):
    rng, table = np.random.default_rng(int(seed)), zipf_table()
    pieces = Pieces([each for part in PARTS.values() for each in part])
    written = rows = words = 0
    with open(path, 'wb') as file:
        file.write(b'label,text\n')
        while written < float(megabytes) * 1e6:
            n_rows = min(ROWS_AT_ONCE, max(20, int((float(megabytes) * 1e6 - written) / 700)))
            numbers, n_words = make_rows(rng, table, n_rows)
            written += file.write(pieces.join(numbers))
            rows, words = rows + n_rows, words + n_words
    print(json.dumps({'rows': rows, 'words': words}))


if __name__ == '__main__':
    main(*sys.argv[1:])
