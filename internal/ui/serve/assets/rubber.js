// What is being drawn in the editor and is not there yet: an arc from a node to the pointer, or a rectangle.

// rubber paints it on the canvas above the drawing. ed is the editor, see edit.js.
export function rubber(ed, c, view, colours) {
  const onto = ([x, y]) => [view.k * x + view.x, view.k * y + view.y];
  c.strokeStyle = colours.link;
  c.lineWidth = 2;
  c.setLineDash([6, 4]);
  if (ed.area) {
    const [[x1, y1], [x2, y2]] = [onto(ed.area.from), onto(ed.area.to)];
    c.strokeRect(x1, y1, x2 - x1, y2 - y1);
  }
  const end = ed.pointer || ed.target?.at;
  if (ed.from?.at && end) {
    c.beginPath();
    c.moveTo(...onto(ed.scene.border(ed.index.get(ed.from), ...end)));
    c.lineTo(...onto(end));
    c.stroke();
  }
  c.setLineDash([]);
}
