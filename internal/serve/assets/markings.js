// The first markings as a graph.

function mount(app, root) {
  root.textContent = "not there yet";
}

export default { id: "markings", title: "Markings", mount };
