// The state space while it is explored, and its decision diagram by level.

function mount(app, root) {
  root.textContent = "not there yet";
}

export default { id: "space", title: "State space", mount };
