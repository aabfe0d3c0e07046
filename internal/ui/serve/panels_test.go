package serve

import (
	"net"
	"strings"
	"testing"
	"time"

	"brim/check"
	"brim/internal/testkit/browser"

	"github.com/chromedp/chromedp/kb"
)

// opened opens the page of a server with these models, and returns it with the models' names in the list.
func opened(t *testing.T, models ...string) *browser.Page {
	t.Helper()
	ctx := t.Context()
	s, err := New(ctx, Options{Models: models, Limits: check.Limits{Memory: 2 << 30, Time: 5 * time.Minute}})
	if err != nil {
		t.Fatal(err)
	}
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	go func() { _ = s.Serve(ctx, l) }()
	return browser.Open(t, s.Address(l))
}

// State spaces, markings and facts, as people come to them: by the mouse and by the keyboard, in both themes and
// widths.
func TestPanels(t *testing.T) {
	p := opened(t, "dphil:3", "sr:300")
	rows := func() string {
		return browser.Value[string](p,
			`[...document.querySelectorAll("#panel-space .rows .places")].map((e) => e.textContent).join(" | ")`)
	}

	p.Press("#tab-space")
	p.Press("#panel-space .explore")
	p.Until(`document.querySelector("#panel-space .found")?.textContent.includes("Markings76")`)
	if n := p.Count("#panel-space .diagram .node"); n < 2 {
		t.Errorf("%d nodes are drawn", n)
	}
	before := rows()
	p.Focus("#panel-space .rows li:first-child .handle")
	p.Alt(kb.ArrowDown)
	after := rows()
	if b, a := strings.Split(before, " | "), strings.Split(after, " | "); len(b) < 2 || a[0] != b[1] || a[1] != b[0] {
		t.Errorf("Alt and an arrow made %s of %s", after, before)
	}
	if said := p.Text("#live"); !strings.Contains(said, "now level") {
		t.Errorf("what was said of it: %q", said)
	}
	p.Press("#panel-space .again")
	p.Until(`document.querySelectorAll("#panel-space .runs tbody tr").length === 2`)
	if got := rows(); got != after {
		t.Errorf("explored with %s, asked for %s", got, after)
	}
	looked(p, "space", "#tabs")
	p.Drag("#panel-space .rows li:last-child", "#panel-space .rows li:first-child")
	if got := rows(); got == after || !strings.HasPrefix(got, after[strings.LastIndex(after, " | ")+3:]) {
		t.Errorf("dragged the last one up: %s, before %s", got, after)
	}
	p.Press("#panel-space .reset")
	if got := rows(); got != before {
		t.Errorf("the chosen order is %s, was %s", got, before)
	}

	p.Press("#tab-markings")
	p.Until(`document.querySelectorAll("#panel-markings .marking").length > 20`)
	p.Focus("#panel-markings .graph")
	p.Keys(kb.ArrowDown, kb.ArrowDown)
	p.Until(`document.querySelector("#panel-markings .detail h3")?.textContent.startsWith("Marking 1")`)
	looked(p, "markings", "#tabs")
	p.Press("#panel-markings .there")
	p.Until(`JSON.parse(Object.values(sessionStorage)[0]).models["1"].at === 1`)

	p.Press("#tab-facts")
	p.Until(`document.querySelectorAll("#panel-facts .invariants button").length > 0`)
	browser.Value[bool](p,
		`import(location.href + "app.js").then((m) => (m.app.on("overlay", (x) => (window.overlay = x)), true))`)
	p.Press("#panel-facts .invariants button")
	const marked = `[...window.overlay.weights].map(([place, weight]) => (weight === "1" ? "" : weight + " ") + app.net.places[place].label).join(" + ")`
	equation := p.Text("#panel-facts .invariants button")
	got := browser.Value[string](p, `import(location.href + "app.js").then(({app}) => `+marked+`)`)
	if got+" = 1" != equation {
		t.Errorf("marked on the net: %s; the equation is %s", got, equation)
	}
	p.Until(`document.querySelector("#panel-facts .chosen")?.textContent.includes("where the game stands it is 1.")`)
	looked(p, "facts", "#tabs")
	p.Press("#panel-facts .sets button") // a siphon, and then a T-invariant with its transitions
	p.Until(`window.overlay.changed?.size > 0`)
	p.Press("#panel-facts section:last-child .sets button")
	p.Until(`window.overlay.transitions?.size > 0 && window.overlay.counts.size === window.overlay.transitions.size`)
	p.Pause(2e8)
	p.Picture("facts-set")

	p.Reload()
	p.Until(`document.querySelectorAll("#panel-facts .invariants button").length > 0`)
	p.Press("#tab-space")
	p.Until(`document.querySelectorAll("#panel-space .runs tbody tr").length === 2`)

	choose(p, 2)
	p.Press("#tab-space")
	p.Until(`!document.querySelector("#panel-space .explore").disabled`)
	p.Press("#panel-space .explore")
	p.Until(`document.querySelector("#panel-space .phase")?.textContent.length > 10`)
	p.Until(`document.querySelector("#panel-space .profile")`) // while it grows
	p.Reload()
	p.Until(`document.querySelector("#panel-space .profile")`)
	p.Axe()
	p.Press("#panel-space .stop")
	p.Until(`document.querySelector("#panel-space .found")?.textContent.includes("interrupted")`)
	if wrong := p.Errors(); len(wrong) > 0 {
		t.Errorf("the console has %q", wrong)
	}
}
