// Where the nodes of a net stand: asked of a worker, so that the page goes on.

import { sizeOf } from "./scene.js";

const mostLayered = 260; // nodes; larger nets are wider than any window, layer by layer
const patience = 2500; // milliseconds for layers: few nodes with many arcs, or long ones, may take minutes

let worker = null;
let late = 0; // the timer of layers

// layOut calls moved(at, ways, done) with the coordinates of the nodes, [x, y, x, y, …], more than once for large nets,
// and with points between the ends of each arc or null. A new call ends the one before.
export function layOut(net, moved) {
  const message = { sizes: net.nodes.map(sizeOf), arcs: net.arcs.map((a) => [a.from, a.to]) };
  const forces = () => {
    ask({ ...message, by: "forces" }, moved);
    worker.onerror = (e) => {
      e.preventDefault();
      moved(grid(net.nodes.length), null, true);
    };
  };
  if (net.nodes.length === 0) return ask(null, moved);
  if (net.nodes.length > mostLayered) return forces();
  ask({ ...message, by: "layers" }, moved);
  late = setTimeout(forces, patience);
  worker.onerror = (e) => {
    e.preventDefault(); // the library goes deeper than the stack along many long arcs, which is no fault of the page
    forces();
  };
}

// ask ends the worker that there is, and has another one work; without a message there is nothing to lay out.
function ask(message, moved) {
  worker?.terminate();
  clearTimeout(late);
  worker = null;
  if (!message) return moved([], null, true);
  const one = (worker = new Worker("layoutworker.js"));
  one.onmessage = ({ data }) => {
    if (one !== worker) return; // sent before it was ended
    clearTimeout(late);
    moved(data.at, data.ways || null, data.done);
  };
  one.postMessage(message);
}

// grid is where nodes stand if nothing better is known.
export function grid(n) {
  const columns = Math.ceil(Math.sqrt(n));
  return Array.from({ length: n }, (_, i) => [80 * (i % columns), 80 * Math.floor(i / columns)]).flat();
}
