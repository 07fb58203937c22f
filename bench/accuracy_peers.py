"""What bench/accuracy.py runs in children: accuracy_peers.py VERB ARGUMENT...

  fit MODEL TRAIN TEST TARGET TEXT ANSWERS   a model of scikit-learn: nb, logistic or boosting; TEXT is empty for tables
  fasttext TRAIN TEST TARGET TEXT FOLDER     the two as fastText reads them
  weka OUTPUT ARFF ANSWERS                   what Weka printed with -distribution -p 0, and the head with the classes
  spoken OUTPUT ANSWERS                      what fastText printed with predict-prob and all classes
  judge TARGET (TEST ANSWERS)...             prints {"rows", "accuracy", "log_loss", "ece"} of all together

Answers are a CSV with a column p:CLASS for each class, in the order of the rows, as priory predict --proba has them.
"""
import csv
import json
import math
import re
import sys

csv.field_size_limit(1 << 30)
MOST_LOSS = -math.log(1e-15)  # as scikit-learn cuts it


def rows_of(path):
    with open(path, encoding='utf-8', newline='') as file:
        return list(csv.DictReader(file))


def write_answers(path, classes, probabilities):
    with open(path, 'w', encoding='utf-8', newline='') as file:
        out = csv.writer(file)
        out.writerow([f'p:{label}' for label in classes])
        out.writerows(probabilities)


def frames(train, test, target):
    """Tables as pandas has them: numbers, and values as strings; numbers that are missing are NaN."""
    import pandas
    first, second = (pandas.read_csv(path, dtype=str, keep_default_na=False) for path in (train, test))
    labels, out = first.pop(target), []
    second.pop(target)
    for frame in (first, second):
        columns = {}
        for name in frame:
            numbers = pandas.to_numeric(first[name].where(first[name] != ''), errors='coerce')
            if (numbers.isna() == (first[name] == '')).all():
                columns[name] = pandas.to_numeric(frame[name].where(frame[name] != ''), errors='coerce').astype(float)
            else:
                columns[name] = frame[name]
        out.append(pandas.DataFrame(columns))
    return out[0], out[1], labels


def of_table(kind, train):
    """As one would begin: values one-hot, numbers filled by the mean and scaled; trees take them as codes."""
    from sklearn import compose, ensemble, impute, linear_model, naive_bayes, pipeline, preprocessing
    numbers = [name for name in train if train[name].dtype != object]
    values = [name for name in train if train[name].dtype == object]
    filled = pipeline.make_pipeline(impute.SimpleImputer(), preprocessing.StandardScaler())
    one_hot = preprocessing.OneHotEncoder(handle_unknown='ignore', sparse_output=False)
    codes = preprocessing.OrdinalEncoder(handle_unknown='use_encoded_value', unknown_value=-1)
    dense = compose.ColumnTransformer([('numbers', filled, numbers), ('values', one_hot, values)], sparse_threshold=0)
    if kind == 'nb':
        return pipeline.make_pipeline(dense, naive_bayes.GaussianNB())
    if kind == 'logistic':
        return pipeline.make_pipeline(dense, linear_model.LogisticRegression(max_iter=2000))
    trees = compose.ColumnTransformer([('numbers', 'passthrough', numbers), ('values', codes, values)])
    return pipeline.make_pipeline(trees, ensemble.HistGradientBoostingClassifier(random_state=1))


def of_texts(kind):
    from sklearn import feature_extraction, linear_model, naive_bayes, pipeline
    if kind == 'nb':
        return pipeline.make_pipeline(feature_extraction.text.CountVectorizer(), naive_bayes.MultinomialNB())
    return pipeline.make_pipeline(feature_extraction.text.TfidfVectorizer(),
                                  linear_model.LogisticRegression(max_iter=2000))


def fit(kind, train, test, target, text, answers):
    if text:
        first, second = rows_of(train), rows_of(test)
        x, to_judge, labels = [row[text] for row in first], [row[text] for row in second], [row[target] for row in first]
        model = of_texts(kind)
    else:
        x, to_judge, labels = frames(train, test, target)
        model = of_table(kind, x)
    model.fit(x, labels)
    write_answers(answers, model.classes_, model.predict_proba(to_judge))


def fasttext(train, test, target, text, folder):
    for name, path in (('train', train), ('test', test)):
        with open(f'{folder}/fasttext-{name}.txt', 'w', encoding='utf-8') as file:
            for row in rows_of(path):
                words = ' '.join(re.findall(r'\w+', row[text].lower()))
                file.write(f'__label__{row[target].replace(" ", "_")} {words}\n')


def spoken(output, answers):
    """A line a row: __label__CLASS and its probability, in any order; a text without words has none."""
    with open(output, encoding='utf-8') as file:
        rows = []
        for line in file:
            words = line.split()
            rows.append({label.removeprefix('__label__'): float(p) for label, p in zip(words[::2], words[1::2])})
    classes = sorted({label for row in rows for label in row})
    write_answers(answers, classes, [[row.get(label, 0 if row else 1 / len(classes)) for label in classes]
                                     for row in rows])


def weka(output, arff, answers):
    with open(arff, encoding='utf-8') as file:
        classes = re.search(r"@attribute 'class' \{(.*)\}", file.read()).group(1)
    with open(output, encoding='utf-8') as file:
        lines = [re.search(r'([\d.,*eE-]+)\s*$', line) for line in file if re.match(r'\s*\d+\s+\S+:', line)]
    write_answers(answers, [label.strip("'") for label in classes.split(',')],
                  [line.group(1).replace('*', '').split(',') for line in lines])


def judge(target, *pairs):
    rows = right = 0
    loss, bins = 0.0, [[0.0, 0.0] for _ in range(15)]
    for test, answers in zip(pairs[::2], pairs[1::2]):
        actual = [row[target] for row in rows_of(test)]
        for label, row in zip(actual, rows_of(answers), strict=True):
            given = {name[2:]: float(p) for name, p in row.items() if name.startswith('p:')}
            label = label if label in given else label.replace(' ', '_')
            best = max(given, key=given.get)
            rows, right = rows + 1, right + (best == label)
            loss += min(MOST_LOSS, -math.log(max(given.get(label, 0), 1e-300)))
            place = bins[min(14, int(given[best] * 15))]
            place[0] += best == label
            place[1] += given[best]
    ece = sum(abs(hits - said) for hits, said in bins) / rows
    print(json.dumps({'rows': rows, 'accuracy': right / rows, 'log_loss': loss / rows, 'ece': ece}))


if __name__ == '__main__':
    {'fit': fit, 'fasttext': fasttext, 'spoken': spoken, 'weka': weka, 'judge': judge}[sys.argv[1]](*sys.argv[2:])
