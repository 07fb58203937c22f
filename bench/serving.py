"""priory serve under load, by wrk on loopback: beside an empty Beast handler and FastAPI with scikit-learn; while it learns;
with a thousand idle listeners and a thousand slow clients; and its memory over many requests."""
import contextlib
import http.client
import json
import os
import random
import re
import resource
import socket
import subprocess
import threading
import time

from page import Ratios, table
from timing import FOLDER, run, run_python

TITLE = 'Serving'
NEEDS = ('wrk',)
WORDS = 10
SCRIPT = '''
local bodies, n = {{}}, {offset}
for line in io.lines("{bodies}") do bodies[#bodies + 1] = line end
request = function()
  n = n + 1
  return wrk.format("POST", "{path}", {{["Content-Type"] = "application/json"}}, bodies[n % #bodies + 1])
end
'''


def bodies_of(data, folder, labelled):
    """Texts of ten words, from those of the data, as bodies of requests: a file with one a line."""
    path = os.path.join(folder, 'learn.txt' if labelled else 'predict.txt')
    chance, words = random.Random(7), []
    with open(data, encoding='utf-8') as file:
        for line in file:
            words += re.findall(r'\w+', line)[1:]
            if len(words) > 300_000:
                break
    with open(path, 'w', encoding='ascii') as out:
        for k in range(2000):
            body = {'text': ' '.join(chance.choices(words, k=WORDS))}
            if labelled:
                body['label'] = str(k % 20)
            out.write(json.dumps(body) + '\n')
    return path


@contextlib.contextmanager
def server(command, port=None):
    """A child that serves, with its port: the one given, or the first number it says."""
    with subprocess.Popen([str(each) for each in command], stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True) as process:
        try:
            if port is None:
                for line in process.stdout:
                    found = re.search(r'127\.0\.0\.1:(\d+)|^(\d+)$', line)
                    if found:
                        port = int(found[1] or found[2])
                        break
            wait_for(port)
            yield process, port
        finally:
            process.terminate()


def wait_for(port, seconds=120):
    until = time.monotonic() + seconds
    while time.monotonic() < until:
        with contextlib.suppress(OSError), socket.create_connection(('127.0.0.1', port), 1):
            return
        time.sleep(0.05)
    raise SystemExit(f'nobody listens at port {port}')


def wrk(setting, port, path, bodies, connections, seconds, offset=0):
    """Requests a second, and the 99th percentile in seconds."""
    script = os.path.join(setting.folder, f'wrk-{offset}.lua')
    with open(script, 'w', encoding='ascii') as out:
        out.write(SCRIPT.format(bodies=bodies, path=path, offset=offset) if bodies else '')
    said = run(['wrk', '-t', '1', '-c', connections, '-d', f'{seconds}s', '--latency', '-s', script,
                f'http://127.0.0.1:{port}{path}']).output
    failed = re.search(r'Non-2xx or 3xx responses: (\d+)|Socket errors: .*', said)
    if failed:
        raise SystemExit(f'{path}: {failed[0]}')
    unit = {'us': 1e-6, 'ms': 1e-3, 's': 1}
    late = re.search(r'99%\s+([0-9.]+)(us|ms|s)', said)
    return float(re.search(r'Requests/sec:\s+([0-9.]+)', said)[1]), float(late[1]) * unit[late[2]]


def learn_steadily(port, bodies, a_second, ending):
    """One client that learns so many rows a second, until it is told to end. Returns how many it learnt."""
    lines, n, begin = open(bodies, encoding='ascii').read().splitlines(), 0, time.monotonic()
    connection = http.client.HTTPConnection('127.0.0.1', port)
    batch = 20
    while not ending.is_set():
        rows = [json.loads(lines[(n + k) % len(lines)]) for k in range(batch)]
        body = {'texts': [row['text'] for row in rows], 'labels': [row['label'] for row in rows]}
        connection.request('POST', '/v1/models/m/learn', json.dumps(body), {'Content-Type': 'application/json'})
        if connection.getresponse().read().find(b'last_event') < 0:
            raise SystemExit('a row was not learnt')
        n += batch
        time.sleep(max(0, begin + n / a_second - time.monotonic()))
    return n, n / (time.monotonic() - begin)


def while_learning(setting, port, predict, learn, seconds):
    """The 99th percentile of predictions beside a client that learns 1,000 rows a second, and what it came to."""
    ending, rate = threading.Event(), []
    client = threading.Thread(target=lambda: rate.append(learn_steadily(port, learn, 1000, ending)))
    client.start()
    late = wrk(setting, port, '/v1/models/m/predict', predict, 16, seconds)[1]
    ending.set()
    client.join()
    return late, rate[0][1]


def resident(process):
    with open(f'/proc/{process.pid}/status', encoding='ascii') as file:
        return int(re.search(r'VmRSS:\s+(\d+)', file.read())[1]) * 1024


@contextlib.contextmanager
def crowd(port, listeners, slow):
    """Clients that hold a stream of events open, and clients that have sent half a request."""
    with contextlib.ExitStack() as stack:
        for k in range(listeners + slow):
            client = stack.enter_context(socket.create_connection(('127.0.0.1', port)))
            path = '/v1/models/m/events' if k < listeners else '/v1/models/m/predict'
            method, end = ('GET', '\r\n\r\n') if k < listeners else ('POST', '\r\nContent-Length: 100\r\n\r\n{"te')
            client.sendall(f'{method} {path} HTTP/1.1\r\nHost: localhost{end}'.encode())
        yield


def health_seconds(port, n=200):
    """The slowest of so many answers."""
    connection, slowest = http.client.HTTPConnection('127.0.0.1', port), 0
    for _ in range(n):
        begin = time.perf_counter()
        connection.request('GET', '/health')
        connection.getresponse().read()
        slowest = max(slowest, time.perf_counter() - begin)
    return slowest


def fastapi_rate(setting, data, predict, seconds):
    with socket.socket() as probe:
        probe.bind(('127.0.0.1', 0))
        port = probe.getsockname()[1]
    peer = ['/usr/bin/python3', os.path.join(FOLDER, 'fastapi_peer.py'), data, port]
    with server(peer, port) as (_, found):
        return wrk(setting, found, '/predict', predict, 16, seconds)[0]


def measure(setting):
    resource.setrlimit(resource.RLIMIT_NOFILE, (min(8192, resource.getrlimit(resource.RLIMIT_NOFILE)[1]),) * 2)
    megabytes, seconds, crowded, requests = (1, 1, 50, 5_000) if setting.quick else (60, 10, 1000, 10_000_000)
    data, model = os.path.join(setting.folder, 'serving.csv'), os.path.join(setting.folder, 'm.priory')
    run_python('zipf_texts.py', data, megabytes, 1)
    run([setting.priory, 'train', data, '--target', 'label', '--text', 'text', '--plain', '-o', model, '-q'])
    predict, learn = bodies_of(data, setting.folder, False), bodies_of(data, setting.folder, True)
    bare = os.path.join(setting.folder, 'bare_beast')
    run([setting.compiler, '-std=c++20', '-O2', os.path.join(FOLDER, 'bare_beast.cpp'), '-pthread', '-o', bare])
    threads = setting.threads[-1]
    ratios, lines = Ratios(), []
    with server([bare, threads]) as (_, port):
        empty = wrk(setting, port, '/', predict, 16, seconds)[0]
    with server([setting.priory, 'serve', model, '--port', '0', '--threads', threads]) as (process, port):
        rate, quiet = wrk(setting, port, '/v1/models/m/predict', predict, 16, seconds)
        before = resident(process)
        spent = 0
        while spent < requests:
            spent += int(wrk(setting, port, '/v1/models/m/predict', predict, 16, seconds)[0] * seconds)
        after = resident(process)
        busy, learnt = while_learning(setting, port, predict, learn, seconds)
        acknowledged = wrk(setting, port, '/v1/models/m/learn', learn, 64, seconds, offset=1)[0]
        with crowd(port, crowded, crowded):
            health = health_seconds(port)
    peer = fastapi_rate(setting, data, predict, max(2, seconds // 2))
    ratios.at_least('predictions a second: Priory / an empty Beast handler', rate / empty, 0.6)
    ratios.at_least('predictions a second: Priory / FastAPI with scikit-learn', rate / peer, 20)
    ratios.at_most('99th percentile: while another client learns 1,000 rows a second / without', busy / quiet, 2)
    ratios.at_least('acknowledged learns a second, 64 connections', acknowledged, 10_000)
    ratios.at_most(f'/health, ms, with {crowded:,} listeners and {crowded:,} slow clients', 1e3 * health, 10)
    ratios.at_most(f'memory after {spent:,} requests / before', after / before, 1.05)
    lines = [('an empty Beast handler', f'{empty:,.0f}', ''), ('priory serve, predict', f'{rate:,.0f}', f'{1e3 * quiet:.2f}'),
             (f'the same, beside {learnt:,.0f} learns a second', '', f'{1e3 * busy:.2f}'),
             ('FastAPI, uvicorn, scikit-learn', f'{peer:,.0f}', ''),
             ('priory serve, learn, 64 connections', f'{acknowledged:,.0f}', '')]
    text = (f'A model of 200,000 words and 20 classes, texts of {WORDS} words, wrk with one thread and 16 connections, server of '
            f'{threads} threads, all on one machine.\n\n' + table(('', 'requests a second', '99th percentile, ms'), lines) + '\n'
            + ratios.table())
    print(text)
    return text
