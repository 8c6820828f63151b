"""Plans: the kinds of hands that a player may aim for under some rules, and how far a hand is from each.

A *template* says what a hand is made of: which kinds; any sets, only chows or only pungs; or a shape without sets. The worth of a template is
measured: random complete hands of it are judged by the ruleset. So a changed option or a house's own pattern changes the plans without further
work. The sets of tiles that conditions of patterns name are templates too.
"""

from sikwu.plans.plan import Plan, RulesPlans, plans_of
from sikwu.plans.profile import Aim, aims, levels

__all__ = ["Aim", "Plan", "RulesPlans", "aims", "levels", "plans_of"]
