// What is certain without the state space: invariants and bounds.

function mount(app, root) {
  root.textContent = "not there yet";
}

export default { id: "facts", title: "Facts", mount };
