// Choosing all nodes in a rectangle: by the mouse from corner to corner, by keys from the chosen node to another one.

// area returns what hands.js calls. ed.area is the rectangle as it is drawn, {from, to} in points of the net, or null.
export function area(ed) {
  const inside = () => ed.draft.within(ed.area.from, ed.area.to);
  const count = (n) => (n === 1 ? "1 node" : `${n} nodes`);
  let more = []; // what was chosen before and stays so

  function show() {
    ed.stage.repaint();
    ed.say(`${count(inside().length)} in the rectangle.`);
  }
  function close() {
    const list = [...new Set([...more, ...inside()])];
    ed.area = ed.corner = ed.target = null;
    ed.choose(list);
  }
  return {
    // begin begins at a point of the net; what is chosen stays so if keep.
    begin(at, keep) {
      more = keep ? [...ed.chosen] : [];
      ed.area = { from: at, to: at };
    },
    draw(to) {
      ed.area.to = to;
      show();
    },
    close,
    // corner begins at the chosen node, by the keyboard; ed.aim goes on.
    corner() {
      const node = ed.node();
      if (!node?.at) return ed.say("A rectangle begins at the chosen node; choose one first.");
      more = [];
      ed.from = null;
      ed.corner = ed.target = node;
      ed.area = { from: node.at, to: node.at };
      ed.say("A rectangle from here: the arrow keys aim at its other corner, Enter chooses what is in it.");
      ed.show();
    },
    aim(node) {
      ed.target = node;
      ed.area.to = node.at;
      ed.show();
      show();
    },
  };
}
