#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Errors of many kinds, thousands of them if --cases says so: damaged models, options and rows of all sorts, statements that are
cancelled, memory that ends. Each ends its statement, and no backend."""
import json
import random
import re
import subprocess

import serving
from serving import PostgresTest, given, postgres_server

CASES = 400
STATEMENTS = (
    "SELECT sum(length(m)) FROM (SELECT priory_train(kind, ROW(price, sold, total, new, tint, note), '{\"text\": \"f6\"}') AS m FROM shop GROUP BY id % 3) m",
    "SELECT count(priory_predict(model, shop)) FROM shop, models",
    "SELECT count(priory_posterior(model, shop)) FROM shop, models",
    "SELECT count(priory_explain(model, shop)) FROM shop, models WHERE id < 300",
    "SELECT length(priory_update(model, kind, shop)) FROM shop, models",
    "SELECT length(priory_forget(model, kind, shop)) FROM shop, models",
    "SELECT length(priory_merge(model)) FROM models, generate_series(1, 40)",
    "SELECT length(priory_score(model, kind, shop)::text) FROM shop, models",
    "SELECT length(priory_plan(kind, shop, '{\"target\": \"kind\", \"structure\": \"tan\"}')::text) FROM shop",
    "SELECT count(priory_train(kind, ROW(price, tint)) OVER (ORDER BY id ROWS 50 PRECEDING)) FROM shop WHERE id < 1500",
    "SELECT length(priory_inspect(model)::text) FROM models",
)
# Bounds what C++ allocates, in each backend by a bound of its own; the server's own memory is by malloc.
BOUNDED_NEW = '''
#include <cstdlib>
#include <malloc.h>
#include <new>
#include <unistd.h>
static long left() {
  static const long bound = (2L << 20) + 10000 + static_cast<long>(getpid()) * 7919 % 100 * 8000;
  return bound;
}
static long used = 0;
void* operator new(std::size_t size) {
  for (;;) {
    void* const out = used + static_cast<long>(size) > left() ? nullptr : std::malloc(size);
    if (out != nullptr) {
      used += static_cast<long>(malloc_usable_size(out));
      return out;
    }
    const std::new_handler handler = std::get_new_handler();
    if (handler == nullptr) throw std::bad_alloc();
    handler();
  }
}
void operator delete(void* at) noexcept {
  used -= static_cast<long>(malloc_usable_size(at));
  std::free(at);
}
void operator delete(void* at, std::size_t) noexcept { operator delete(at); }
'''
# Where the limit of memory is, seen from what the backend has.
LIMIT = "\\! {1} prlimit --pid $BACKEND --data=$(( $(awk '/^VmData/ {{ print $2 }}' /proc/$BACKEND/status) * 1024 + {0} )):\n"
NO_LIMIT = '\\! {0} prlimit --pid $BACKEND --data=unlimited:\n'


class ErrorsTest(PostgresTest):
    @classmethod
    def setUpClass(cls):
        super().setUpClass()
        cls.fill_shop(4000)
        cls.sql("CREATE TABLE models AS SELECT priory_train(kind, shop, "
                "'{\"target\": \"kind\", \"text\": \"note\", \"ignore\": \"id,times\"}') AS model FROM shop")
        cls.model = bytes.fromhex(cls.sql("SELECT encode(model, 'hex') FROM models")[0])
        cls.chance = random.Random(given.cases or 1)
        cls.n_errors = 0

    def share(self, of_hundred):
        return (given.cases or CASES) * of_hundred // 100

    def run_all(self, script):
        """Counts the errors of a script that goes on after each of them."""
        done = subprocess.run([str(postgres_server.PROGRAMS / 'psql'), '-X', '-q', '-A', '-t'], input=script, text=True,
                              capture_output=True, env=self.server.environment, check=False)
        for lost in ('closed the connection', 'connection to server was lost', 'FATAL', 'PANIC', 'XX000'):
            self.assertNotIn(lost, done.stderr, self.server.log[-3000:])
        self.assertEqual(done.returncode, 0, done.stderr[-2000:])
        return len(re.findall(r'^ERROR:|^psql:.*ERROR:', done.stderr, re.M))

    def check_server(self, n_errors, least):
        self.assertNotRegex(self.server.log, 'terminated by signal|PANIC')
        self.assertGreaterEqual(n_errors, least)
        self.sql(STATEMENTS[0])
        print(f'{self.id().rsplit(".", 1)[-1]}: {n_errors} errors, 0 crashes')

    def mutant(self):
        out = bytearray(self.model)
        kind = self.chance.randrange(4)
        if kind == 0:
            del out[self.chance.randrange(len(out)):]
        elif kind == 1:
            at = self.chance.randrange(len(out))
            out[at:at] = out[:self.chance.randrange(64)]
        else:
            for _ in range(self.chance.randrange(1, 9)):
                out[self.chance.randrange(len(out))] = self.chance.randrange(256)
        return out.hex()

    def test_damaged_models(self):
        calls = ('priory_predict({}, shop) FROM shop WHERE id < 5', 'priory_inspect({})', 'priory_merge({0}, {0})',
                 'priory_update({}, kind, shop) FROM shop', 'priory_score({}, kind, shop) FROM shop', 'priory_plan({})',
                 'priory_explain({}, shop) FROM shop WHERE id < 5', 'priory_forget({}, kind, shop) FROM shop')
        n = self.share(40)
        script = ''.join('SELECT ' + self.chance.choice(calls).format(f"'\\x{self.mutant()}'::bytea") + ';\n' for _ in range(n))
        self.check_server(self.run_all(script), n * 9 // 10)

    def test_options_and_rows_of_all_sorts(self):
        words = ('gaussian', 'categorical', 'bernoulli', 'multinomial', 'joint', '-1', '1e308', 'f1=gaussian', 'f2=text', "f1='", '{', '1-0', 'nan', '')
        names = ('family', 'types', 'parts', 'text', 'alpha', 'ngrams', 'tokens', 'token-pattern', 'class-prior', 'hash-bits', 'structure', 'plan',
                 'na', 'ridge', 'stem', 'max-df', 'unknown', 'on_bad_row')
        rows = ('price', 'price, note', 'note, tint, new', "now(), ARRAY[1, 2]", "'inf'::float8, price", 'shop', "NULL, NULL", "'x'::bytea",
                'sold, sold, sold', "1e400::numeric, price", "id::bigint * 9007199254740993, '2020-01-01'::date")
        plans = ('{}', '{"schema": "priory.plan/1"}', '{"schema": "priory.plan/1", "target": "kind", "parts": [{"family": "x"}]}', '[]')
        script, n = '', self.share(25)
        for _ in range(n):
            options = {name: json.loads(self.chance.choice(plans)) if name == 'plan' else self.chance.choice(words)
                       for name in self.chance.sample(names, self.chance.randrange(1, 4))}
            quoted = json.dumps(options).replace("'", "''")
            name = self.chance.choice(('train', 'train', 'plan'))
            script += f"SELECT length(priory_{name}(kind, ROW({self.chance.choice(rows)}), '{quoted}')::text) FROM shop WHERE id < 100;\n"
        self.check_server(self.run_all(script), n // 2)

    def test_statements_that_are_cancelled(self):
        n = self.share(10)
        script = ''.join(f'SET statement_timeout = {self.chance.randrange(1, 25)}; {self.chance.choice(STATEMENTS)};\n' for _ in range(n))
        self.check_server(self.run_all(script), n // 10)  # how many depends on the machine

    def test_memory_that_ends(self):
        user = ' '.join(postgres_server.as_user('postgres', self.server.path))  # who the backend belongs to
        n_errors, n = 0, self.share(10)
        while n > 0:
            some = min(n, 4)  # a backend that has run for long has memory to use again
            n -= some
            script = 'SELECT pg_backend_pid() AS pid \\gset\n\\setenv BACKEND :pid\n'
            for _ in range(some):
                script += LIMIT.format(self.chance.choice((0, 200_000, 1_000_000, 2_100_000, 2_300_000, 3_000_000)), user)
                script += self.chance.choice(STATEMENTS) + ';\n' + NO_LIMIT.format(user)
            n_errors += self.run_all(script)
        self.check_server(n_errors, self.share(10) // 8)

    def test_memory_that_is_bounded(self):
        source, library = self.folder / 'bounded.cpp', self.folder / 'bounded.so'
        source.write_text(BOUNDED_NEW)
        subprocess.run(['c++', '-shared', '-fPIC', '-O1', str(source), '-o', str(library)], check=True)
        n_errors = 0
        with postgres_server.PostgresServer(given.extension, ['jit=off'], library) as bounded:
            own, type(self).server = self.server, bounded
            try:
                self.sql('CREATE EXTENSION priory')
                self.fill_shop(4000)
                self.sql(f"CREATE TABLE models AS SELECT '\\x{self.model.hex()}'::bytea AS model")
                for _ in range(max(1, self.share(15) // 5)):
                    n_errors += self.run_all(''.join(self.chance.choice(STATEMENTS) + ';\n' for _ in range(5)))
                self.assertNotRegex(bounded.log, 'terminated by signal|PANIC')
            finally:
                type(self).server = own
        self.check_server(n_errors, self.share(15) // 6)


if __name__ == '__main__':
    serving.main()
