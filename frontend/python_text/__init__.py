"""IR to Python text, the language of code in archives (docs/python-text.md)."""

from xdsl_torchscript.frontend.python_text.program import PrintedProgram as PrintedProgram
from xdsl_torchscript.frontend.python_text.program import print_function as print_function
from xdsl_torchscript.frontend.python_text.program import print_program as print_program
from xdsl_torchscript.frontend.python_text.program import print_text as print_text
from xdsl_torchscript.frontend.python_text.scope import PythonPrintError as PythonPrintError
