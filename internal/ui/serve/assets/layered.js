// Where the nodes of a graph stand whose rows are given: markings by their distance, nodes of a diagram by their level.
// Edges that cross rows go through points of their own there. Points of a row are ordered by where their neighbours
// stand, row after row, down and up, and then moved as near to these as the order and their widths allow.

const sweeps = 8;

// layered returns {x, ways, width}: x of each node, and for each edge the points {x, row} where it crosses rows on its
// way. rows[i] is the row of node i, edges are pairs of nodes, widths[i] is the room that node i needs.
export function layered(rows, edges, widths) {
  const points = rows.map((row, i) => ({ row, width: widths[i], up: [], down: [], x: 0 }));
  const join = (a, b) => {
    a.down.push(b);
    b.up.push(a);
  };
  const ways = edges.map(([from, to]) => {
    const down = rows[from] <= rows[to];
    const [high, low] = down ? [points[from], points[to]] : [points[to], points[from]];
    const way = [];
    let last = high;
    for (let row = high.row + 1; row < low.row; row++) {
      const p = { row, width: 10, up: [], down: [], x: 0 };
      points.push(p);
      way.push(p);
      join(last, p);
      last = p;
    }
    if (high.row !== low.row) join(last, low);
    return down ? way : way.reverse();
  });
  const list = Array.from({ length: Math.max(-1, ...rows) + 1 }, () => []);
  for (const p of points) list[p.row].push(p);
  order(list);
  for (let i = 0; i < 2 * sweeps; i++) move(list, i % 2 === 0);
  const left = Math.min(0, ...points.map((p) => p.x - p.width / 2));
  for (const p of points) p.x -= left;
  return {
    x: points.slice(0, rows.length).map((p) => p.x),
    ways,
    width: Math.max(0, ...points.map((p) => p.x + p.width / 2)),
  };
}

const mean = (list) => list.reduce((sum, p) => sum + p.x, 0) / list.length;

// order sorts the points of each row.
function order(list) {
  const number = (row) => row.forEach((p, i) => (p.x = i));
  list.forEach(number);
  for (let i = 0; i < sweeps; i++) {
    const side = i % 2 === 0 ? "up" : "down";
    for (const row of i % 2 === 0 ? list : list.toReversed()) {
      for (const p of row) p.wanted = p[side].length > 0 ? mean(p[side]) : p.x;
      row.sort((a, b) => a.wanted - b.wanted);
      number(row);
    }
  }
}

// move brings each row as near to its neighbours as it may stand: the least sum of squares. Points that would overlap
// stand side by side as one block, whose place is the mean of theirs.
function move(list, down) {
  const side = down ? "up" : "down";
  for (const row of down ? list : list.toReversed()) {
    const blocks = [];
    for (const p of row) {
      let block = { points: [p], sum: p[side].length > 0 ? mean(p[side]) : p.x, length: 0 };
      for (
        let last = blocks.at(-1);
        last && start(last) + last.length + gap(last, block) > start(block);
        last = blocks.at(-1)
      ) {
        block = together(blocks.pop(), block);
      }
      blocks.push(block);
    }
    for (const b of blocks) {
      let x = start(b);
      b.points.forEach((p, i) => {
        if (i > 0) x += between(b.points[i - 1], p);
        p.x = x;
      });
    }
  }
}

// A block has the sum of the places that its first point would have for each of its points, and its length from the
// first point to the last.
const start = (b) => b.sum / b.points.length;
const between = (a, b) => (a.width + b.width) / 2;
const gap = (a, b) => between(a.points.at(-1), b.points[0]);
function together(a, b) {
  const shift = a.length + gap(a, b);
  return { points: a.points.concat(b.points), sum: a.sum + b.sum - shift * b.points.length, length: shift + b.length };
}
