"""One line in a fresh process: load a model of 200,000 words, classify one text, end."""
from page import megabytes, table
from text_systems import compare, ours
from timing import run, run_python, take_turns

LINES = 20  # the line is classified so many times a round


def systems_of(setting, texts, mails):
    """Name -> function; texts and mails are Systems that have been trained."""
    c = texts.corpus
    line, row, model = c.file('one.txt'), c.file('one.csv'), texts.model(ours(1))
    run(['sh', '-c', 'head -n 1 "$1" | cut -d " " -f 2- >"$2" && { echo text && cat "$2"; } >"$3"', 'sh',
         c.file('test.txt'), line, row])
    with open(line, encoding='utf-8') as file:
        words = file.read().strip()

    def on_pipe(*command):
        with open(line, 'rb') as file:
            return run(command, stdin=file)

    return {
        'Priory': lambda: run([setting.priory, 'predict', model, row]),
        'Priory, on a pipe': lambda: on_pipe(setting.priory, 'predict', model, '-', '--input-format', 'lines'),
        'scikit-learn with joblib': lambda: run_python('text_peers.py', 'one', texts.model('scikit-learn'), words),
        'fastText': lambda: on_pipe('fasttext', 'predict', texts.model('fastText') + '.bin', '-'),
        'bogofilter, one mail': lambda: run(['bogofilter', '-d', mails.model('bogofilter'), '-T', '-I',
                                             mails.corpus.file('test/spam/00000.txt')],
                                            accept=(0, 1, 2)),  # spam, ham, unsure
        'a program that does nothing': lambda: run(['true']),
    }


def measure(setting, texts, mails, ratios):
    """The text, with the ratios entered."""
    systems = systems_of(setting, texts, mails)
    results = take_turns({name: lambda best, f=f: best.add_run(f()) for name, f in systems.items()},
                         lambda name: setting.rounds * (1 if 'scikit' in name else LINES))
    compare(ratios.at_least, 'one line: scikit-learn / Priory', results['scikit-learn with joblib'], results['Priory'],
            100)
    compare(ratios.at_least, 'one line: fastText / Priory', results['fastText'], results['Priory'], 2)
    rows = [(name, f'{1e3 * best.seconds["run"]:.2f}', f'{1e3 * best.seconds["cpu_run"]:.2f}', megabytes(best.peak))
            for name, best in results.items()]
    return 'One line, in a fresh process each time.\n\n' + table(('system', 'milliseconds', 'CPU', 'peak MB'), rows)
