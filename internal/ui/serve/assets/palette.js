// The colours of the style sheet as a canvas takes them. A custom property is text until an element uses it, so one
// does.

const names = ["paper", "panel", "ink", "soft", "rule", "strong", "link", "focus", "good", "bad", "doubt"];

export function palette() {
  const probe = document.createElement("span");
  document.body.append(probe);
  const colours = {};
  for (const name of names) {
    probe.style.color = `var(--${name})`;
    colours[name] = getComputedStyle(probe).color;
  }
  probe.remove();
  return colours;
}
