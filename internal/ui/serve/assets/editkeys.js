// The keys of the editor, as the dialog lists them.

export const editKeys = [
  ["P T", "a new place, a new transition, beside the chosen node"],
  ["A", "an arc from the chosen node: arrow keys or N B aim, Enter makes it, P or T a new end"],
  ["← → ↑ ↓, N B", "choose the node there; the next element, the one before"],
  ["S", "a rectangle from the chosen node: arrow keys or N B aim at its other corner, Enter chooses what is in it"],
  ["Shift ← → ↑ ↓", "move what is chosen"],
  ["V, Shift V", "a new bend of the chosen arc; make chosen arcs straight"],
  [", .", "the bend before, the next bend of the chosen arc"],
  ["+ −", "tokens of a place, weight of an arc"],
  ["K", "the next kind of the chosen arc, or of new arcs and priorities"],
  ["Enter, F2", "name and numbers; Enter there goes back"],
  ["Delete", "delete what is chosen: a bend, or nodes and arcs"],
  ["L", "lay the net out"],
  ["Ctrl Z, Ctrl Shift Z", "undo, redo"],
  ["Ctrl A, Ctrl S", "choose all nodes; save"],
];
