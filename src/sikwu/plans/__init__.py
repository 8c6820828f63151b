"""Plans: the hands that one may play for under some rules, and how far a hand is from each of them.

A *template* says what a hand is made of: some kinds; any sets, chows or pungs alone; or a shape without sets. What hands of a template are
worth is measured: complete ones are drawn and judged by the ruleset. A changed option or a house's own pattern changes the plans by itself,
and the sets of tiles that patterns speak of are templates too.
"""

from sikwu.plans.plan import Plan, RulesPlans, plans_of
from sikwu.plans.profile import Aim, aims, levels

__all__ = ["Aim", "Plan", "RulesPlans", "aims", "levels", "plans_of"]
