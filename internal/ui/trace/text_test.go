package trace_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"brim/check"
	"brim/ctl/syntax"
	"brim/engine"
	"brim/internal/testkit/randnet"
	"brim/internal/ui/trace"
	"brim/petri"
)

// counter is a net that counts up for as long as there are tokens in left, and can go round: up up … then reset.
func counter(t *testing.T, tokens int) *petri.Net {
	t.Helper()
	net, err := randnet.ParseText("counter",
		fmt.Sprintf("p left %d\np count 0\nt up pre: left 1 post: count 1\nt reset pre: count %d post: left "+
			"%[1]d\nt look pre: left 1 post: left 1\n", tokens, tokens))
	if err != nil {
		t.Fatal(err)
	}
	return net
}

func parse(t *testing.T, net *petri.Net, text string) *syntax.Formula {
	t.Helper()
	f, err := syntax.Parse(text, "", check.OfNet(net).Names())
	if err != nil {
		t.Fatal(err)
	}
	return f
}

// witness returns a witness that has been checked, with the transitions given by name.
func witness(t *testing.T, net *petri.Net, f *syntax.Formula, start petri.Marking, loop int,
	transitions string) *engine.Witness {
	t.Helper()
	w := &engine.Witness{Formula: f, Start: start, Loop: loop}
	for _, name := range strings.Fields(transitions) {
		i, ok := net.TransitionIndex(name)
		if !ok {
			t.Fatalf("no transition %s", name)
		}
		w.Steps = append(w.Steps, i)
	}
	return w
}

// render returns a witness as people see it.
func render(net *petri.Net, f *syntax.Formula, v engine.Verdict) string {
	var b bytes.Buffer
	trace.Write(&b, trace.Width, check.OfNet(net), &check.Question{Formula: f, Trace: true}, &check.Answer{Verdict: v})
	return b.String()
}

func TestWitnessText(t *testing.T) {
	net := counter(t, 2)
	loop := parse(t, net, "EG EF(count = 2)")
	lasso := witness(t, net, loop, net.Initial(), 0, "up up reset")
	for i, steps := range []string{"up up", "up", ""} {
		m := petri.Marking{2 - int64(i), int64(i)}
		lasso.Branches = append(lasso.Branches,
			engine.Branch{At: i, Witness: witness(t, net, loop.Args[0], m, engine.NoLoop, steps)})
	}
	cut := *lasso
	cut.Branches, cut.Cut = cut.Branches[:1], true
	const first = `witness: a loop of 3 steps
  ╭→ 0  start  left: 2
  │  1  up     left: 2 → 1, count: 0 → 1
  │  2  up     left: 1 → 0, count: 1 → 2
  ╰─ 3  reset  count: 2 → 0, left: 0 → 2
  the marking is that of 0 again
  in marking 0: EF(count = 2): 2 steps
    0  start  left: 2
    1  up     left: 2 → 1, count: 0 → 1
    2  up     left: 1 → 0, count: 1 → 2
`
	look := parse(t, net, "EX(left = 2)")
	at0 := parse(t, net, "EF(left = 2)")
	always := parse(t, net, "AG(count <= 2)")
	for _, c := range []struct {
		name string
		f    *syntax.Formula
		v    engine.Verdict
		want string
	}{
		{"lasso with branches", loop, engine.Verdict{Result: engine.Holds, Witness: lasso}, first + `  in 2 markings from 1 to 2: EF(count = 2): at most 1 step each
Some of it is left out here; --json has all.
`},
		{"cut", loop, engine.Verdict{Result: engine.Holds, Witness: &cut}, first + `  Further traces inside of this one were left out: there would be too many steps.
`},
		{"nothing changes", look, engine.Verdict{Result: engine.Holds, Witness: witness(t, net, look, net.Initial(), engine.NoLoop, "look")}, `witness: 1 step
  0  start  left: 2
  1  look   changes nothing
`},
		{"no steps", at0, engine.Verdict{Result: engine.Holds, Witness: witness(t, net, at0, net.Initial(), engine.NoLoop, "")}, `witness: 0 steps
  0  start  left: 2
`},
		{"all paths", always, engine.Verdict{Result: engine.Holds},
			"All paths were covered; no single trace can show that.\n"},
		{"no path", parse(t, net, "EF(count > 2)"), engine.Verdict{Result: engine.Fails},
			"All paths were covered; no single trace can show that.\n"},
		{"no time", always, engine.Verdict{Result: engine.Fails, Reason: "interrupted"}, "no trace: interrupted\n"},
		{"no path operator", parse(t, net, "left = 2"), engine.Verdict{Result: engine.Holds},
			"The initial marking decides: left: 2\n"},
	} {
		if got := render(net, c.f, c.v); got != c.want {
			t.Errorf("%s: got\n%swant\n%s", c.name, got, c.want)
		}
	}
}

// TestLongWitness checks that long paths and long lists are cut, and that lines keep their width.
func TestLongWitness(t *testing.T) {
	net := counter(t, 3000)
	f := parse(t, net, "EF(count = 3000)")
	text := render(net, f, engine.Verdict{Result: engine.Holds,
		Witness: witness(t, net, f, net.Initial(), engine.NoLoop, strings.Repeat("up ", 3000))})
	lines := strings.Split(strings.TrimSpace(text), "\n")
	if len(lines) != 404 || !strings.Contains(text, "\n  … 2,600 further steps …\n") ||
		!strings.HasSuffix(text, "--json has all.\n") {
		t.Errorf("%d lines:\n%.400s…", len(lines), text)
	}
	b := petri.NewBuilder("wide")
	all := b.Transition("all")
	for i := range 100 {
		b.In(all, b.Place(fmt.Sprint("place", i), 1), 1)
	}
	wide, err := b.Net()
	if err != nil {
		t.Fatal(err)
	}
	f = parse(t, wide, "EF deadlock")
	text = render(wide, f, engine.Verdict{Result: engine.Holds,
		Witness: witness(t, wide, f, wide.Initial(), engine.NoLoop, "all")})
	for line := range strings.Lines(text) {
		if n := len([]rune(line)) - 1; n > trace.Width {
			t.Errorf("%d columns: %s", n, line)
		}
	}
	if strings.Count(text, " more") != 2 {
		t.Errorf("no list is cut:\n%s", text)
	}
}

// TestWitnessJSON checks the keys of a witness.
func TestWitnessJSON(t *testing.T) {
	net := counter(t, 2)
	f := parse(t, net, "EG EF(count = 2)")
	w := witness(t, net, f, net.Initial(), 0, "up up reset")
	w.Branches = []engine.Branch{{At: 1, Witness: witness(t, net, f.Args[0], petri.Marking{1, 1}, engine.NoLoop, "up")}}
	got, err := json.Marshal(trace.OfWitness(check.OfNet(net), w))
	if err != nil {
		t.Fatal(err)
	}
	step := func(transition, changes string) string {
		return fmt.Sprintf(`{"transition":"%s","changes":[%s]}`, transition, changes)
	}
	change := func(place string, from, to int) string {
		return fmt.Sprintf(`{"place":"%s","from":%d,"to":%d}`, place, from, to)
	}
	up2 := step("up", change("left", 1, 0)+","+change("count", 1, 2))
	want := `{"formula":"EG EF(count = 2)","start":{"left":2},"steps":[` +
		step("up", change("left", 2, 1)+","+change("count", 0, 1)) + "," + up2 + "," +
		step("reset", change("count", 2, 0)+","+change("left", 0, 2)) +
		`],"loop":0,"dead":false,"branches":[{"at":1,"formula":"EF(count = 2)","steps":[` + up2 +
		`],"loop":null,"dead":false,"branches":[],"cut":false}],"cut":false}`
	if string(got) != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
}
