"""How values, operations, gradients, variables, graphs and functions work. Packages in their order, from below: runtime,
values, ops, gradients, variables, random, graphs, graph_gradients, functions, graph_import, autograph.
"""

from tfshim.engine import former_modules

former_modules.install()
