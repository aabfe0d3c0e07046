package serve

import (
	"fmt"
	"testing"

	"brim/internal/testkit/browser"

	"github.com/chromedp/chromedp/kb"
)

// mostStops is more than any view has places that Tab stops at.
const mostStops = 150

// A typist has no mouse: the focus goes where Tab, Shift and Tab, and arrows take it.
type typist struct {
	*browser.Page
	t *testing.T
}

// A stop is what has the focus.
type stop struct {
	Name    string // for messages
	Matches bool   // the selector that was asked for
	Seen    bool   // some of it is in the window, and nothing covers it
	Ring    bool
	End     bool // the page has no further one
}

// at tells what has the focus.
func (p *typist) at(selector string) stop {
	p.t.Helper()
	const look = `((e) => {
		const name = [e.localName, e.id && "#" + e.id, ...[...e.classList].map((c) => "." + c), " ", (e.getAttribute("aria-label") || e.textContent).slice(0, 30)].join("");
		const box = e.getBoundingClientRect();
		const [left, right] = [Math.max(0, box.left), Math.min(innerWidth, box.right)];
		const [top, bottom] = [Math.max(0, box.top), Math.min(innerHeight, box.bottom)];
		const on = right > left && bottom > top ? document.elementFromPoint((left + right) / 2, (top + bottom) / 2) : null;
		const ringed = getComputedStyle(e.closest(".file") || e);
		return { Name: name, Matches: e.matches(%q), Seen: Boolean(on && (e.contains(on) || on.contains(e))),
			Ring: ringed.outlineStyle !== "none" && parseFloat(ringed.outlineWidth) >= 2, End: e === document.body };
	})(document.activeElement)`
	return browser.Value[stop](p.Page, fmt.Sprintf(look, selector))
}

// judge fails the test if people cannot see where the focus is.
func (p *typist) judge(s stop) {
	p.t.Helper()
	if !s.Seen {
		p.t.Errorf("what has the focus is not seen: %s", s.Name)
	}
	if !s.Ring {
		p.t.Errorf("no ring is around what has the focus: %s", s.Name)
	}
}

// tab goes on to an element by Tab, and sees the focus at each stop.
func (p *typist) tab(selector string) {
	p.t.Helper()
	p.until(selector, func() { p.Keys(kb.Tab) })
}

// back goes back to an element by Shift and Tab.
func (p *typist) back(selector string) {
	p.t.Helper()
	p.until(selector, p.BackTab)
}

func (p *typist) until(selector string, press func()) {
	p.t.Helper()
	for range mostStops {
		press()
		s := p.at(selector)
		if !s.End {
			p.judge(s)
		}
		if s.Matches {
			return
		}
	}
	p.t.Fatalf("after %d stops the focus has not come to %s", mostStops, selector)
}

// rest goes through what is left of the page, and lets axe-core judge it.
func (p *typist) rest() {
	p.t.Helper()
	for range mostStops {
		p.Keys(kb.Tab)
		s := p.at(".skip")
		if s.End || s.Matches {
			p.Axe()
			return
		}
		p.judge(s)
	}
	p.t.Fatalf("after %d stops the page has no end", mostStops)
}

// view goes back to the tabs and to the next view.
func (p *typist) view(id string) {
	p.t.Helper()
	p.back("#tabs [role=tab]")
	p.Keys(kb.ArrowRight)
	if s := p.at("#tab-" + id); !s.Matches {
		p.t.Fatalf("on the tabs, → goes to %s; expected that of %s", s.Name, id)
	}
}

// Every view from end to end by the keyboard alone, in the order of Tab; the focus is always seen.
func TestKeyboard(t *testing.T) {
	p := &typist{opened(t, "dphil:3", "dphil:2"), t}
	defer p.Clean()
	laid(p.Page)
	text := func(selector, want string) {
		t.Helper()
		p.Until(fmt.Sprintf(`document.querySelector(%q)?.textContent.includes(%q)`, selector, want))
	}

	// the head of the page: the model, the keys, the theme
	p.Keys(kb.Tab)
	if s := p.at(".skip"); !s.Matches {
		t.Errorf("the first stop is %s; expected the way to the panels", s.Name)
	}
	p.tab("#models")
	p.Keys(kb.ArrowDown)
	p.Until(`document.querySelector("#drawing canvas").getAttribute("aria-label").includes("dphil:2")`)
	p.Keys(kb.ArrowUp)
	p.Until(`document.querySelector("#drawing canvas").getAttribute("aria-label").includes("dphil:3")`)
	laid(p.Page)
	p.tab("#open")
	p.tab("#help")
	p.Keys(kb.Enter)
	p.Until(`document.querySelector("#keys").open`)
	p.judge(p.at("#keys button"))
	p.Axe()
	p.Keys(kb.Escape)
	if s := p.at("#help"); !s.Matches {
		t.Errorf("after the dialog the focus is on %s", s.Name)
	}
	p.tab("#theme")
	for _, want := range []string{"light", "dark", ""} {
		p.Keys(kb.Enter)
		if got := browser.Value[string](p.Page, "document.documentElement.dataset.theme"); got != want {
			t.Errorf("the theme is %q; expected %q", got, want)
		}
	}

	// the drawing: a place is found, a transition fired
	p.tab("#drawing input")
	p.Keys("Fork_1", kb.Enter)
	text("#drawing .said", "Fork_1: 1 token")
	p.tab("#drawing canvas")
	p.Keys("n")
	text("#drawing .said", "can fire")
	p.Keys("+", "-", "0", kb.ArrowLeft, kb.Enter)
	text("#panel-game .where", "After 1 step")

	// the token game
	p.tab("#tab-game")
	p.tab("#panel-game .row button")
	p.Keys(kb.Enter) // undo
	text("#panel-game .where", "After 0 of 1 steps")
	p.tab("#panel-game .enabled button")
	p.Keys(" ")
	text("#panel-game .where", "After 1 step.")
	if s := p.at("#panel-game .enabled button"); !s.Matches {
		t.Errorf("after firing the focus is on %s", s.Name)
	}
	p.tab("#panel-game .run [aria-current]")
	p.rest()

	// a question and its witness
	p.view("ask")
	p.tab("#ask-formula")
	p.Keys("EF deadlock", kb.Escape, kb.Enter)
	text("#panel-ask .verdict", "holds")
	p.tab(".tree")
	p.Keys(kb.ArrowDown)
	text("#panel-ask .where", "Marking 1")
	p.back(`#panel-ask .bar [aria-label^="First"]`)
	p.Keys(kb.Enter)
	text("#panel-ask .where", "Marking 0")
	if s := p.at(`#panel-ask .bar [aria-label^="First"]`); !s.Matches {
		t.Errorf("a button that can do no more gives the focus to %s", s.Name)
	}
	p.tab(".tree")
	p.Keys(kb.End)
	text("#panel-ask .where", "no transition is enabled")
	p.tab("details.sequence summary")
	p.Keys(kb.Enter)
	p.Until(`document.querySelector(".chart svg")`)
	p.rest()

	// the state space, and a level moved
	p.view("space")
	p.tab("#panel-space .explore")
	p.Keys(kb.Enter)
	text("#panel-space .found", "Markings76")
	p.tab("#panel-space .rows .handle")
	level := p.Text("#panel-space .rows li:first-child .places")
	p.Alt(kb.ArrowDown)
	if got := p.Text("#panel-space .rows li:nth-child(2) .places"); got != level {
		t.Errorf("Alt and ↓ on the top level put %s below it; expected %s", got, level)
	}
	p.rest()

	// markings
	p.view("markings")
	p.Until(`document.querySelectorAll("#panel-markings .marking").length > 5`)
	p.tab("#panel-markings .graph")
	p.Keys(kb.ArrowDown, kb.ArrowDown)
	text("#panel-markings .detail h3", "Marking 1")
	p.tab("#panel-markings .there")
	p.Keys(kb.Enter)
	p.tab("#panel-markings summary")
	p.Keys(kb.Enter)
	p.rest()

	// facts
	p.view("facts")
	p.Until(`document.querySelector("#panel-facts .invariants button")`)
	p.tab("#panel-facts .invariants button")
	p.Keys(" ")
	text("#panel-facts .chosen", "In every marking the sum is 1")
	p.rest()
}
