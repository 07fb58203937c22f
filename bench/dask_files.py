"""priory.dask on a file: DATA TARGET PLAN WORKERS TIMES. Each worker is a process with one thread; starting them is not timed.
Prints JSON: the least seconds of a training by the plan, and a digest of the model."""
import hashlib
import json
import sys
import tempfile
import time


def main(data, plan_file, workers, times):
    import priory
    import priory.dask
    from distributed import Client, LocalCluster
    plan = priory.read_plan(plan_file)
    least = float('inf')
    with (tempfile.TemporaryDirectory() as folder,
          LocalCluster(n_workers=workers, threads_per_worker=1, processes=True, dashboard_address=None, local_directory=folder) as cluster,
          Client(cluster) as client):
        client.run(lambda: __import__('priory.dask'))
        for _ in range(times):
            begin = time.perf_counter()
            model = priory.dask.train(data, plan=plan)
            least = min(least, time.perf_counter() - begin)
    print(json.dumps({'seconds': {'train': least}, 'model': hashlib.sha256(model.to_bytes()).hexdigest(), 'rows': model.n_rows}))


if __name__ == '__main__':
    main(sys.argv[1], sys.argv[2], *map(int, sys.argv[3:]))
