"""The language in which administrators write conditions and values: CEL, without anything that cannot be bounded.

`language.compile_expression` takes a text and either refuses it, with line and column, or returns an `Expression` that
may be evaluated on the threads of a server: it sees the attributes and the time that it is given, changes nothing, and
its time and memory are bounded before it starts. `ExpressionRefused` and `EvaluationFailed` are all that is raised.

`engine` is the adapter of the library and alone in importing it: with a syntax tree (`tree`), evaluation, and nothing
else of the library's showing, it can be replaced. `cost` computes bounds on that tree and knows each function that the
language has; what it does not know is refused. This package knows neither HTTP nor configuration: policies of the
engine use it as well as the administrators' test.
"""
