"""`make bench`, or `python tests/benchmarks [NAME ...] [--limit ROWS] [--out FILE]`: speed, growth,
memory and start."""
import argparse

from timing import keep

MACHINE = 'a 2-core virtual machine'


def benchmarks() -> dict:
    "Name -> what it does, given the greatest number of rows."
    import fits
    import forests
    import growth
    import limits
    import memory
    import start
    import steps
    return {'fit-100k': fits.fit_100k, 'fit-1m': fits.fit_1m, 'fit-5-classes': fits.fit_5_classes,
            'fit-flights': fits.fit_flights, 'fit-jobs': fits.fit_jobs, 'fit-r8': fits.fit_r8,
            'prune': fits.prune,
            'predict': fits.predict, 'predict-unknown': fits.predict_unknown,
            'forest-fit': forests.fit, 'forest-predict': forests.predict,
            'forest-1m': forests.of_a_million,
            'forest-accuracy': forests.on_sets,
            'growth-rows': growth.rows,
            'growth-columns': growth.attributes, 'growth-kinds': growth.kinds,
            'growth-values': growth.values,
            'growth-classes': growth.classes,
            'memory': memory.peaks,
            'start': start.cold, 'start-read-only': start.read_only,
            'steps': steps.story, 'bandwidth': limits.bandwidth}


def main():
    "Run the benchmarks whose names start with the words given; all of them without any."
    parser = argparse.ArgumentParser(prog='python tests/benchmarks', description=__doc__)
    parser.add_argument('names', nargs='*', metavar='NAME',
                        help='how the name of a benchmark starts; all by default')
    parser.add_argument('--limit', type=int, default=4_000_000, metavar='ROWS',
                        help='no table has more rows')
    parser.add_argument('--out', metavar='FILE',
                        help='keep the results here, beside those of other benchmarks')
    parser.add_argument('--machine', default=MACHINE, help='the machine in words, for the file')
    options = parser.parse_args()
    every = benchmarks()
    chosen = [name for name in every if name.startswith(tuple(options.names) or '')]
    if not chosen: parser.error(f'no benchmark starts so; there are {", ".join(every)}')
    print(f'{"work":38} {"against":24} {"ours":>10} {"theirs":>10} {"ratio":>7}')
    for name in chosen:
        found = every[name](options.limit)
        if options.out: keep(options.out, {name: found}, options.machine)


if __name__ == '__main__': main()
