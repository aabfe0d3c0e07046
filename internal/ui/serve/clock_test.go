package serve

import (
	"encoding/json"
	"slices"
	"strings"
	"testing"
	"time"

	"brim/internal/ui/editor"

	"github.com/chromedp/chromedp/kb"
)

// A net with time is played by the server: delays are steps, and what is not possible is refused with a sentence.
func TestPlayClocked(t *testing.T) {
	address, _ := running(t, Options{})
	api := address + "api/"
	d := counter("")
	d.Time, d.Transitions[0].Interval = editor.Intervals, "[2,3]"
	m := told[ModelInfo](t, 200, "POST", api+"models/new", d)
	if m.Name != "counter.pnml" || m.Kind != "net" {
		t.Errorf("the model is %+v", m)
	}
	play := func(steps ...int) *Play {
		t.Helper()
		return told[*Play](t, 200, "POST", api+"models/1/play", PlayRequest{Steps: steps})
	}
	if x := play(); len(x.Enabled) != 0 || x.Clock.text() != "0 3 2" || x.Clock.Clocks[0] != "0" {
		t.Errorf("at first the game is %+v, %+v", x, x.Clock)
	}
	if x := play(-2, 0, -1); len(x.Steps) != 3 || x.Marking[0].Tokens != "3" || x.Clock.text() != "3 2 1" {
		t.Errorf("later the game is %+v, %+v", x, x.Clock)
	}
	if x := play(-4); x.Problem != "step 1: a delay of 4, where 3 is the longest one" || len(x.Steps) != 0 {
		t.Errorf("too long a delay: %+v", x)
	}
	if x := play(-1, -1, 0); len(x.Steps) != 2 || x.Steps[0] != -2 {
		t.Errorf("two delays are %v", x.Steps)
	}
	if x := told[*Play](t, 200, "POST", api+"models/1/play", PlayRequest{Random: 20, Seed: 3}); len(x.Steps) != 20 ||
		x.Clock.Elapsed != "20" {
		t.Errorf("twenty random steps: %+v, %+v", x, x.Clock)
	}
	sends := func(text, problem string, steps ...int) {
		t.Helper()
		status, answer := send(t, "POST", api+"models/1/trace?name=run.txt", asFile, strings.NewReader(text))
		x := new(Play)
		if err := json.Unmarshal([]byte(answer), x); status != 200 || err != nil || !slices.Equal(x.Steps, steps) ||
			!strings.Contains(x.Problem, problem) {
			t.Errorf("the trace %q: %d, %s", text, status, answer)
		}
	}
	sends("wait 2\nmore\nwait 1\n", "", -2, 0, -1)
	sends("wait 2\nmore\nmore\n", "step 3")
	n := told[Net](t, 200, "GET", api+"models/1/net", nil)
	if n.Nodes[1].Note != "[2,3]" || n.Unplayed != "" {
		t.Errorf("the net is drawn as %+v", n)
	}
	job := told[Job](t, 200, "POST", api+"models/1/ask", AskRequest{Formula: "EF store > 4", Seconds: 60})
	for job.State == "runs" {
		time.Sleep(time.Millisecond)
		job = told[Look](t, 200, "GET", api+"jobs/"+job.ID, nil).Job
	}
	if a, ok := job.Result.(map[string]any); !ok || a["result"] != "holds" ||
		!strings.Contains(a["why"].(string), "more") {
		t.Errorf("the answer is %+v", job)
	}

	d = counter("")
	d.Time, d.Arcs[0].Kind, d.Arcs[0].Weight, d.Arcs[0].Ages, d.Places[0].Initial = editor.Ages, "input", "", "[1,2]",
		"2"
	d.Places[0].Invariant = "4"
	d.Places = append(d.Places, editor.Place{ID: "old"})
	d.Transports = []editor.Transport{{From: 0, Transition: 0, To: 1, Ages: "[0,2)", Before: []editor.Point{},
		After: []editor.Point{}}}
	if s := told[*Saved](t, 200, "PUT", api+"models/1/document", d); len(s.Problems) > 0 || s.Model.Version != 2 ||
		s.Model.Arcs != 3 {
		t.Errorf("with ages: %+v", s)
	}
	n = told[Net](t, 200, "GET", api+"models/1/net", nil)
	if a := n.Arcs; len(a) != 3 || a[0].Label != "[1,2]" || a[1].Kind != "transport" || a[1].Label != "[0,2)" ||
		a[2].To != 1 ||
		n.Nodes[0].Note != "age ≤ 4" {
		t.Errorf("the net is drawn as %+v", n)
	}
	if x := play(-1, 0, -1); len(x.Steps) != 3 || x.Clock.Ages[1] != "2" || x.Marking[0].Place != 1 {
		t.Errorf("a token that keeps its age: %+v, %+v", x, x.Clock)
	}
}

// What is saved of a net with ages is opened again, and played in the same way.
func TestTimeInFiles(t *testing.T) {
	address, _ := running(t, Options{})
	api := address + "api/"
	d := counter("")
	d.Time, d.Places[0].Invariant = editor.Ages, "3"
	d.Places = append(d.Places, editor.Place{ID: "old", At: &editor.Point{90, 90}})
	d.Transports = []editor.Transport{{From: 0, Transition: 0, To: 1, Ages: "[2,3]", Before: []editor.Point{},
		After: []editor.Point{}}}
	told[ModelInfo](t, 200, "POST", api+"models/new", d)
	file := told[DocumentText](t, 200, "POST", api+"text?as=file", d)
	if file.Name != "counter.tapn" {
		t.Errorf("the file is %s", file.Name)
	}
	status, answer := send(t, "POST", api+"models?name=again.tapn", asFile, strings.NewReader(file.Text))
	if status != 200 {
		t.Fatalf("what is saved is not opened: %s", answer)
	}
	for _, id := range []string{"1", "2"} {
		x := told[*Play](t, 200, "POST", api+"models/"+id+"/play", PlayRequest{Steps: []int{-2, 0, -1}})
		if len(x.Steps) != 3 || x.Clock.text() != "3 2 1" || x.Clock.Ages[0] != "1, 1" || x.Clock.Ages[1] != "3" {
			t.Errorf("%s: the game is %+v, %+v", id, x, x.Clock)
		}
	}
	d = counter("")
	d.Time, d.Transitions[0].Interval = editor.Intervals, "[2,3]"
	if file := told[DocumentText](t, 200, "POST", api+"text?as=file", d); file.Name != "counter.pnml" ||
		!strings.Contains(file.Text, `closure="closed"`) {
		t.Errorf("a net with intervals is saved as %+v", file)
	} else if status, answer = send(t, "POST", api+"models?name=3.pnml", asFile,
		strings.NewReader(file.Text)); status != 200 {
		t.Errorf("what is saved is not opened: %s", answer)
	} else if x := told[*Play](t, 200, "POST", api+"models/3/play",
		PlayRequest{Steps: []int{-2, 0, -1}}); len(x.Steps) != 3 ||
		x.Clock.text() != "3 2 1" {
		t.Errorf("the game is %+v, %+v", x, x.Clock)
	}
	d.Weak = true
	if x := told[Problem](t, 422, "POST", api+"text?as=file", d); !strings.Contains(x.Problem, "miss their intervals") {
		t.Errorf("weak semantics: %s", x.Problem)
	}
	d.Weak = false
	d.Time, d.Places[0].Invariant, d.Transports = editor.Ages, "3", nil
	svg := told[DocumentText](t, 200, "POST", api+"text?as=svg", d)
	for _, text := range []string{"age ≤ 3", "more"} {
		if !strings.Contains(svg.Text, text) {
			t.Errorf("%q is not in %s", text, svg.Text)
		}
	}
}

// text returns what a clock says of delays.
func (c *Clock) text() string { return c.Elapsed + " " + c.Longest + " " + c.Soonest }

// A net with intervals is drawn by the keyboard, and played with a clock; then its tokens get ages.
func TestTimeInPage(t *testing.T) {
	p := drawing(t)
	defer p.Clean()
	p.Choose("#edit-time", "intervals")
	p.Focus("#drawing canvas")
	p.Keys("p", "+", "a", "t")
	p.set("interval", "[2,3")
	p.Until(`document.querySelector("#panel-edit .problems").textContent.includes("expected one as [1,3]")`)
	p.set("interval", "[2,3]")
	p.holds(`d.time + d.transitions[0].interval`, "intervals[2,3]")
	looked(p.Page, "edit-time", "#tabs")
	p.Press("#tab-game")
	says := func(text string) {
		t.Helper()
		p.Until(`document.querySelector("#panel-game .time").textContent === "` + text + `"`)
	}
	says("Time 0: at most 3 can pass, something can fire in 2.")
	p.Press("#panel-game .clock .pair button")
	says("Time 1: at most 2 can pass, something can fire in 1.")
	p.Until(`!document.querySelector("#panel-game .where.dead")`) // something can fire later
	p.Press("#panel-game .clock .row > button")                   // until something can fire
	says("Time 2: at most 1 can pass, something can fire now.")
	looked(p.Page, "game-time", "#tabs")
	p.Choose("#panel-game .clock select", "25")
	p.Press("#panel-game .clock .row:last-child button") // the clock runs until something has to fire
	says("Time 3: no time can pass before something fires, something can fire now.")
	p.Until(`document.querySelector("#live").textContent.startsWith("Time cannot go on")`)
	p.Press("#panel-game .enabled button")
	says("Time 3: any delay is possible, nothing can fire any more.")
	p.Until(`[...document.querySelectorAll("#panel-game .run button")].map((b) => b.textContent).join() === "start,wait 3,t1"`)
	p.Press("#panel-game .row button") // undo
	says("Time 3: no time can pass before something fires, something can fire now.")

	p.Press("#tab-edit")
	p.Focus("#drawing canvas")
	p.Keys(kb.Escape, kb.Escape)
	p.Choose("#edit-time", "ages")
	p.Focus("#drawing canvas")
	p.Keys("p", kb.Escape, kb.Escape, "n", "n", "n", "n") // the arc
	p.set("ages", "[1,2]")
	p.Choose("#edit-moved", "1")
	p.holds(`JSON.stringify(d.transports.map((x) => [x.from, x.to, x.ages]))`, `[[0,1,"[1,2]"]]`)
	p.Axe()
	p.Press("#tab-game")
	p.Press("#panel-game .row button:nth-child(3)") // from the start
	says("Time 0: any delay is possible, something can fire in 1.")
	p.Press("#panel-game .clock .row > button")
	p.Until(`document.querySelectorAll("#panel-game .enabled button").length === 1`)
	p.Picture("game-ages")
}
