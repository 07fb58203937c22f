"""How many labels the queue of `priory serve` spares: package descriptions of eight sections wait, somebody who knows the sections
answers for the rows that are asked about, and the model is judged by rows that are never in the queue.

    bench/few_answers.py --priory build/release/priory --wanted 0.70

Random order is the mean of several orders. Of each way: after how many labels the accuracy is reached and stays for three
readings in a row.
"""
import argparse
import collections
import http.client
import json
import pathlib
import random
import re
import statistics
import subprocess
import tempfile
import time

STEP = 10  # labels between two readings


def packages():
    """Section and description of what apt knows: (text, section)."""
    listed = subprocess.run(['apt-cache', 'dumpavail'], check=True, capture_output=True, text=True, errors='replace').stdout
    for stanza in listed.split('\n\n'):
        section = re.search(r'^Section: (?:\S+/)?(\S+)$', stanza, re.M)
        said = re.search(r'^Description(?:-en)?: (.*(?:\n .*)*)', stanza, re.M)
        if section and said:
            yield ' '.join(said[1].split()), section[1]


def eight_sections(rows):
    largest = [name for name, _ in collections.Counter(section for _, section in rows).most_common(8)]
    return [(text, section) for text, section in dict(rows).items() if section in largest]


class Server:
    def __init__(self, priory, folder, *options):
        self.process = subprocess.Popen([priory, 'serve', '--new', folder, '--port', '0', *options], stderr=subprocess.PIPE, text=True)
        for line in self.process.stderr:
            if found := re.search(r':(\d+);', line):
                break
        self.connection = http.client.HTTPConnection('127.0.0.1', int(found[1]))

    def ask(self, method, path, body=None):
        self.connection.request(method, path, body and json.dumps(body), {'Content-Type': 'application/json'} if body else {})
        answer = self.connection.getresponse()
        said = json.loads(answer.read())
        if answer.status >= 400:
            raise SystemExit(f'{path}: {said}')
        return said

    def end(self):
        self.process.terminate()
        self.process.wait()


def accuracy(server, rows):
    said = server.ask('POST', '/v1/models/m/predict', {'texts': [text for text, _ in rows]})['rows']
    return sum(each['predicted'] == section for each, (_, section) in zip(said, rows)) / len(rows)


def labels_needed(priory, folder, waiting, judged, way, em, wanted, most, batch):
    """How many labels until the accuracy is reached; `most` if it is not. The first eight rows are random in all ways."""
    server = Server(priory, folder)
    sections = dict(waiting)
    server.ask('POST', '/v1/models', {'name': 'm', 'classes': sorted(set(sections.values())), 'text': 'text'})
    server.ask('POST', '/v1/models/m/queue', {'texts': [text for text, _ in waiting]})
    n, reached, readings = 0, 0, []
    while n < most and reached < 3:
        by = 'order' if n < 8 else way
        asked = server.ask('GET', f'/v1/models/m/queue?by={by}&limit={8 if n < 8 else batch}' + ('&em=true' if em and n >= 8 else ''))
        for row in asked['rows']:
            server.ask('POST', '/v1/models/m/learn', {'queued': row['queued'], 'label': sections[row['row']['text']]})
            n += 1
            if n % STEP == 0:
                found = accuracy(server, judged)
                readings.append((n, found))
                reached = reached + 1 if found >= wanted else 0
    server.end()
    return n - 2 * STEP if reached >= 3 else most, readings


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument('--priory', default='priory')
    parser.add_argument('--wanted', type=float, default=0.70)
    parser.add_argument('--waiting', type=int, default=3000)
    parser.add_argument('--judged', type=int, default=1500)
    parser.add_argument('--most', type=int, default=1500, help='labels')
    parser.add_argument('--batch', type=int, default=5, help='rows labelled between two looks at the queue')
    parser.add_argument('--orders', type=int, default=5)
    parser.add_argument('--ways', default='order,margin,diversity,information')
    parser.add_argument('--em', action='store_true', help='the waiting rows help to choose')
    chosen = parser.parse_args()
    rows = sorted(eight_sections(list(packages())))
    print(f'{len(rows)} descriptions of {len({section for _, section in rows})} sections', flush=True)
    needed = collections.defaultdict(list)
    for seed in range(1, chosen.orders + 1):
        random.Random(seed).shuffle(rows)
        waiting, judged = rows[:chosen.waiting], rows[chosen.waiting:chosen.waiting + chosen.judged]
        for way in chosen.ways.split(','):
            with tempfile.TemporaryDirectory() as folder:
                begin = time.monotonic()
                n, readings = labels_needed(str(pathlib.Path(chosen.priory).resolve()), folder, waiting, judged, way, chosen.em,
                                            chosen.wanted, chosen.most, chosen.batch)
            needed[way].append(n)
            best = max(found for _, found in readings)
            print(f'order {seed}, {way}: {n} labels (best {best:.3f}), {time.monotonic() - begin:.0f} s', flush=True)
    for way, counts in needed.items():
        print(f'{way:12} {statistics.mean(counts):6.0f} labels to {chosen.wanted}, of {sorted(counts)}')


if __name__ == '__main__':
    main()
