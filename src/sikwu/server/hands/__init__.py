"""Answers about hands and rules: functions from a request to an answer, without HTTP and without state.

hand         a hand in any state: the answer of POST /hand
answers      scores, reasons, comparisons
case_lines   lines of cases within a budget; child: in a child process; long_answers: with backpressure
catalogue    rulesets, options, patterns with their examples
house        a house's own rules: checked, compared, tried on hands
references   the rules that a request names; shelf: rules seen before, in the database
about        versions, licences, and which data are stored where
operations   every path of this room with its shapes; desk: the resources that answers need
"""
