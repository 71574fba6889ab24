"""The language in which administrators write conditions and values: CEL, without functions that cannot be limited.

`language.compile_expression` takes a text and either refuses it, with line and column, or returns an `Expression` that
may be evaluated on the threads of a server: it sees the given attributes and the time, changes nothing, and its time
and memory are limited before it starts. `ExpressionRefused` and `EvaluationFailed` are the only exceptions.

`engine` is the adapter of the library and the only module that imports it: it exposes a syntax tree (`tree`) and
evaluation, so that it can be replaced. `cost` computes limits on that tree and knows each function of the language; an
unknown function is refused. This package knows neither HTTP nor configuration: policies of the engine use it as well as
the administrators' test.
"""
