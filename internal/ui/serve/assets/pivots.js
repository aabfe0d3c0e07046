// Places nodes by their distances from a few of them, the pivots, in two dimensions: "Eigensolver Methods for
// Progressive Multidimensional Scaling of Large Data" [BP07, Brandes and Pich]. It shows the shape of a large net at
// once, as the ring that philosophers sit in, which forces from any other start do not find. Time: pivots times arcs.

const pivotCount = 40;

// byPivots returns [{x, y}…] for n nodes, with arcs as pairs; far is the length of an arc.
function byPivots(n, arcs, far) {
  const beside = Array.from({ length: n }, () => []);
  for (const [a, b] of arcs) {
    beside[a].push(b);
    beside[b].push(a);
  }
  // each pivot is a node that is far from all before
  const columns = [];
  const nearest = new Float64Array(n).fill(Infinity);
  for (let pivot = 0; columns.length < Math.min(pivotCount, n);) {
    const d = distances(beside, pivot);
    columns.push(d);
    for (let i = 0; i < n; i++) nearest[i] = Math.min(nearest[i], d[i]);
    pivot = nearest.indexOf(nearest.reduce((a, b) => Math.max(a, b)));
  }
  // squares of distances, with means of rows, columns and all taken away
  const rows = Array.from({ length: n }, (_, i) => columns.map((d) => d[i] * d[i]));
  const mean = (list) => list.reduce((a, b) => a + b, 0) / list.length;
  const ofColumns = columns.map((_, k) => mean(rows.map((r) => r[k])));
  const ofAll = mean(ofColumns);
  for (const r of rows) {
    const ofRow = mean(r);
    for (let k = 0; k < r.length; k++) r[k] = (ofRow + ofColumns[k] - ofAll - r[k]) / 2;
  }
  const first = direction(rows, null);
  const second = direction(rows, first);
  const at = rows.map((r) => ({ x: dot(r, first), y: dot(r, second) }));
  // the arcs shall be far long, in the mean
  const long = mean(arcs.map(([a, b]) => Math.hypot(at[a].x - at[b].x, at[a].y - at[b].y))) || 1;
  at.forEach((p, i) => {
    p.x = (p.x * far) / long + (i % 7); // equal ones must not stay in one point
    p.y = (p.y * far) / long + (i % 5);
  });
  return at;
}

// distances counts the arcs to each node; one that is in another part counts as beyond the farthest.
function distances(beside, from) {
  const d = new Float64Array(beside.length).fill(Infinity);
  const found = [from];
  d[from] = 0;
  for (let i = 0; i < found.length; i++) {
    for (const b of beside[found[i]]) if (d[b] === Infinity) ((d[b] = d[found[i]] + 1), found.push(b));
  }
  const beyond = 2 * (d[found.at(-1)] + 1);
  return d.map((x) => (x === Infinity ? beyond : x));
}

const dot = (a, b) => a.reduce((sum, x, i) => sum + x * b[i], 0);

// direction returns the longest axis of the rows, by power iteration, at right angles to another one if given.
function direction(rows, other) {
  let v = rows[0].map((_, k) => Math.sin(k + 1));
  for (let i = 0; i < 60; i++) {
    const next = new Array(v.length).fill(0);
    for (const r of rows) {
      const s = dot(r, v);
      for (let k = 0; k < r.length; k++) next[k] += s * r[k];
    }
    if (other) {
      const s = dot(next, other);
      for (let k = 0; k < next.length; k++) next[k] -= s * other[k];
    }
    const length = Math.hypot(...next) || 1;
    v = next.map((x) => x / length);
  }
  return v;
}
