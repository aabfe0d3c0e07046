// Elements of SVG, and what charts and drawings have in common.

// svg returns an element of SVG.
export function svg(name, attributes = {}, ...inner) {
  const e = document.createElementNS("http://www.w3.org/2000/svg", name);
  for (const [k, v] of Object.entries(attributes)) if (v !== null && v !== undefined) e.setAttribute(k, v);
  e.append(...inner);
  return e;
}

// cut shortens a text to so many characters.
export const cut = (text, most) => (text.length > most ? text.slice(0, most - 1) + "…" : text);

// curve draws a line through points from top to bottom, or back, that is vertical at each.
export function curve(points) {
  let d = `M${points[0].x},${points[0].y}`;
  for (let i = 1; i < points.length; i++) {
    const [a, b] = [points[i - 1], points[i]];
    const middle = (a.y + b.y) / 2;
    d += `C${a.x},${middle} ${b.x},${middle} ${b.x},${b.y}`;
  }
  return d;
}

// count writes a number, given as one or as its digits, for people.
export const count = (n) => String(n).replace(/\B(?=(\d{3})+$)/g, ",");

// size writes bytes for people.
export function size(bytes) {
  const units = ["B", "KiB", "MiB", "GiB"];
  let i = 0;
  for (; bytes >= 1024 && i < units.length - 1; i++) bytes /= 1024;
  return `${bytes < 10 && i > 0 ? bytes.toFixed(1) : Math.round(bytes)} ${units[i]}`;
}

// seconds writes a time for people.
export const seconds = (s) =>
  s < 1 ? `${Math.max(1, Math.round(1000 * s))} ms` : s < 100 ? `${s.toFixed(1)} s` : `${Math.round(s)} s`;
