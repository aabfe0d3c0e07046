// Questions, their answers, and a walk through what these rest on.

function mount(app, root) {
  root.textContent = "not there yet";
}

export default { id: "ask", title: "Questions", mount };
