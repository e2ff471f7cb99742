"""How values, operations, gradients, variables, graphs and functions work. Packages in their order, from below: runtime,
values, ops, gradients, variables, random, graphs, graph_gradients, autograph, functions, graph_import. What a module has to
ask of one above it is declared in `runtime/interface.py`.
"""

from tfshim.engine import former_modules

former_modules.install()
