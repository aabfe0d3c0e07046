// Arcs as lines through points, [x, y, x, y, …], rounded at those between the ends.

// trace draws a line.
export function trace(c, line) {
  c.moveTo(line[0], line[1]);
  for (let i = 2; i < line.length - 2; i += 2) {
    const last = i === line.length - 4;
    const [x, y] = last ? [line[i + 2], line[i + 3]] : [(line[i] + line[i + 2]) / 2, (line[i + 1] + line[i + 3]) / 2];
    c.quadraticCurveTo(line[i], line[i + 1], x, y);
  }
  if (line.length === 4) c.lineTo(line[2], line[3]);
}

// along returns the point at a part, from 0 to 1, of the way through the points.
export function along(line, part) {
  const lengths = [];
  for (let i = 2; i < line.length; i += 2) lengths.push(Math.hypot(line[i] - line[i - 2], line[i + 1] - line[i - 1]));
  let left = part * lengths.reduce((a, b) => a + b, 0);
  for (let i = 0; i < lengths.length; i++) {
    if (left <= lengths[i] || i === lengths.length - 1) {
      const t = Math.min(1, left / (lengths[i] || 1));
      return [line[2 * i] + t * (line[2 * i + 2] - line[2 * i]), line[2 * i + 1] + t * (line[2 * i + 3] - line[2 * i + 1])];
    }
    left -= lengths[i];
  }
}

// samples calls mark with points of a line as it is drawn, about so far from each other.
export function samples(line, far, mark) {
  let [x0, y0] = line;
  for (let i = 2; i < line.length; i += 2) {
    const last = i >= line.length - 4;
    const [cx, cy] = [line[i], line[i + 1]];
    const [x1, y1] = line.length === 4 ? [cx, cy] : last ? line.slice(-2) : [(cx + line[i + 2]) / 2, (cy + line[i + 3]) / 2];
    const n = Math.ceil((Math.hypot(cx - x0, cy - y0) + Math.hypot(x1 - cx, y1 - cy)) / far) || 1;
    for (let k = 0; k <= n; k++) {
      const [t, u] = [k / n, 1 - k / n];
      mark(u * u * x0 + 2 * u * t * cx + t * t * x1, u * u * y0 + 2 * u * t * cy + t * t * y1);
    }
    [x0, y0] = [x1, y1];
    if (last) break;
  }
}
