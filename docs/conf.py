"""How Sphinx makes the site: ``sphinx-build --fail-on-warning docs build/site``."""

from tripeaks_solver import __version__

project = "tripeaks"
author = "the authors of tripeaks_solver"
version = release = __version__

extensions = [
    "myst_parser",
    "sphinx.ext.autodoc",
    "sphinx.ext.napoleon",
    "sphinx_click",
]

root_doc = "index"
html_theme = "furo"
html_title = f"tripeaks {__version__}"
html_show_copyright = False

myst_heading_anchors = 3

autodoc_member_order = "bysource"
autodoc_typehints = "signature"
napoleon_use_ivar = True
autodoc_preserve_defaults = True
default_role = "code"
# Attributes of several classes share a name; Sphinx cannot know which one a docstring means.
suppress_warnings = ["ref.python"]
