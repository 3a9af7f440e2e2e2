"""How trees are grown in several tests."""
from c45lit.split import GAIN, Rules

BOOK = Rules(criterion=GAIN, min_cases=1, penalty=False, least_side=False, average=2)  # as the textbooks have it
FREE = Rules(criterion=GAIN, min_cases=1, penalty=False, least_side=False, average=0)  # as far as the data allow
