"""The model, the output and the exit code of 1, 2, 3 and 8 ranks, and of 1, 2 and 7 threads, are the same to the byte."""
import running

ROWS = 45000  # two megabytes and a half: every one of eight ranks gets a batch or more
COMMON = ['--target', 'y', '--types', 'w=weight']
COLUMNS = COMMON + ['--ignore', 'text']
HIDDEN = ['--types', 'w=weight', '--ignore', 'text,y', '--max-iterations', '3']
CASES = {
    'train': (8, ['train', '--plain', 't.csv', *COMMON, '--text', 'text', '-o', 'MODEL']),
    'train, two files': (3, ['train', '--plain', 't.csv', 'u.csv', *COMMON, '--text', 'text', '-o', 'MODEL']),
    'train, words weighed': (3, ['train', '--plain', 't.csv', *COMMON, '--text', 'text', '--idf', '--tf', 'log', '-o', 'MODEL']),
    'train, buckets': (3, ['train', '--plain', 't.csv', *COMMON, '--text', 'text', '--hash-bits', '8', '-o', 'MODEL']),
    'train, little memory': (2, ['train', '--plain', 'w.csv', '--target', 'y', '--text', 'text', '--max-memory', '16M', '-o', 'MODEL']),
    'train, a covariance': (8, ['train', '--plain', 't.csv', *COLUMNS, '--parts', 'x+z=gaussian-full', '--shrinkage', 'auto',
                                '-o', 'MODEL']),
    'train, a tree': (3, ['train', '--plain', 't.csv', *COMMON, '--ignore', 'text,x,z', '--structure', 'tan', '--em', '-o', 'MODEL']),
    'train, unlabelled rows': (3, ['train', '--plain', 't.csv', *COLUMNS, '--unlabelled', 'u.csv', '--max-iterations', '3',
                                   '-o', 'MODEL']),
    'train, tuned': (2, ['train', 'u.csv', *COLUMNS, '--tune', '--tune-rows', '500', '--calibrate', 'auto', '-o', 'MODEL']),
    'cluster': (8, ['cluster', 't.csv', '-k', '3', *HIDDEN, '-o', 'MODEL']),
    'cluster, how many': (2, ['cluster', 'u.csv', '-k', '2-3', *HIDDEN, '-o', 'MODEL']),
    'predict': (8, ['predict', 'm.priory', 't.csv', '--proba', '--keep', 'c']),
    'predict, rates': (2, ['predict', 'm.priory', 'u.csv', '--class-prior', 'estimate', '--json']),
    'eval': (3, ['eval', 'm.priory', 't.csv', '--json']),
    'eval, not good enough': (2, ['eval', 'm.priory', 'u.csv', '--require', 'accuracy>0.99']),
    'cv': (3, ['cv', '--plain', 't.csv', *COLUMNS, '--folds', '4', '--json']),
    'cv, groups': (2, ['cv', '--plain', 'u.csv', *COLUMNS, '--folds', '3', '--group', 'c', '--json']),
    'cv, each row': (2, ['cv', '--plain', 'u.csv', *COLUMNS, '--folds', 'n', '--json']),
}


def outcome(done, model):
    return {'code': done.returncode, 'output': done.stdout, 'model': model}


def main():
    runner = running.Runner()
    running.write_table(runner.path('t.csv'), ROWS, 1)
    running.write_table(runner.path('u.csv'), ROWS // 6, 2, '\n')
    running.write_many_words(runner.path('w.csv'), 40000, 3)
    made = runner.alone('train', '--plain', 't.csv', *COMMON, '--text', 'text', '-o', 'm.priory')
    if made.returncode != 0:
        runner.complain(made.stderr.decode())
    for name, (most, words) in CASES.items():
        alone = outcome(runner.alone(*[w.replace('MODEL', 'a.priory') for w in words]), runner.read('a.priory'))
        if words[-1] == 'MODEL' and alone['code'] != 0:
            runner.complain(f'{name}: one process failed')
        for threads in (1, 2, 7) if name in ('train', 'cluster') else ():
            done = runner.alone(*[w.replace('MODEL', 'b.priory') for w in words], '--threads', str(threads))
            if outcome(done, runner.read('b.priory')) != alone:
                runner.complain(f'{name}, {threads} threads: not the same')
        for n in (1, 2, 3, 8) if name == 'train' else (most,):
            done = runner.ranks(n, *[w.replace('MODEL', 'b.priory') for w in words])
            ranks = outcome(done, runner.read('b.priory') if words[-1] == 'MODEL' else alone['model'])
            for what, value in alone.items():
                if ranks[what] != value:
                    runner.complain(f'{name}, {n} ranks: another {what}\n{done.stderr.decode()}')
            print(name, n, 'ranks')
    runner.end()


main()
