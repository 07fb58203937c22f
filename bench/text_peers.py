"""What others need and do with texts; tables are CSV with the class first, the text second.

  train TABLE MODEL             scikit-learn's CountVectorizer and MultinomialNB, stored by joblib
  predict MODEL TABLE LABELS    ... a class a line
  one MODEL LINE                ... the class of one text
  fasttext TABLE LINES          the table as fastText wants it: words lower-cased, punctuation gone
  labels TABLE LABELS           the true classes, a line each
  totals MODEL.json             JSON of what `priory inspect --json` says was counted: rows, tokens, words
"""
import csv
import json
import math
import re
import sys

csv.field_size_limit(1 << 30)
WORD = re.compile(r'[^_\W]{2,}')


def read_table(path):
    with open(path, newline='', encoding='utf-8') as file:
        rows = csv.reader(file)
        next(rows)
        yield from rows


def train(table, path):
    import joblib
    from sklearn.feature_extraction.text import CountVectorizer
    from sklearn.naive_bayes import MultinomialNB
    labels, texts = zip(*read_table(table))
    words = CountVectorizer()
    model = MultinomialNB().fit(words.fit_transform(texts), labels)
    joblib.dump((words, model), path)


def predict(path, table, out):
    import joblib
    words, model = joblib.load(path)
    _, texts = zip(*read_table(table))
    with open(out, 'w', encoding='utf-8') as file:
        file.writelines(f'{label}\n' for label in model.predict(words.transform(texts)))


def one(path, line):
    import joblib
    words, model = joblib.load(path)
    print(model.predict(words.transform([line]))[0])


def fasttext(table, out):
    with open(out, 'w', encoding='utf-8') as file:
        for label, text in read_table(table):
            file.write(f'__label__{label} {" ".join(WORD.findall(text.lower()))}\n')


def labels(table, out):
    with open(out, 'w', encoding='utf-8') as file:
        file.writelines(f'{row[0]}\n' for row in read_table(table))


def totals(path):
    with open(path, encoding='utf-8') as file:
        model = json.load(file)
    part = model['parts'][0]
    n_words = len(part['vocabulary'])
    # With alpha 1 a word that a class does not have is 1 in its tokens and the words together; each class lacks some.
    tokens = sum(round(math.exp(-min(of_class))) - n_words for of_class in part['log_prob'])
    print(json.dumps({'rows': sum(model['class_count']), 'tokens': tokens, 'words': n_words}))


if __name__ == '__main__':
    command, *arguments = sys.argv[1:]
    {each.__name__: each for each in (train, predict, one, fasttext, labels, totals)}[command](*arguments)
