package serve

import (
	"flag"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"brim/check"
	"brim/engine/kripke"
	"brim/internal/testkit/browser"
	"brim/internal/testkit/randextended"
	"brim/internal/testkit/randtimed"
	"brim/internal/ui/editor"
	"brim/petri/extended"

	"github.com/chromedp/chromedp/kb"
)

var walkCount = flag.Int("walks", 24, "TestRunsAreWalks draws so many models")

// What answers about nets with time, nets with reset arcs and listed systems rest on is walked through as the game
// plays it: the markings of the walk, found by adding effects, are those of the firing rule, and where one says that
// nothing can follow, the game can do nothing, either.
func TestRunsAreWalks(t *testing.T) {
	c, rng := listening(t), rand.New(rand.NewPCG(18, 9))
	counts := map[string]int{}
	for i := range *walkCount {
		m, places, kind := someRun(t, rng, i)
		if m == nil {
			continue
		}
		id := c.add(m)
		place := places[rng.IntN(len(places))]
		formulas := []string{"EF deadlock", fmt.Sprintf("EF %s > %d", place, rng.IntN(3)),
			fmt.Sprintf("A G F %s > 0", place), fmt.Sprintf("EG %s < 2", place)}
		if m.LTS != nil {
			formulas = []string{"EF deadlock", "A G F enabled(" + place + ")", "EF(enabled(a) & EX !enabled(b))"}
		}
		for _, f := range formulas {
			a := c.asks(id, AskRequest{Formula: f, Seconds: 0.3})
			if a.Walk == nil {
				continue
			}
			if err := c.sameRun(id, a.Walk); err != nil {
				t.Fatalf("net %d: %s: %v\n%+v", i, f, err, a)
			}
			counts[kind]++
			if a.Walk.Paths[0].Loop != nil {
				counts[kind+" loops"]++
			}
		}
		if m.LTS == nil {
			a := c.asks(id, AskRequest{Formula: "deadlocks", Named: true, Seconds: 0.3})
			for _, f := range a.Findings {
				if f.Walk == nil {
					continue
				}
				if err := c.sameRun(id, f.Walk); err != nil {
					t.Fatalf("net %d: %s: %v\n%+v", i, f.Text, err, a)
				}
				counts["named "+kind]++
			}
		}
		if status := c.call("DELETE", fmt.Sprintf("models/%d", id), nil, new(ModelInfo)); status != 200 {
			t.Fatal(status)
		}
	}
	t.Log(counts)
	for _, kind := range []string{"intervals", "ages", "resets", "listed", "named intervals", "named ages"} {
		if counts[kind] < *walkCount/8 {
			t.Errorf("only %d walks of %s", counts[kind], kind)
		}
	}
}

// someRun returns a random model, the names of its places or labels, and its kind; nil if it is of another kind.
func someRun(t *testing.T, rng *rand.Rand, i int) (m *check.Model, names []string, kind string) {
	t.Helper()
	var err error
	var n *extended.Net
	switch kind = []string{"intervals", "ages", "resets", "listed"}[i%4]; kind {
	case "intervals":
		d := randtimed.Generate(rng, randtimed.Small())
		n = d.Net
		m, err = check.OfTimed(d)
	case "ages":
		d := randtimed.GenerateArcs(rng, randtimed.Small())
		n = d.Net
		m, err = check.OfTimedArcs(d)
	case "resets":
		n = randextended.Generate(rng, randextended.Config{})
		m, err = check.OfExtended(t.Context(), n)
		if err != nil || m.System == nil {
			return nil, nil, kind
		}
	default:
		states, edges := 2+rng.IntN(8), []kripke.Edge{}
		for range states + rng.IntN(2*states) {
			edges = append(edges, kripke.Edge{From: rng.IntN(states), To: rng.IntN(states), Label: rng.IntN(3)})
		}
		l, err := kripke.NewLTS("listed", states, 0, []string{"a", "b", "c"}, edges)
		if err != nil {
			t.Fatal(err)
		}
		return check.OfLTS(l), l.Labels(), kind
	}
	if err != nil {
		t.Fatal(err)
	}
	for _, p := range n.Places {
		names = append(names, p.ID)
	}
	return m, names, kind
}

// sameRun plays a walk with one path in the game.
func (c *client) sameRun(id int, w *Walk) error {
	path, steps := w.Paths[0], w.Run
	if len(w.Paths) != 1 {
		return fmt.Errorf("%d paths", len(w.Paths))
	}
	if steps == nil {
		for _, s := range path.Steps {
			steps = append(steps, w.PlayedTransitions[s])
		}
	}
	if len(steps) != len(path.Steps) {
		return fmt.Errorf("the game has %d steps of %d", len(steps), len(path.Steps))
	}
	marking := map[int]int64{}
	for i, p := range w.PlayedPlaces {
		marking[p], _ = strconv.ParseInt(w.Start[i], 10, 64)
	}
	late := int64(0)
	for i := 0; ; i++ {
		x := new(Play)
		if c.call("POST", fmt.Sprintf("models/%d/play", id), PlayRequest{Steps: steps[:i]}, x); x.Problem != "" {
			return fmt.Errorf("after %v: %s", steps[:i], x.Problem)
		}
		for p, n := range marking {
			played := int64(0)
			for _, t := range x.Marking {
				if t.Place == p {
					played, _ = strconv.ParseInt(t.Tokens, 10, 64)
				}
			}
			if played != n {
				return fmt.Errorf("after %v place %d has %d, in the walk %d", steps[:i], p, played, n)
			}
		}
		if len(x.Marking) > len(marking) {
			return fmt.Errorf("after %v: %v has more places than %v", steps[:i], x.Marking, marking)
		}
		if x.Clock != nil && x.Clock.Elapsed != fmt.Sprint(late) {
			return fmt.Errorf("after %v it is %s, in the walk %d", steps[:i], x.Clock.Elapsed, late)
		}
		if i == len(steps) {
			stuck := len(x.Enabled) == 0 && (x.Clock == nil || x.Clock.Longest == "0")
			if path.Loop == nil && path.Dead != stuck {
				return fmt.Errorf("at the end %v can fire, in the walk dead is %t", x.Enabled, path.Dead)
			}
			return nil
		}
		f := w.Transitions[path.Steps[i]]
		late += f.Delay
		for _, e := range f.Effects {
			n, _ := strconv.ParseInt(e.Add, 10, 64)
			marking[w.PlayedPlaces[e.Place]] += n
		}
	}
}

// Runs are stepped through in the page: of a net with time, with its clock and the ages in the drawing, of a net with
// reset arcs, of a listed system, in whose drawing the game is played, too, and of a circuit.
func TestRunsInPage(t *testing.T) {
	lamp := filepath.Join(t.TempDir(), "lamp.aut")
	if err := os.WriteFile(lamp, []byte(lampText), 0o666); err != nil {
		t.Fatal(err)
	}
	p := &runner{opened(t, "fischer:2", lamp, filepath.Join("..", "..", "..", "examples", "lock.aag"))}
	defer p.Clean()
	address := strings.TrimSuffix(browser.Value[string](p.Page, "location.href"), "/")
	d := counter("3")
	d.Transitions = append(d.Transitions, editor.Transition{ID: "clear", At: &editor.Point{90, 80}})
	d.Arcs = append(d.Arcs, editor.Arc{Place: 0, Transition: 1, Kind: "reset", Via: []editor.Point{}})
	told[ModelInfo](t, 200, "POST", address+"/api/models/new", d)
	p.Reload()

	laid(p.Page)
	p.Press("#tab-ask")
	p.answer("EF[3,9] critical_1", "Marking 0 of 4 time 0")
	p.Focus(".tree")
	p.Keys(kb.ArrowDown, kb.ArrowDown, kb.ArrowDown)
	p.where("ask", "Marking 3 of 4 time 3")
	p.find("wait_1", "age 3")
	looked(p.Page, "run-time", "#tabs")
	p.Press(`#panel-ask [aria-label^="Play"]`)
	p.where("ask", "Marking 4 of 4 time 3")
	p.find("critical_1", "1 token")
	p.Press("#panel-ask .witness > p button")
	p.Until(`document.querySelector("#panel-game .time").textContent.startsWith("Time 3")`)
	p.Press("#tab-ask")
	p.answer("A F critical_1", "in the loop")
	p.Press("#tab-space")
	p.Press("#panel-space .explore")
	p.Says("#panel-space .found", "Timelocks among them0")
	looked(p.Page, "space-time", "#tabs")
	p.Press("#tab-facts")
	p.Says("#panel-facts .note", "These are facts of the net without time.")
	p.Until(`document.querySelector("#panel-facts .invariants button")`)
	looked(p.Page, "facts-time", "#tabs")

	choose(p.Page, 4)
	p.Press("#tab-ask")
	p.answer("EF store = 0", "Marking 0 of 1")
	p.Press(`#panel-ask [aria-label^="Next"]`)
	p.Until(`document.querySelector("#panel-ask .changes").textContent.includes("store10−1")`)
	p.find("store", "0 tokens")
	p.Press("#tab-space")
	p.Press("#panel-space .explore")
	p.Says("#panel-space .found", "Most tokens in a place")
	p.Press("#tab-facts")
	p.Says("#panel-facts .note", "the net without reset arcs")
	p.Press("#tab-markings")
	p.Until(`document.querySelectorAll("#panel-markings .marking").length > 2`)

	choose(p.Page, 2)
	p.Press("#tab-ask")
	p.answer("EF deadlock", "State 0 of 2")
	p.Focus(".tree")
	p.Keys(kb.End)
	p.where("ask", "no transition leaves this state")
	p.find("2", "state 2: here")
	looked(p.Page, "run-states", "#tabs")
	p.Press("#tab-game")
	p.where("game", "After 0 steps. 1 transition can fire.")
	p.find("1", "state 1: can be next")
	p.Focus("#drawing canvas")
	p.Keys(kb.Enter)
	p.where("game", "After 1 step. 3 transitions can fire.")
	p.Axe()

	choose(p.Page, 3)
	p.Press("#tab-ask")
	p.answer("EF both", "Moment 0 of")
	p.Focus(".tree")
	p.Keys(kb.End)
	p.find("both", "both (bad): true")
	looked(p.Page, "run-signals", "#tabs")
}

// lampText is a listed system: a lamp that is switched on and off, and may burn out.
const lampText = "des (0, 4, 3)\n(0, \"on\", 1)\n(1, \"off\", 0)\n(1, \"burn\", 2)\n(1, \"wait\", 1)\n"

// A runner goes through runs in the page.
type runner struct{ *browser.Page }

// where waits until a panel says where it is.
func (p *runner) where(panel, want string) {
	p.Until(fmt.Sprintf(`document.querySelector("#panel-%s .where").textContent.includes(%q)`, panel, want))
}

// answer asks, and waits until the walk is there.
func (p *runner) answer(formula, want string) {
	question(p.Page, formula)
	p.where("ask", want)
}

// find looks a node up in the drawing, and waits until it is described.
func (p *runner) find(node, want string) {
	p.Until(fmt.Sprintf(`((e, text) => {
		e.value = text;
		e.dispatchEvent(new Event("change"));
		return document.querySelector("#drawing .said").textContent.includes(%q);
	})(document.querySelector("#drawing input"), %q)`, want, node))
}
