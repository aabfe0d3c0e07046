// The signs of a drawing: heads of arcs, tokens, numbers. Each is added to a path, or painted, at a point of the net.

export const radius = 15; // of a place
export const tau = 2 * Math.PI;

// head adds an arrow head to a path, so far before the end of a line.
export function head(path, line, before) {
  const [x0, y0, x1, y1] = line.slice(-4);
  const angle = Math.atan2(y1 - y0, x1 - x0);
  const [x, y] = [x1 - before * Math.cos(angle), y1 - before * Math.sin(angle)];
  path.moveTo(x, y);
  for (const turn of [-0.4, 0.4]) path.lineTo(x - 8 * Math.cos(angle + turn), y - 8 * Math.sin(angle + turn));
  path.closePath();
}

// diamond adds the end of a transport arc to a path.
export function diamond(path, line) {
  const [x0, y0, x1, y1] = line.slice(-4);
  const length = Math.hypot(x1 - x0, y1 - y0) || 1;
  const [dx, dy] = [(x1 - x0) / length, (y1 - y0) / length];
  path.moveTo(x1, y1);
  const to = (back, aside) => path.lineTo(x1 - back * dx - aside * dy, y1 - back * dy + aside * dx);
  to(6, 3.5);
  to(12, 0);
  to(6, -3.5);
  path.closePath();
}

// round adds the circle of an inhibitor arc at the end of a line.
export function round(path, line) {
  const [x0, y0, x, y] = line.slice(-4);
  const length = Math.hypot(x - x0, y - y0) || 1;
  const [cx, cy] = [x - (4 * (x - x0)) / length, y - (4 * (y - y0)) / length];
  path.moveTo(cx + 4, cy);
  path.arc(cx, cy, 4, 0, tau);
}
const spots = [
  [[0, 0]],
  [[-5, 0], [5, 0]],
  [[0, -5], [-5, 4], [5, 4]],
  [[-5, -5], [5, -5], [-5, 5], [5, 5]],
  [[-6, -6], [6, -6], [0, 0], [-6, 6], [6, 6]],
];

// dots adds one to five tokens to a path.
export function dots(path, x, y, count) {
  const r = count === 1 ? 5 : 3.4;
  for (const [dx, dy] of spots[count - 1]) {
    path.moveTo(x + dx + r, y + dy);
    path.arc(x + dx, y + dy, r, 0, tau);
  }
}

// number writes the number of tokens of a place.
export function number(c, x, y, text) {
  const shown = text.length > 6 ? text.slice(0, 3) + "…" : text;
  c.font = `600 ${shown.length > 3 ? 9 : 12}px system-ui, sans-serif`;
  c.textAlign = "center";
  c.textBaseline = "middle";
  c.fillText(shown, x, y + 0.5);
}
