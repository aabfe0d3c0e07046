// The drawing of the net, with the tokens of the game, or of an overlay.

function mount(app, root) {
  root.textContent = "not drawn yet";
}

export default { mount };
