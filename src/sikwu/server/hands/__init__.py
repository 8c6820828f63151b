"""What is answered about hands and rules: functions from a request to an answer that know no HTTP and keep nothing.

hand         a hand in whatever state: what POST /hand answers
answers      scores, reasons, comparisons
case_lines   lines of cases, within a budget; child: in a process of its own; long_answers: only as fast as they are read
catalogue    rulesets, options, patterns with their examples
house        a house's own rules: checked, compared, tried on hands
references   which rules a request means; shelf: those that were seen before, in the database
about        versions, licences, what is stored where
operations   every path of these with its shapes; desk: what they are answered with
"""
