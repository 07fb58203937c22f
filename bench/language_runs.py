"""The rows of languages.py, and a converted model run over them: prints CPU seconds.

    language_runs.py make FOLDER ROWS
    language_runs.py C|SQLite MODEL FOLDER
"""
import csv
import os
import sqlite3
import subprocess
import sys
import time

import numpy

COLUMNS = ('colour', 'shape', 'a', 'b', 'c')
C_MAIN = r'''
#include <stdio.h>
#include <stdlib.h>
#include <time.h>
#include "model.c"
int main(int count, char **words) {
  static char colour[64], shape[64], label[64];
  FILE *file = fopen(words[1], "r");
  size_t n = 0, room = 1 << 20;
  double sum = 0, p[16], begin;
  model_row *rows = malloc(room * sizeof *rows);
  if (count < 2 || !file || !rows || fscanf(file, "%*[^\n]\n") == EOF) return 1;
  while (n < room && fscanf(file, "%63[^,],%63[^,],%63[^,],%lf,%lf,%lf\n", label, colour, shape, &rows[n].a, &rows[n].b, &rows[n].c) == 6) {
    rows[n].colour = strdup(colour); rows[n].shape = strdup(shape); ++n;
  }
  begin = (double)clock();
  for (size_t k = 0; k < n; ++k) { model_predict(&rows[k], p); sum += p[0]; }
  printf("%.9f\n", ((double)clock() - begin) / CLOCKS_PER_SEC);
  return sum > 0 ? 0 : 1;
}
'''


def make(folder, n):
    random = numpy.random.default_rng(4)
    label = random.integers(0, 3, n)
    with open(os.path.join(folder, 'rows.csv'), 'w', encoding='utf-8') as file:
        print('y', *COLUMNS, sep=',', file=file)
        codes = (random.exponential(size=(n, 2)) * 2 + label[:, None]).astype(int).clip(0, 7)
        numbers = random.normal(size=(n, 3)) * (1 + label[:, None]) + label[:, None]
        for y, code, x in zip(label, codes, numbers):
            print('xyz'[y], *('value' + 'abcdefgh'[k] for k in code), *(f'{each:.6f}' for each in x), sep=',', file=file)


def run_c(folder):
    with open(os.path.join(folder, 'main.c'), 'w', encoding='utf-8') as file:
        file.write('#define _POSIX_C_SOURCE 200809L\n' + C_MAIN)
    program = os.path.join(folder, 'main')
    subprocess.run(['cc', '-std=c99', '-O2', '-o', program, os.path.join(folder, 'main.c'), '-lm'], check=True)
    print(subprocess.run([program, os.path.join(folder, 'rows.csv')], check=True, capture_output=True, text=True).stdout)


def run_sqlite(model, folder):
    with open(os.path.join(folder, 'rows.csv'), newline='', encoding='utf-8') as file:
        rows = [(*row[1:3], *map(float, row[3:])) for row in list(csv.reader(file))[1:]]
    base = sqlite3.connect(':memory:')
    base.execute('CREATE TABLE rows (colour TEXT, shape TEXT, a REAL, b REAL, c REAL)')
    base.executemany('INSERT INTO rows VALUES (?, ?, ?, ?, ?)', rows)
    with open(model, encoding='utf-8') as file:
        query = file.read().rstrip().rstrip(';')
    begin = time.process_time()
    base.execute(f'SELECT sum(probability), count(predicted) FROM ({query})').fetchall()
    print(time.process_time() - begin)


if sys.argv[1] == 'make':
    make(sys.argv[2], int(sys.argv[3]))
elif sys.argv[1] == 'C':
    run_c(sys.argv[3])
else:
    run_sqlite(*sys.argv[2:])
