package serve

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"brim/internal/testkit/browser"

	"github.com/chromedp/chromedp/kb"
)

// An artist draws nets in the editor.
type artist struct {
	*browser.Page
	t         *testing.T
	left, top float64 // of the drawing
	folder    string  // for files
}

// drawing returns an artist with an empty net, beside these models.
func drawing(t *testing.T, models ...string) *artist {
	t.Helper()
	p := &artist{Page: opened(t, models...), t: t, folder: t.TempDir()}
	p.Click("#new")
	p.Until(`document.querySelector("#panel-edit .fields input")?.value === "net1"`)
	p.Downloads(p.folder)
	at := browser.Value[[]float64](p.Page,
		`(({left, top}) => [left, top])(document.querySelector("#drawing canvas").getBoundingClientRect())`)
	p.left, p.top = at[0], at[1]
	return p
}

// sent waits until the server has a net with so many places, transitions and arcs.
func (p *artist) sent(places, transitions, arcs int) {
	p.t.Helper()
	p.Until(fmt.Sprintf(`import("./app.js").then(({ app }) => app.model && !app.editing() && [app.model.places, app.model.transitions, app.model.arcs].join() === "%d,%d,%d")`, places, transitions, arcs))
}

// document returns the net as the server has it: its name, nodes with their tokens, and arcs, sorted.
func (p *artist) document() string {
	p.t.Helper()
	return browser.Value[string](p.Page, `import("./app.js").then(({ app }) => app.api("GET", "document")).then((d) => [
		d.name, ...d.places.map((p) => p.id + " " + (p.initial || 0)).sort(), ...d.transitions.map((t) => t.id).sort(),
		...d.arcs.map((a) => [d.places[a.place].id, a.kind, a.weight || 1, d.transitions[a.transition].id].join(" ")).sort(),
	].join("\n"))`)
}

// file waits for a file that was saved, and returns its text.
func (p *artist) file(name string) string {
	p.t.Helper()
	path := filepath.Join(p.folder, name)
	for end := time.Now().Add(20 * time.Second); ; time.Sleep(10 * time.Millisecond) {
		if text, err := os.ReadFile(path); err == nil && len(text) > 0 {
			return string(text)
		} else if time.Now().After(end) {
			p.t.Fatalf("%s is not saved: %v", name, err)
		}
	}
}

func (p *artist) tool(name string) { p.Click(fmt.Sprintf("[data-tool=%s]", name)) }

// set writes a text into a field of what is chosen.
func (p *artist) set(field, text string) {
	p.t.Helper()
	p.Click("#edit-" + field)
	p.Chord("a", kb.ModifierCtrl)
	p.Keys(text)
}

// workflow is what both tests draw: a part is done by two hands, and a case may complete when one of them gave up.
const workflow = `loss
begin 1
done 0
left 0
ready 0
right 0
join
lose
skip
split
work
begin input 1 skip
begin input 1 split
done output 1 join
done output 1 lose
done output 1 skip
left input 1 work
left output 1 split
ready input 1 join
ready output 1 work
right input 1 join
right input 1 lose
right output 1 split`

// judge plays the workflow, asks whether it is sound, walks through the run that breaks it, saves the net in all forms,
// closes it, and opens it again.
func (p *artist) judge() {
	t := p.t
	t.Helper()
	p.sent(5, 5, 12)
	if got := p.document(); got != workflow {
		t.Errorf("the net is\n%s\nexpected\n%s", got, workflow)
	}
	p.Press("#tab-game")
	p.Until(`document.querySelector("#panel-game .where").textContent.startsWith("After 0 steps. 2 transitions can fire")`)
	p.Press("#panel-game .enabled button")
	p.Until(`document.querySelector("#panel-game .where").textContent.startsWith("After 1 step. 2 transitions can fire")`)
	p.Press("#tab-ask")
	p.Until(`document.querySelectorAll("#ask-name option").length > 10`)
	p.Choose("#ask-name", "sound")
	p.Press("#ask-name ~ button")
	p.Until(`document.querySelector("#panel-ask .verdict")?.textContent.includes("fails")`)
	p.Press("ul.findings li button")
	p.Until(`!document.querySelector("section.witness").hidden`)
	p.Focus(".tree")
	p.Keys(kb.End)
	p.Until(`document.querySelector("#panel-ask .tree").textContent.includes("lose")`)
	p.Press("#tab-edit")
	p.Until(`document.querySelector("#panel-edit:not([hidden]) .fields input")`)
	p.Chord("s", kb.ModifierCtrl)
	text := p.file("loss.pnml")
	p.Press("#panel-edit [aria-label=Save] button:nth-child(2)")
	if svg := p.file("loss.svg"); !strings.HasPrefix(svg, "<svg") || strings.Count(svg, "<circle") != 6 ||
		!strings.Contains(svg, ">skip<") {
		t.Errorf("the SVG is %s", svg)
	}
	p.Press("#panel-edit [aria-label=Save] button:nth-child(3)")
	if png := p.file("loss.png"); !strings.HasPrefix(png, "\x89PNG") {
		t.Errorf("the PNG begins with %.10q", png)
	}
	at := `import("./app.js").then(({ app }) => app.api("GET", "document")).then((d) => JSON.stringify([...d.places, ...d.transitions].map((n) => n.at)))`
	before := browser.Value[string](p.Page, at)
	p.Press("#close")
	p.Until(`!document.querySelector("#empty").hidden`)
	path := filepath.Join(t.TempDir(), "loss.pnml")
	if err := os.WriteFile(path, []byte(text), 0o666); err != nil {
		t.Fatal(err)
	}
	p.Upload("#open", path)
	p.Until(`document.querySelector("#models").selectedOptions[0]?.textContent === "loss.pnml" && document.querySelector("#panel-edit .fields input")?.value === "loss"`)
	p.sent(5, 5, 12)
	if got := p.document(); got != workflow {
		t.Errorf("the net that is opened again is\n%s\nexpected\n%s", got, workflow)
	}
	if got := browser.Value[string](p.Page, at); got != before {
		t.Errorf("the nodes stand at %s, before at %s", got, before)
	}
}

// A net of ten nodes is drawn from nothing by the mouse.
func TestEditorByMouse(t *testing.T) {
	p := drawing(t)
	defer p.Clean()
	at := map[string][2]float64{
		"begin": {80, 200}, "left": {240, 120}, "right": {240, 280}, "ready": {400, 120}, "done": {560, 200},
		"split": {160, 200}, "work": {320, 120}, "join": {480, 200}, "lose": {320, 340}, "skip": {320, 440},
	}
	x := func(name string) float64 { return p.left + at[name][0] }
	y := func(name string) float64 { return p.top + at[name][1] }
	p.set("name", "loss")
	for _, kind := range []struct {
		tool, field string
		nodes       []string
	}{
		{"place", "id", []string{"begin", "left", "right", "ready", "done"}},
		{"transition", "id", []string{"split", "work", "join", "lose", "skip"}},
	} {
		for _, name := range kind.nodes {
			p.tool(kind.tool)
			p.ClickAt(x(name), y(name))
			p.set(kind.field, name)
		}
	}
	p.tool("arc")
	for _, arc := range []string{"begin split", "split left", "split right", "left work", "work ready", "ready join",
		"right join",
		"join done", "right lose", "lose done", "begin skip", "skip done"} {
		from, to, _ := strings.Cut(arc, " ")
		p.DragAt(x(from), y(from), x(to), y(to))
	}
	p.tool("select")
	p.ClickAt(x("begin"), y("begin"))
	p.set("initial", "1")
	p.DragAt(x("skip"), y("skip"), x("skip"), y("skip")-30)
	p.Pause(3e8)
	looked(p.Page, "edit-mouse", "#tabs")
	p.judge()
}

// A net of ten nodes is drawn from nothing by the keyboard.
func TestEditorByKeyboard(t *testing.T) {
	p := drawing(t)
	defer p.Clean()
	name := func(text string) { // of what is chosen, and back to the drawing
		p.Keys(kb.F2) // Enter does the same, but the driver sends its character to the field, too
		p.Chord("a", kb.ModifierCtrl)
		p.Keys(text, kb.Enter)
	}
	if got := browser.Value[string](p.Page, "document.activeElement.localName"); got != "canvas" {
		t.Errorf("the focus is on %s", got)
	}
	name("loss")
	p.Keys("p")
	name("begin")
	p.Keys("+")
	for _, next := range []string{"t split", "p left", "t work", "p ready", "t join", "p done"} {
		key, called, _ := strings.Cut(next, " ")
		p.Keys("a", key) // an arc to a new node
		name(called)
	}
	done := func() { p.Keys("a", "n", "n", "n", "n", kb.Enter) } // an arc to the fourth place
	begin := func() {                                            // chooses the first place again
		p.Keys(kb.Escape, kb.ArrowRight)
		p.Until(`document.querySelector("#drawing .said").textContent.startsWith("place begin")`)
	}
	begin()
	p.Keys(kb.ArrowRight, "a", "p")
	name("right")
	p.Keys("a", "t")
	name("lose")
	done()
	begin()
	p.Keys(kb.ArrowRight, kb.ArrowDown)
	p.Until(`document.querySelector("#drawing .said").textContent.startsWith("place right")`)
	p.Keys("a", "n", "n", "n", kb.Enter)
	p.Until(`document.querySelector("#drawing .said").textContent.startsWith("arc from place right to transition join")`)
	begin()
	p.Keys("a", "t")
	name("skip")
	done()

	// a node too much, another kind of arc, and all of that taken back
	p.Keys(kb.Escape, kb.ArrowRight, "a", "t", "k")
	p.Chord(kb.ArrowDown, kb.ModifierShift)
	p.Keys("b", kb.Delete) // what was made before the node too much: skip, with two arcs
	p.sent(5, 5, 11)
	for range 3 {
		p.Chord("z", kb.ModifierCtrl)
	}
	p.Until(`document.querySelector("#drawing .said").textContent === "Undone."`)
	p.judge()
}

// Work is not lost without a question: when the page is left, and when the net is closed. A file is no work.
func TestUnsaved(t *testing.T) {
	p := drawing(t)
	defer p.Clean()
	leaving := func() bool {
		return browser.Value[bool](p.Page, `!window.dispatchEvent(new Event("beforeunload", { cancelable: true }))`)
	}
	if leaving() {
		t.Error("an empty net asks before the page is left")
	}
	p.Keys("p")
	p.sent(1, 0, 0)
	if !leaving() {
		t.Error("the page is left without a question")
	}
	p.Press("#close")
	p.Until(`document.querySelector("#closing").open`)
	p.Axe()
	p.Keys(kb.Escape)
	p.Until(`!document.querySelector("#closing").open`)
	p.sent(1, 0, 0)
	p.Press("#close")
	p.Press(`#closing [value="save"]`)
	p.Until(`!document.querySelector("#empty").hidden`)
	if text := p.file("net1.pnml"); !strings.Contains(text, `id="p1"`) {
		t.Errorf("what is saved: %s", text)
	}
	if leaving() {
		t.Error("what is saved and closed asks before the page is left")
	}
}

// Mistakes are named where they are, and the net before stays until they are repaired.
func TestMistakes(t *testing.T) {
	p := drawing(t)
	defer p.Clean()
	p.Keys("p", "a", "t")
	p.sent(1, 1, 1)
	p.Keys(kb.Escape, kb.ArrowRight)
	p.set("capacity", "few")
	p.Until(`document.querySelector("#panel-edit .problems").textContent.includes('the capacity is "few"')`)
	p.set("capacity", "3")
	p.Until(`!document.querySelector("#panel-edit .problems li")`)
	p.sent(1, 1, 1)
	p.Press("#tab-game")
	p.Until(`document.querySelector("#panel-game .where").textContent.startsWith("After 0 steps. Dead")`)
	p.Press("#tab-edit")
	p.Focus("#drawing canvas")
	p.Keys("+", "+", "+")
	p.Press("#tab-game") // at once: what was drawn is there
	p.Press("#panel-game .enabled button")
	p.Until(`document.querySelector("#panel-game .where").textContent.startsWith("After 1 step.")`)
}
