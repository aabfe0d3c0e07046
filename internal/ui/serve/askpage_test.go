package serve

import (
	"encoding/json"
	"fmt"
	"maps"
	"math/rand/v2"
	"net/http"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"brim/check"
	"brim/ctl/syntax"
	"brim/internal/testkit/browser"
	"brim/internal/testkit/randformula"
	"brim/internal/testkit/randnet"
	"brim/petri"

	"github.com/chromedp/chromedp/kb"
)

// page opens the page of the server.
func (c *client) page() *browser.Page {
	c.Helper()
	p := browser.Open(c.T, c.base[:len(c.base)-len("api/")])
	c.Cleanup(p.Clean)
	return p
}

// add puts a model on the shelf, and returns its ID.
func (c *client) add(m *check.Model) int {
	c.Helper()
	x, err := c.models.add(c.Context(), c.options, m)
	if err != nil {
		c.Fatal(err)
	}
	return x.info.ID
}

// heap returns a net that moves so many tokens one by one from a to b.
func heap(tokens int64) *petri.Net {
	b := petri.NewBuilder("heap")
	from, to := b.Place("a", tokens), b.Place("b", 0)
	t := b.Transition("move")
	b.In(t, from, 1)
	b.Out(t, to, 1)
	net, err := b.Net()
	if err != nil {
		panic(err)
	}
	return net
}

// choose chooses a model, and waits until the page shows it.
func choose(p *browser.Page, id int) {
	p.Choose("#models", strconv.Itoa(id))
	p.Until(fmt.Sprintf(`import("./app.js").then(({ app }) => app.model.id === %d && app.state().ask)`, id))
}

// question types a formula and asks it by the key Enter, and waits for the answer.
func question(p *browser.Page, formula string) {
	before := browser.Value[string](p, `import("./app.js").then(({ app }) => {
		window.app = app;
		document.getElementById("ask-formula").value = "";
		return String(app.state().ask.shown);
	})`)
	p.Focus("#ask-formula")
	p.Keys(formula, kb.Escape, kb.Enter)
	p.Until(fmt.Sprintf(`String(app.state().ask.shown) !== %q && app.state().ask.asked[0].formula === %q && app.state().ask.asked[0].state !== "runs"`, before, formula))
}

// The markings of a walk in the page, found by adding effects, are those of the firing rule: of random witnesses, and
// of numbers that JavaScript would round.
func (c *client) walksAsPetri(p *browser.Page) {
	const seed = 7
	rng := rand.New(rand.NewPCG(seed, 2))
	compared := 0
	compare := func(net *petri.Net, formula string, paths syntax.Paths) {
		id := c.add(check.OfNet(net))
		x := c.asks(id, AskRequest{Formula: formula, Deadlock: paths.String()})
		if x.Walk == nil {
			return
		}
		w, err := json.Marshal(x.Walk)
		if err != nil {
			c.Fatal(err)
		}
		got := browser.Value[map[string][][]string](p, fmt.Sprintf(`import("./walk.js").then(({ Walk }) => {
			const walk = new Walk(%s);
			const all = {};
			const visit = (outer, path) => {
				const list = [];
				for (let at = walk.data.paths[path].steps.length; at >= 0; at--) {
					const route = [...outer, { path, at }];
					list.unshift(walk.marking(route).map(String));
					for (const b of walk.branchesAt(path, at)) visit(route, b);
				}
				all[[...outer.map((r) => r.at), path].join()] ??= list;
			};
			visit([], 0);
			return all;
		})`, w))
		rule := &played{net, x.Walk}
		var visit func(key string, m petri.Marking, path int)
		visit = func(key string, m petri.Marking, path int) {
			list, err := rule.markings(m, path)
			if err != nil {
				c.Fatal(err)
			}
			page := got[key+strconv.Itoa(path)]
			if len(page) != len(list) {
				c.Fatalf("seed %d: %s: path %s has %d markings in the page; expected %d", seed, formula, key, len(page),
					len(list))
			}
			for at, m := range list {
				for i, place := range x.Walk.Places {
					if page[at][i] != strconv.FormatInt(m[place.Place], 10) {
						c.Fatalf("seed %d: %s: %s has %s tokens in marking %d; expected %d", seed, formula, place.Name,
							page[at][i], at, m[place.Place])
					}
					compared++
				}
			}
			for _, b := range x.Walk.Paths[path].Branches {
				visit(key+strconv.Itoa(b.At)+",", list[b.At], b.Path)
			}
		}
		visit("", net.Initial(), 0)
	}
	for range 40 {
		net := randnet.Generate(rng, randnet.Config{States: 300})
		compare(net, randformula.Generate(rng, net, 4, syntax.NewPool()).String(), check.Maximal)
		if q := randformula.Ask(rng, randnet.Config{States: 300}, 300, 4, true); q != nil {
			compare(q.Net, q.LTL.String(), q.Paths)
		}
	}
	compare(heap(1<<53+1), "EF b = 3", check.Maximal)
	compare(heap(700), "EF(b = 600 & EF b = 700)", check.Maximal)
	if compared < 1000 {
		c.Errorf("seed %d: only %d numbers were compared", seed, compared)
	}
}

// The page asks, completes, says what is wrong, and walks by mouse and keyboard.
func TestAskPage(t *testing.T) {
	c := listening(t, "dphil:3", "dphil-col:3", "kanban:300")
	long := c.add(check.OfNet(heap(10_000)))
	p := c.page()
	look := func(name string) { // the other states differ little
		if *everyLook || name == "lasso" {
			looked(p, "ask-"+name, ".answer")
		}
	}
	c.walksAsPetri(p)
	p.Click("#tab-ask")

	// completion by keys, and a mistake with its place
	p.Focus("#ask-formula")
	p.Keys("EF(Has")
	p.Until(`document.querySelector("[role=option]")?.dataset.text === "HasL_1"`)
	p.Keys(kb.ArrowDown, kb.ArrowDown, kb.Enter)
	if got := browser.Value[string](p, `document.getElementById("ask-formula").value`); got != "EF(HasR_1" {
		t.Errorf("completed to %q", got)
	}
	if slices.ContainsFunc(p.Requests(), func(a string) bool { return strings.HasSuffix(a, "/ask") }) {
		t.Error("a name that is chosen by Enter has the question asked")
	}
	p.Keys(" & Nope)", kb.Escape, kb.Enter)
	p.Until(`document.querySelector(".wrong mark")`)
	if got := p.Text(".wrong"); got != `Line 1, column 13: there is no place or proposition "Nope"EF(HasR_1 & Nope)` {
		t.Errorf("the mistake is told as %q", got)
	}
	for _, e := range p.Errors() {
		if !strings.Contains(e, "422") { // that the formula was refused is in the console of every browser
			t.Error(e)
		}
	}
	p.Picture("ask-wrong")

	// a witness by mouse
	question(p, "EF deadlock")
	p.Until(`document.querySelectorAll(".tree [role=treeitem]").length > 3`)
	p.Click(`.tree [role=treeitem]:nth-child(3)`)
	if got := p.Text("#panel-ask .where"); got[:9] != "Marking 2" {
		t.Errorf("after the third row the walk is at %q", got)
	}
	// by keys: to the end, where it is dead, and on in the game
	p.Focus(".tree")
	p.Keys(kb.End)
	p.Until(`document.querySelector("#panel-ask .where").textContent.includes("no transition is enabled")`)
	p.Keys("k", "j", "k")
	if got := p.Text(".tree [aria-selected=true] .number"); got != strconv.Itoa(browser.Value[int](p,
		`document.querySelectorAll(".tree [role=treeitem]").length`)-2) {
		t.Errorf("after k, j and k the walk is at %q", got)
	}
	look("trace")
	steps := browser.Value[int](p, `document.querySelectorAll(".tree [role=treeitem]").length - 2`)
	p.Click(`.witness > p > button`)
	p.Until(`!document.getElementById("panel-game").hidden`)
	if got := c.steps(p); got != steps {
		t.Errorf("the game is after %d steps; expected %d", got, steps)
	}

	// a run of LTL: the loop closes, and going on begins it again
	p.Click("#tab-ask")
	question(p, "E G F HasL_1")
	p.Focus(".tree")
	p.Keys(kb.End)
	p.Until(`document.querySelector("#panel-ask .where").textContent.includes("the loop closes here")`)
	p.Keys("j")
	p.Until(`document.querySelector("#panel-ask .where").textContent.includes("round 2")`)
	if n := p.Count(".shows li"); n < 2 {
		t.Errorf("%d formulas are said to hold or fail in a marking of the run", n)
	}
	browser.Value[any](p, `document.querySelector("details.sequence").open = true`)
	p.Until(`document.querySelector(".chart .band")`)
	look("lasso")

	// branches: in, and back
	question(p, "EF(HasL_1 & EF(HasL_2 & EG !deadlock))")
	p.Focus(".tree")
	p.Keys(kb.End, kb.ArrowDown)
	browser.Value[any](p, `document.querySelector(".tree").focus()`)
	p.Keys(kb.Enter)
	p.Until(`document.querySelectorAll(".crumbs button").length === 1`)
	look("branch")
	p.Keys(kb.Backspace)
	p.Until(`document.querySelectorAll(".crumbs button").length === 0`)

	// the answer and the place in the walk survive a reload
	p.Keys(kb.Home, "j")
	at := p.Text("#panel-ask .where")
	p.Pause(400 * time.Millisecond)
	p.Reload()
	p.Until(`document.querySelector("#panel-ask .where")?.textContent !== ""`)
	if got := p.Text("#panel-ask .where"); got != at {
		t.Errorf("after a reload the walk is at %q; expected %q", got, at)
	}
	if n := p.Count(".asked li"); n != 3 {
		t.Errorf("after a reload there are %d questions; expected 3", n)
	}

	// the drawing is told the marking, and that the walk is left
	browser.Value[any](p, `import("./app.js").then(({ app }) => { app.on("overlay", (x) => { window.drawn = x; }); })`)
	question(p, "EF(HasL_1 & EF(HasL_2 & EG !deadlock))")
	p.Focus(".tree")
	p.Keys(kb.End, kb.ArrowUp)
	type overlay struct {
		Marking map[string]string
		Changed []string
		Fired   string
	}
	drawn := browser.Value[overlay](p, `import("./app.js").then(({ app }) => { const name = (p) => app.net.places[p].name; return {
		Marking: Object.fromEntries([...drawn.marking].map(([p, n]) => [name(p), n])), Changed: [...drawn.changed].map(name).sort(), Fired: app.net.transitions[drawn.fired].name }; })`)
	if want := map[string]string{"WaitR_1": "1", "HasL_1": "1", "Fork_1": "1", "Idle_2": "1", "Fork_3": "1",
		"Idle_3": "1"}; !maps.Equal(drawn.Marking, want) {
		t.Errorf("the drawing shows %v; expected %v", drawn.Marking, want)
	}
	if drawn.Fired != "GetL_1" || !slices.Equal(drawn.Changed, []string{"Fork_2", "HasL_1", "WaitL_1"}) {
		t.Errorf("the drawing shows that %s fired and changed %v", drawn.Fired, drawn.Changed)
	}
	p.Click("#tab-facts")
	p.Until("drawn === null")
	p.Click("#tab-ask")
	p.Until("drawn !== null")

	// the properties of a file
	file, err := filepath.Abs(filepath.Join("testdata", "philosophers.xml"))
	if err != nil {
		t.Fatal(err)
	}
	p.Upload("#open", file) // which tells them from nets
	p.Until(`document.querySelectorAll(".properties li").length === 3`)
	p.Press(".properties .bar button")
	p.Until(`document.querySelectorAll(".properties .badge[data-kind=holds], .properties .badge[data-kind=fails]").length === 2`)
	if got := p.Text(".properties"); !strings.Contains(got, "phil-0 EF deadlock holds") ||
		!strings.Contains(got, "phil-2 cannot be asked") {
		t.Errorf("the properties are told as %q", got)
	}
	look("properties")

	// a question that takes long is stopped, and the page says so
	choose(p, 3)
	p.Until(`document.querySelector(".answer").hidden`)
	p.Focus("#ask-formula")
	p.Keys("AG EF(pm4 = 300 & pout2 = 0 & EF(pout3 = 13 & AF(pm2 = 3 & EG pb1 < 17)))", kb.Escape, kb.Enter)
	p.Until(`document.querySelector(".techniques tr")`)
	look("runs")
	p.Click(".live button")
	p.Until(`document.querySelector(".answer").textContent.includes("It was stopped.")`)
	if got := p.Text(".verdict"); got != "?unknown" {
		t.Errorf("after a stop the verdict is %q", got)
	}
	look("stopped")

	// ten thousand steps
	choose(p, long)
	p.Until(`document.querySelector(".answer").hidden`)
	question(p, "EF b = 10000")
	p.Focus(".tree")
	p.Keys(kb.End)
	p.Until(`document.querySelector("#panel-ask .where").textContent.startsWith("Marking 10,000 of 10,000")`)
	if n := p.Count(".tree [role=treeitem]"); n > 100 {
		t.Errorf("of 10,000 steps %d rows are in the page", n)
	}
	if got := p.Text(".changes tbody"); got != "a10−1b9,99910,000+1" {
		t.Errorf("the last step of 10,000 changes %q", got)
	}
	look("long")

	// no trace, and why
	question(p, "AG(a + b = 10000)")
	p.Until(`document.querySelector(".why")?.textContent.length > 20`)
	look("invariant")

	if c.call(http.MethodGet, "models/2/net", nil, new(Net)) != http.StatusOK {
		return // coloured nets are not drawn yet
	}
	// a coloured net: bindings
	choose(p, 2)
	p.Until(`document.querySelector("#models").value === "2" && document.querySelectorAll(".asked li").length === 0`)
	question(p, "EF deadlock")
	p.Focus(".tree")
	p.Keys("j")
	p.Until(`document.querySelector(".binding")?.textContent.startsWith("with i = ")`)
	look("coloured")
}

// steps returns how many firings the game has made.
func (c *client) steps(p *browser.Page) int {
	return browser.Value[int](p, `import("./app.js").then(({ app }) => app.state().at)`)
}

// The page says that a certificate is verified only where brim-verify said so, and offers it as a file.
func TestCertificatePage(t *testing.T) {
	for _, c := range []struct{ verifier, want string }{{builtVerifier(t), "✓ verified by brim-verify"},
		{"", "It is not checked"}} {
		s := proving(t, c.verifier)
		p := s.page()
		p.Click("#tab-ask")
		question(p, "AG EF home")
		p.Click(".certificate button")
		p.Until(`document.querySelector(".certificate a[download='errand.cert.gz']") !== null`)
		if got := p.Text(".certificate"); !strings.Contains(got, c.want) ||
			strings.Contains(got, "✓") != (c.verifier != "") {
			t.Errorf("the page says %q", got)
		}
	}
}
