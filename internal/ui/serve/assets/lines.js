// Arcs as lines through points, [x, y, x, y, …], whose corners are rounded.

const corner = 18; // how far from a point between the ends a line begins to turn, at most

// turns calls turn(x1, y1, x, y, x2, y2) for each point between the ends: the line goes straight to (x1, y1) and turns
// there around (x, y) to (x2, y2).
function turns(line, turn) {
  for (let i = 2; i < line.length - 2; i += 2) {
    const [x0, y0, x, y, x3, y3] = line.slice(i - 2, i + 4);
    const [before, after] = [Math.hypot(x - x0, y - y0) || 1, Math.hypot(x3 - x, y3 - y) || 1];
    const by = Math.min(corner, before / 2, after / 2);
    const [s, t] = [by / before, by / after];
    turn(x + s * (x0 - x), y + s * (y0 - y), x, y, x + t * (x3 - x), y + t * (y3 - y));
  }
}

// trace draws a line.
export function trace(c, line) {
  c.moveTo(line[0], line[1]);
  turns(line, (x1, y1, x, y, x2, y2) => {
    c.lineTo(x1, y1);
    c.quadraticCurveTo(x, y, x2, y2);
  });
  c.lineTo(line.at(-2), line.at(-1));
}

// along returns the point at a part, from 0 to 1, of the way through the points.
export function along(line, part) {
  const lengths = [];
  for (let i = 2; i < line.length; i += 2) lengths.push(Math.hypot(line[i] - line[i - 2], line[i + 1] - line[i - 1]));
  let left = part * lengths.reduce((a, b) => a + b, 0);
  for (let i = 0; i < lengths.length; i++) {
    if (left <= lengths[i] || i === lengths.length - 1) {
      const t = Math.min(1, left / (lengths[i] || 1));
      const [x0, y0, x1, y1] = line.slice(2 * i, 2 * i + 4);
      return [x0 + t * (x1 - x0), y0 + t * (y1 - y0)];
    }
    left -= lengths[i];
  }
}

// samples calls mark with points of a line as it is drawn, about so far from each other.
export function samples(line, far, mark) {
  let [x0, y0] = line;
  const straight = (x1, y1) => {
    const n = Math.ceil(Math.hypot(x1 - x0, y1 - y0) / far) || 1;
    for (let k = 0; k <= n; k++) mark(x0 + (k / n) * (x1 - x0), y0 + (k / n) * (y1 - y0));
    [x0, y0] = [x1, y1];
  };
  turns(line, (x1, y1, x, y, x2, y2) => {
    straight(x1, y1);
    mark((x1 + 2 * x + x2) / 4, (y1 + 2 * y + y2) / 4); // the middle of the turn
    [x0, y0] = [x2, y2];
  });
  straight(line.at(-2), line.at(-1));
}

// partAt returns between which two points of a line a point is nearest: 0 for the first two.
export function partAt(line, x, y) {
  let [best, least] = [0, Infinity];
  for (let i = 0; i + 3 < line.length; i += 2) {
    const [x0, y0, x1, y1] = line.slice(i, i + 4);
    const [dx, dy] = [x1 - x0, y1 - y0];
    const t = Math.min(1, Math.max(0, ((x - x0) * dx + (y - y0) * dy) / (dx * dx + dy * dy || 1)));
    const far = Math.hypot(x0 + t * dx - x, y0 + t * dy - y);
    if (far < least) [best, least] = [i / 2, far];
  }
  return best;
}

// needed drops the points between the ends that are about so near to the straight line between their neighbours.
export function needed(points, near) {
  const list = [...points];
  for (let i = list.length - 2; i > 0; i--) {
    const [[x0, y0], [x, y], [x1, y1]] = list.slice(i - 1, i + 2);
    const length = Math.hypot(x1 - x0, y1 - y0) || 1;
    if (Math.abs((x1 - x0) * (y - y0) - (y1 - y0) * (x - x0)) / length < near) list.splice(i, 1);
  }
  return list;
}
