package serve

import (
	"context"
	"flag"
	"fmt"
	"net"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"brim/check"
	"brim/internal/testkit/browser"

	"github.com/chromedp/chromedp/kb"
)

// A session as people have one, by the keyboard alone: a file is opened, ten transitions fired and one taken back, two
// questions asked, a witness walked through, a long exploration stopped, and the page reloaded. The console stays
// empty, nothing is asked for elsewhere, and every view can be used by everybody.
func TestSession(t *testing.T) {
	p := opened(t, "dphil:3", "sr:400")
	defer p.Clean()
	laid(p)
	where := func(panel, want string) {
		t.Helper()
		p.Until(fmt.Sprintf(`document.querySelector("#panel-%s .where").textContent.includes(%q)`, panel, want))
	}

	// ten firings, and one back
	p.Focus("#tab-game")
	for i := range 10 {
		p.Press("#panel-game .enabled button")
		where("game", fmt.Sprintf("After %d step", i+1))
	}
	p.Press("#panel-game .row button:first-child")
	where("game", "After 9 of 10 steps")
	looked(p, "session-game", "#tabs")

	// two questions, and the tree of a witness
	p.Focus("#tab-game")
	p.Keys(kb.ArrowRight)
	question(p, "EF deadlock & EG !deadlock")
	p.Until(`document.querySelector("#panel-ask .verdict")?.textContent.includes("holds")`)
	p.Focus(".tree")
	before := p.Count(".tree [role=treeitem]")
	p.Keys(kb.ArrowDown, kb.ArrowRight) // into the first branch
	p.Until(fmt.Sprintf(`document.querySelectorAll(".tree [role=treeitem]").length > %d`, before))
	p.Keys(kb.ArrowDown, kb.ArrowDown, kb.ArrowDown)
	where("ask", "Marking")
	question(p, "AG !deadlock")
	p.Until(`document.querySelector("#panel-ask .verdict")?.textContent.includes("fails")`)
	p.Focus(".tree")
	p.Keys(kb.End)
	where("ask", "no transition is enabled")
	looked(p, "session-ask", "#tabs")

	// markings and facts
	p.Focus("#tab-ask")
	p.Keys(kb.ArrowRight, kb.ArrowRight)
	p.Until(`document.querySelectorAll("#panel-markings .marking").length > 5`)
	p.Keys(kb.ArrowRight)
	p.Until(`document.querySelectorAll("#panel-facts .invariants button").length > 0`)

	// a long exploration, stopped; it is known after a reload, as is where the game stands
	choose(p, 2)
	p.Until(`document.querySelector("#drawing canvas").getAttribute("aria-label").includes("sr:400")`)
	p.Press("#tab-space")
	p.Until(`!document.querySelector("#panel-space .explore").disabled`)
	p.Press("#panel-space .explore")
	p.Until(`document.querySelector("#panel-space .stop")?.getClientRects().length`)
	p.Reload()
	p.Until(`document.querySelector("#tab-space").getAttribute("aria-selected") === "true" && document.querySelector("#models").value === "2"`)
	p.Press("#panel-space .stop")
	p.Until(`document.querySelector("#panel-space .found")?.textContent.includes("interrupted")`)
	looked(p, "session-space", "#tabs")
	choose(p, 1)
	where("game", "After 9 of 10 steps")

	// the keys
	p.Focus("#tab-space")
	p.Keys("?")
	p.Until(`document.querySelector("#keys").open`)
	looked(p, "session-keys", "#tabs")
	p.Keys(kb.Escape)
	p.Until(`!document.querySelector("#keys").open`)
	p.Alt("2")
	p.Until(`document.activeElement.id === "tab-ask"`)
}

// Without a net the page says how to open one, and has nothing that needs one.
func TestNoNet(t *testing.T) {
	p := opened(t)
	defer p.Clean()
	if got := p.Text("#empty"); p.Count("#empty:not([hidden])") != 1 || !strings.Contains(got, "Open a PNML file") {
		t.Errorf("the page says %q", got)
	}
	if n := p.Count("#main[hidden]"); n != 1 {
		t.Error("what needs a net is shown")
	}
	p.Axe()
	file, err := filepath.Abs(filepath.Join("..", "..", "..", "examples", "bakery.pnml"))
	if err != nil {
		t.Fatal(err)
	}
	p.Upload("#open", file)
	p.Until(`!document.querySelector("#main").hidden && document.querySelector("#panel-game .where").textContent.startsWith("After 0 steps")`)
	laid(p)
}

// Circuits and listed systems are drawn and asked on the page, which says what it has not for circuits, and a net after
// them is played.
func TestSystemPage(t *testing.T) {
	path := filepath.Join(t.TempDir(), "lamp.aut")
	if err := os.WriteFile(path, []byte(lampText), 0o666); err != nil {
		t.Fatal(err)
	}
	p := opened(t, path, check.Motor, "dphil:3")
	defer p.Clean()
	laid(p)
	p.Until(`document.querySelector("#drawing .said").textContent === "3 states, 4 transitions, 1 can fire"`)
	p.Press("#tab-ask")
	question(p, "EF deadlock")
	p.Until(`document.querySelector("#panel-ask .verdict")?.textContent.includes("holds")`)
	p.Axe()
	p.Picture("system-listed")
	choose(p, 2)
	p.Until(`document.querySelector("#drawing canvas").getAttribute("aria-label").startsWith("circuit")`)
	p.Until(`document.querySelector("#panel-game .where").textContent.includes("is a circuit")`)
	laid(p)
	p.Picture("system-circuit")
	choose(p, 3)
	p.Until(`document.querySelector("#panel-game .where").textContent.startsWith("After 0 steps")`)
	p.Press("#tab-game")
	p.Press("#panel-game .enabled button")
	p.Until(`document.querySelector("#panel-game .where").textContent.startsWith("After 1 step")`)
}

// The page shows a file that changes, one that is dropped or chosen, and says what is wrong with others, and when the
// server has ended.
func TestPageFollowsFiles(t *testing.T) {
	dir := t.TempDir()
	file := func(name, places, transitions string) string {
		t.Helper()
		path := filepath.Join(dir, name)
		text := "<pnml xmlns='http://www.pnml.org/version-2009/grammar/pnml'><net id='n' " +
			"type='http://www.pnml.org/version-2009/grammar/ptnet'><page id='g'>" +
			places + transitions + "</page></net></pnml>"
		if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
		return path
	}
	const place = "<place id='%s'><initialMarking><text>9</text></initialMarking></place>"
	path := file("changing.pnml", fmt.Sprintf(place, "a"), "<transition id='u'/><transition id='t'/>")
	ctx, end := context.WithCancel(t.Context())
	defer end()
	s, err := New(ctx, Options{Models: []string{path}, Limits: check.Limits{Memory: 1 << 30}})
	if err != nil {
		t.Fatal(err)
	}
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	ended := make(chan error, 1)
	go func() { ended <- s.Serve(ctx, l) }()
	p := browser.Open(t, s.Address(l))
	fired := func(want string) {
		t.Helper()
		p.Until(fmt.Sprintf(`import("./app.js").then(({ app }) => app.play && app.state().steps.map((t) => app.net.transitions[t].name).join() === %q)`, want))
	}
	p.Press("#panel-game .enabled li:last-child button")
	fired("t")
	p.Press("#panel-game .enabled li:last-child button")
	fired("t,t")
	p.Press("#panel-game .enabled li:first-child button")
	fired("t,t,u")
	file("changing.pnml", fmt.Sprintf(place, "a")+fmt.Sprintf(place, "b"), "<transition id='t'/><transition id='u2'/>")
	fired("t,t") // u is gone, and t is another number
	if err := os.WriteFile(path, []byte("<pnml>\n<net"), 0o644); err != nil {
		t.Fatal(err)
	}
	p.Until(`document.querySelector("#problem").textContent.includes("changing.pnml:")`)
	fired("t,t")

	p.Upload("#open", file("other.pnml", fmt.Sprintf(place, "c"), ""))
	p.Until(`document.querySelector("#models").selectedOptions[0].textContent === "other.pnml"`)
	browser.Value[any](p, `(() => {
		const data = new DataTransfer();
		data.items.add(new File(["<pnml>"], "dropped.pnml"));
		for (const type of ["dragenter", "drop"]) document.body.dispatchEvent(new DragEvent(type, { bubbles: true, cancelable: true, dataTransfer: data }));
	})()`)
	p.Until(`document.querySelector("#problem").textContent.includes("dropped.pnml:")`)
	for _, e := range p.Errors() {
		if !strings.Contains(e, "422") { // which the browser notes of each answer that refuses
			t.Error(e)
		}
	}
	end()
	if err := <-ended; err != nil {
		t.Errorf("the server ended with %v", err)
	}
	p.Until(`document.querySelector("#problem").textContent.includes("has ended")`)
}

var everyLook = flag.Bool("looks", false, "tests of the page look at each of its states in both widths and themes")

// looked judges what is shown, and takes pictures, in both widths and themes with -looks, else in the narrow window of
// the dark theme. In a narrow window the page is scrolled to an element first.
func looked(p *browser.Page, name, first string) {
	for _, width := range []int64{400, 1280} {
		for _, theme := range []string{"dark", "light"} {
			p.Theme(theme, width)
			p.Fits("#drawing, .scroll, .canvas, .tree, .chart, pre")
			if p.Count(".chart svg") == 0 { // whose colours a filter turns around in the dark, which is not seen
				p.Contrast()
			}
			p.Axe()
			browser.Value[any](p,
				fmt.Sprintf(`innerWidth < 800 ? document.querySelector(%q).scrollIntoView() : document.getElementById("panel").scrollTo(0, 0)`, first))
			p.Picture(fmt.Sprintf("%s-%s-%d", name, theme, width))
			if width == 1280 && browser.Value[bool](p,
				`(({ scrollHeight, clientHeight }) => scrollHeight > clientHeight)(document.getElementById("panel"))`) {
				browser.Value[any](p, `document.getElementById("panel").scrollTo(0, 620)`)
				p.Picture(fmt.Sprintf("%s-%s-%d-below", name, theme, width))
			}
			if !*everyLook {
				p.Theme("light", 1280)
				return
			}
		}
	}
}
