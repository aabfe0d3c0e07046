// What buttons of several panels share.

// able has a button work or not. One that has the focus keeps it until people leave it: its action must do nothing
// then.
export function able(button, can) {
  const focused = document.activeElement === button;
  button.disabled = !can && !focused;
  button.setAttribute("aria-disabled", !can);
  if (!can && focused)
    button.addEventListener("blur", () => (button.disabled = button.ariaDisabled === "true"), { once: true });
}
