"""Runs the code cells of a notebook in order, without Jupyter, and prints the notebook with what they show.

    python3 notebook.py ../docs/tutorial.ipynb > new.ipynb

What a cell prints is one output, the value of its last expression another, with its _repr_html_ if it has one. A cell
that raises an exception ends the run. The tests compare the result with the notebook as it is stored.
"""

import ast
import contextlib
import io
import json
import sys


def lines(text):
    """Text as a notebook has it: a list of lines with their ends."""
    return text.splitlines(keepends=True)


def run(source, names):
    """Runs a cell, and returns what it prints and the value of its last expression."""
    body = ast.parse(source).body
    last = body.pop() if body and isinstance(body[-1], ast.Expr) else None
    printed = io.StringIO()
    with contextlib.redirect_stdout(printed):
        exec(compile(ast.Module(body, []), "cell", "exec"), names)
        value = eval(compile(ast.Expression(last.value), "cell", "eval"), names) if last else None
    return printed.getvalue(), value


def outputs(printed, value, count):
    if printed:
        yield {"name": "stdout", "output_type": "stream", "text": lines(printed)}
    if value is not None:
        data = {"text/plain": lines(repr(value))}
        if hasattr(value, "_repr_html_"):
            data = {"text/html": lines(value._repr_html_()), **data}
        yield {"data": data, "execution_count": count, "metadata": {}, "output_type": "execute_result"}


def main(path):
    with open(path, encoding="utf-8") as file:
        notebook = json.load(file)
    names, count = {"__name__": "__main__"}, 0
    for cell in notebook["cells"]:
        if cell["cell_type"] == "code":
            count += 1
            cell["execution_count"] = count
            cell["outputs"] = list(outputs(*run("".join(cell["source"]), names), count))
    sys.stdout.reconfigure(encoding="utf-8")
    print(json.dumps(notebook, indent=1, ensure_ascii=False, sort_keys=True))


if __name__ == "__main__":
    main(sys.argv[1])
