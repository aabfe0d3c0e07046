package serve

import (
	"fmt"
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"brim/internal/testkit/browser"

	"github.com/chromedp/chromedp/kb"
)

// said waits until the line below the drawing begins with a text.
func (p *artist) said(text string) {
	p.t.Helper()
	p.Until(fmt.Sprintf(`document.querySelector("#drawing .said").textContent.startsWith(%q)`, text))
}

// holds waits until the server has a document of which an expression in d is a text.
func (p *artist) holds(expression, want string) {
	p.t.Helper()
	p.Until(fmt.Sprintf(`import("./app.js").then(({ app }) => !app.editing() && app.api("GET", "document")).then((d) => d && %s === %q)`,
		expression, want))
}

// window returns where a point of the net is in the window.
func (p *artist) window(x, y float64) (float64, float64) {
	p.t.Helper()
	at := browser.Value[[]float64](p.Page, fmt.Sprintf(`import("./app.js").then(({ app: { stage: { view } } }) =>
		[view.k * %v + view.x, view.k * %v + view.y])`, x, y))
	return p.left + at[0], p.top + at[1]
}

// pull drags the mouse from one point of the net to another one, with Shift or without.
func (p *artist) pull(x, y, toX, toY float64, with ...kb.Modifier) {
	p.t.Helper()
	x, y = p.window(x, y)
	toX, toY = p.window(toX, toY)
	p.DragAt(x, y, toX, toY, with...)
}

const vias = `JSON.stringify(d.arcs.map((a) => a.via))`

// Bends are made, moved and taken out by the mouse and by keys, and stay when a node is moved.
func TestBends(t *testing.T) {
	p := drawing(t)
	defer p.Clean()
	p.Keys("p", "a", "t")
	p.sent(1, 1, 1)
	at := browser.Value[[][]float64](p.Page,
		`import("./app.js").then(({ app }) => app.api("GET", "document")).then((d) => [d.places[0].at, d.transitions[0].at])`)
	x, y := (at[0][0]+at[1][0])/2, at[0][1]
	point := func(dx, dy float64) string { return fmt.Sprintf("[%v,%v]", 10*math.Round((x+dx)/10), y+dy) }

	p.ClickAt(p.window(x, y)) // the arc
	p.said("arc from place p1 to transition t1")
	p.pull(x, y, x, y+40)
	p.said("bend of the arc")
	p.holds(vias, "[["+point(0, 40)+"]]")
	p.pull(10*math.Round(x/10), y+40, 10*math.Round(x/10)+20, y+60)
	p.holds(vias, "[["+point(20, 60)+"]]")
	p.Focus("#drawing canvas")
	p.Keys("v") // another one, by the keyboard
	p.said("bend ")
	p.Until(`document.querySelectorAll("#panel-edit [aria-pressed][id^=edit-bend]").length === 2`)
	p.Keys(".")
	p.Chord(kb.ArrowDown, kb.ModifierShift)
	p.Axe()
	p.Picture("edit-bends")
	p.Keys(kb.Delete)
	p.said("The bend is gone.")
	p.Until(`document.querySelectorAll("#panel-edit [aria-pressed][id^=edit-bend]").length === 1`)
	left := browser.Value[string](p.Page,
		`import("./app.js").then(({ app }) => app.settle().then(() => app.api("GET", "document"))).then((d) => `+vias+
			`)`)
	p.Keys(kb.ArrowRight) // a node
	p.Chord(kb.ArrowUp, kb.ModifierShift)
	p.holds(vias, left)
	p.ClickAt(p.window(at[0][0]+18, at[0][1]))
	p.Keys(kb.Escape, "n", "n", "n")
	p.said("arc from place p1")
	p.Press("#edit-bend-add")
	p.Until(`document.activeElement.id === "edit-bend-add" && document.querySelector("#edit-bend-remove")`)
	p.Press("#edit-bend-none")
	p.holds(vias, "[[]]")
	p.Focus("#drawing canvas")
	p.Chord("z", kb.ModifierCtrl)
	p.Until(`document.querySelectorAll("#panel-edit [aria-pressed][id^=edit-bend]").length === 2`)
}

// Several nodes are chosen by a rectangle, of the mouse, of keys, and in the list, then moved and deleted together.
func TestRectangle(t *testing.T) {
	p := drawing(t)
	defer p.Clean()
	chosen := func(want int) {
		t.Helper()
		p.Until(fmt.Sprintf(`document.querySelector("#panel-edit select[multiple]").selectedOptions.length === %d`,
			want))
	}
	p.Keys("p", "a", "t", "a", "p", "a", "t")
	p.sent(2, 2, 3)
	xs := `JSON.stringify([...d.places, ...d.transitions].map((n) => n.at[0]))`
	at := browser.Value[[][]float64](p.Page,
		`import("./app.js").then(({ app }) => app.api("GET", "document")).then((d) => [...d.places, ...d.transitions].map((n) => n.at))`)
	before := browser.Value[string](p.Page,
		`import("./app.js").then(({ app }) => app.api("GET", "document")).then((d) => `+xs+`)`)
	from, to := at[0], at[1]
	p.Keys(kb.Escape)
	p.pull(from[0]-30, from[1]-30, to[0]+30, to[1]+30, kb.ModifierShift)
	chosen(3) // with the transition between
	p.Chord(kb.ArrowLeft, kb.ModifierShift)
	p.Chord("z", kb.ModifierCtrl)
	p.holds(xs, before)
	p.tool("area")
	p.pull(from[0]-30, from[1]-30, from[0]+30, from[1]+30)
	chosen(1)
	p.tool("select")
	p.Focus("#drawing canvas")
	p.Keys("s", "n", "n", "n") // to the last transition
	p.said("4 nodes in the rectangle.")
	p.Keys(kb.Enter)
	chosen(4)
	p.Focus("#panel-edit select[multiple]")
	p.Keys(kb.Home)
	p.Chord(kb.ArrowDown, kb.ModifierShift)
	chosen(2)
	p.Focus("#drawing canvas")
	p.Keys(kb.Delete)
	p.sent(0, 2, 0)
	p.Chord("z", kb.ModifierCtrl)
	p.sent(2, 2, 3)
}

// Priorities join transitions, final markings are numbers of places, and both can be undone, saved and opened again.
func TestPrioritiesAndFinals(t *testing.T) {
	p := drawing(t)
	defer p.Clean()
	p.Keys("p", "a", "t", kb.Escape, kb.ArrowLeft, "a", "t", "p")
	p.sent(2, 2, 2)
	p.Keys("k", "k", "k", "k")
	p.said("New arcs between transitions: priorities.")
	p.Keys("n", "a", "n", kb.Enter)
	p.said("priority of transition t")
	p.holds(`JSON.stringify(d.over)`, "[[0,1]]")
	p.Chord("z", kb.ModifierCtrl)
	p.holds(`JSON.stringify(d.over)`, "[]")
	p.Keys(kb.Escape, "n", "n", "n", kb.F2) // the first transition
	p.Choose("#edit-over", "1")
	p.holds(`JSON.stringify(d.over)`, "[[0,1]]")
	p.Press("#edit-over-0")
	p.holds(`JSON.stringify(d.over)`, "[]")
	p.Choose("#edit-over", "1")
	p.Focus("#drawing canvas")
	p.Keys(kb.Escape)
	p.Press("#edit-final-add")
	p.Focus("#drawing canvas")
	p.Keys("n", "n")
	p.said("place p2, 0 tokens, 0 tokens in the end")
	p.set("final-0", "two")
	p.Until(`document.querySelector("#panel-edit .problems").textContent.includes('final marking 1 is "two"')`)
	p.set("final-0", "2")
	p.holds(`JSON.stringify(d.finals)`, `[["0","2"]]`)
	looked(p.Page, "edit-priorities", "#tabs")
	p.Chord("s", kb.ModifierCtrl)
	text := p.file("net1.pnml")
	path := filepath.Join(t.TempDir(), "again.pnml")
	if err := os.WriteFile(path, []byte(text), 0o666); err != nil {
		t.Fatal(err)
	}
	p.Upload("#open", path)
	p.Until(`document.querySelector("#models").selectedOptions[0]?.textContent === "again.pnml"`)
	p.holds(`JSON.stringify([d.over, d.finals])`, `[[[0,1]],[["0","2"]]]`)
	p.Press("#panel-edit [aria-label=Save] button:nth-child(2)")
	if svg := p.file("net1.svg"); strings.Count(svg, "stroke-dasharray") != 1 || strings.Count(svg, "<circle") != 3 {
		t.Errorf("the SVG is %s", svg)
	}
}

// A coloured net is shown while the editor is open, which says why it does not change it, and saved as it was sent.
func TestColouredInEditor(t *testing.T) {
	p := drawing(t, filepath.Join("..", "..", "..", "petri", "pnml", "testdata", "lift.pnml"), "dphil-col:3")
	defer p.Clean()
	address := strings.TrimSuffix(browser.Value[string](p.Page, "location.href"), "/")
	file := told[DocumentText](t, 200, "GET", address+"/api/models/2/text", nil)
	if !strings.Contains(file.Text, "symmetricnet") {
		t.Fatalf("the coloured net is %.300s", file.Text)
	}
	path := filepath.Join(t.TempDir(), "coloured.pnml")
	if err := os.WriteFile(path, []byte(file.Text+"<!-- mine -->"), 0o666); err != nil {
		t.Fatal(err)
	}
	p.Upload("#open", path)
	p.Until(`document.querySelector("#panel-edit .note").textContent.startsWith("coloured.pnml is a coloured net,")`)
	p.Until(`document.querySelector("#drawing canvas").getAttribute("aria-label").includes("coloured.pnml")`)
	p.Axe()
	p.Press("#panel-edit [aria-label=Save] button")
	if got := p.file("coloured.pnml"); got != file.Text+"<!-- mine -->" {
		t.Errorf("what is saved is %.300s", got)
	}
	choose(p.Page, 1) // nested units
	p.Until(`document.querySelector("#panel-edit .note").textContent.includes("nested unit")`)
	units := `d.units.list.map((u) => u.name + u.places.length).join()`
	before := browser.Value[string](p.Page,
		`import("./app.js").then(({ app }) => app.api("GET", "document")).then((d) => `+units+`)`)
	p.Until(`document.querySelector("#panel-edit .fields input")`)
	p.Focus("#drawing canvas")
	p.Keys("t") // a change
	p.Until(`import("./app.js").then(({ app }) => !app.editing() && app.model.version === 2)`)
	p.holds(units, before)
	p.Until(`import("./app.js").then(({ app }) => app.net.frames.filter((f) => f.kind === "unit").length > 1)`)
	p.Chord("a", kb.ModifierCtrl)
	p.Keys(kb.Delete)
	p.Until(`document.querySelector("#drawing .said").textContent.includes("So places are gone from the units")`)
	p.Chord("z", kb.ModifierCtrl)
	p.holds(units, before)
	browser.Value[any](p.Page, `import("./app.js").then(({ app }) => void (app.state().unsaved = false))`)
	choose(p.Page, 3)
	p.Until(`document.querySelector("#panel-edit .note").hidden && document.querySelector("#panel-edit .fields input")`)
}
