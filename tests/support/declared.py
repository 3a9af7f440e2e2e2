"""Values of an option, right and wrong, from its declaration alone: a new one is tried without a
line here."""
import numpy as np

from c45lit.specification.declaration import Options, declared
from c45lit.specification.declaring import ParameterGroup

WIDE = 8  # numbers of an open range are drawn from its first so many units


def lacks_its_price(parameters):
    "Whether sets should pay bits by a criterion that has none."
    return parameters.get('discrete') == 'priced_subset' and not Options(
        parameters.get('criterion', 'gain_ratio')).criterion.in_bits


def drawn(about, rng):
    "A value that an option may have: a choice, a value to try, a number of its range, or a record."
    pool = list(filter(about.takes, (*about.choices, *about.words(), *about.tries)))
    kind = about.kind if isinstance(about.kind, type) else object
    numbers, records = 2 * (about.low is not None), int(issubclass(kind, ParameterGroup))
    i = int(rng.integers(len(pool) + numbers + records))
    if i < len(pool): return pool[i]
    return number(about, rng) if i < len(pool) + numbers else drawn_record(kind, rng)


def may_be_drawn(about):
    "Whether the declaration itself has values."
    return bool(about.choices or about.words() or about.tries or about.low is not None)


def number(about, rng):
    "A number of an option's range, most of them near its low end."
    if about.whole: return int(min(about.low + rng.integers(4), about.high))
    width = min(about.high - about.low, WIDE)
    return round(float(about.low + width * max(rng.random(), 0.1 * about.above) ** 2), 4)


def drawn_record(kind, rng, **said):
    "A record, about half of its parameters drawn; what is said stays."
    drawn_too = {name: drawn(about, rng) for name, about in declared(kind).items()
                 if name not in said and rng.random() < 0.5}
    return kind(**said, **drawn_too)


STRANGE = [None, True, False, 2, -1, 0, 0.5, 1.5, 25, np.nan, np.inf, 10 ** 400, '', 'nobody',
           '0.25', (), [], {}, {'nobody': 1}, 1j, object()]


def wrong_for(about):
    "Values that an option may not have: strange ones, and those beside its range."
    beside = [] if about.low is None else [
        about.low - 1, about.low - 1e-9, about.high * 2 + 1, str(about.low),
        *[about.low] * about.above, *[about.low + 0.5] * about.whole]
    return [value for value in (*STRANGE, *beside) if not about.takes(value)]
