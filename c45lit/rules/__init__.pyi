from .leaf_rules import rules_from as rules_from
from .ruleset import RuleOptions as RuleOptions
from .ruleset import RuleSet as RuleSet
from .ruleset import extract_rules as extract_rules
from .ruleset import rules_frame as rules_frame
