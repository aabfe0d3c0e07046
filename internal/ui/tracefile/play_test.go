package tracefile

import (
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"time"

	"brim/check"
	"brim/ctl/syntax"
	"brim/internal/testkit/randextended"
	"brim/internal/testkit/randformula"
	"brim/internal/testkit/randnet"
	"brim/internal/testkit/randtimed"
	"brim/internal/ui/trace"
	"brim/petri/extended"
	"brim/petri/timed"
)

// played returns a random net with time of either kind, or one that only a system expresses; nil if it is neither.
func played(t *testing.T, rng *rand.Rand, kind int) *check.Model {
	t.Helper()
	var m *check.Model
	var err error
	switch kind {
	case 0:
		m, err = check.OfTimed(randtimed.Generate(rng, randtimed.Small()))
	case 1:
		m, err = check.OfTimedArcs(randtimed.GenerateArcs(rng, randtimed.Small()))
	default:
		small := randnet.Config{States: 12, Blocks: 2, Transitions: 4, Tokens: 2, Weight: 2}
		if m, err = check.OfExtended(t.Context(),
			randextended.Generate(rng, randextended.Config{Net: small})); err == nil && m.Net != nil {
			return nil
		}
	}
	if err != nil {
		return nil
	}
	return m
}

// What brim finds of random questions about nets with time, reset arcs and priorities replays, once written and read in
// each form. A trace with one step less, or with a step of another kind, does not show the same, or is refused.
func TestPlayedAnswers(t *testing.T) {
	traces, shown, cut := [3]int{}, 0, 0
	for i := range *answers * 3 {
		rng := rand.New(rand.NewPCG(uint64(i), 185))
		m := played(t, rng, i%3)
		if m == nil {
			continue
		}
		pool := syntax.NewPool()
		f := randformula.Generate(rng, m.Outline(), 2, pool)
		if i%4 == 0 {
			f = pool.Make(syntax.E, randformula.Path(rng, m.Outline(), 3, true, pool))
		}
		q, err := m.Ask(f.String(), check.Paths(i%2))
		if err != nil {
			t.Fatalf("%d: %v", i, err)
		}
		a, err := check.Decide(t.Context(), m, q, check.Options{Limits: check.Limits{Time: 50 * time.Millisecond}})
		if err != nil {
			t.Fatalf("%d: %v: %v", i, f, err)
		}
		x := Of(m, q, a)
		if x == nil {
			continue
		}
		traces[i%3]++
		if x.Witness.Cut {
			cut++
		}
		for _, form := range []Form{JSON, XML, List} {
			if form == List && len(x.Witness.Steps) == 0 && !x.Witness.Dead {
				continue // which is no list
			}
			y := written(t, x, form, m)
			r, err := y.Replay(t.Context(), m, nil)
			if err != nil || r.Failed != nil {
				t.Fatalf("%d: %v: form %d: %v %+v", i, f, form, err, r.Failed)
			}
			if form == JSON && r.Shows != "" {
				if shown++; r.Shows != x.Witness.Formula {
					t.Errorf("%d: shows %s, expected %s", i, r.Shows, x.Witness.Formula)
				}
			}
		}
		x.Witness.Steps = append(slices.Clone(x.Witness.Steps), trace.Firing{Transition: "no such transition"})
		if r, err := x.Replay(t.Context(), m, nil); err != nil || r.Failed == nil ||
			r.Failed.Step != len(x.Witness.Steps) {
			t.Errorf("%d: an impossible last step: %v %+v", i, err, r.Failed)
		}
	}
	t.Logf("%v traces of time Petri nets, timed-arc nets and systems; %d show a formula, %d are cut", traces, shown,
		cut)
	if slices.Min(traces[:]) < *answers/6 || shown < *answers*2/3 {
		t.Error("expected more")
	}
}

// alarm returns a net with time: a token rings after 2 to 4 units, and may be switched off before.
func alarm(t *testing.T) *check.Model {
	t.Helper()
	m, err := check.OfTimed(&timed.Net{
		Net: &extended.Net{
			Name: "alarm",
			Places: []extended.Place{{ID: "set", Initial: 1, Capacity: -1}, {ID: "rung", Capacity: -1},
				{ID: "off", Capacity: -1}},
			Transitions: []extended.Transition{{ID: "ring"}, {ID: "switch off"}},
			Arcs: []extended.Arc{
				{Place: 0, Transition: 0, Kind: extended.Input, Weight: 1},
				{Place: 1, Transition: 0, Kind: extended.Output, Weight: 1},
				{Place: 0, Transition: 1, Kind: extended.Input, Weight: 1},
				{Place: 2, Transition: 1, Kind: extended.Output, Weight: 1},
			},
		},
		Intervals: []timed.Interval{{Low: 2, High: 4}, timed.Always()},
	})
	if err != nil {
		t.Fatal(err)
	}
	return m
}

// letters returns a timed-arc net with three tokens on one place, of which send takes two that are at least 2 old.
func letters(t *testing.T) *check.Model {
	t.Helper()
	m, err := check.OfTimedArcs(&timed.ArcNet{
		Net: &extended.Net{
			Name: "letters",
			Places: []extended.Place{
				{ID: "desk", Initial: 2, Capacity: -1}, {ID: "mail", Capacity: -1},
				{ID: "pen", Initial: 1, Capacity: -1},
			},
			Transitions: []extended.Transition{{ID: "write"}, {ID: "send"}},
			Arcs: []extended.Arc{
				{Place: 2, Transition: 0, Kind: extended.Input, Weight: 1},
				{Place: 0, Transition: 0, Kind: extended.Output, Weight: 1},
				{Place: 0, Transition: 1, Kind: extended.Input, Weight: 1},
				{Place: 2, Transition: 1, Kind: extended.Output, Weight: 1},
			},
		},
		Ages:       []timed.Interval{timed.Always(), timed.Always(), {Low: 2, High: timed.Infinite}, timed.Always()},
		Transports: []timed.Transport{{From: 0, Transition: 1, To: 1, Weight: 1, Ages: timed.Interval{High: 5}}},
		Invariants: []timed.Bound{{Most: timed.Infinite}, {Most: 8}, {Most: timed.Infinite}},
		Urgent:     make([]bool, 2),
	})
	if err != nil {
		t.Fatal(err)
	}
	return m
}

// Traces of other tools and of people: what they may say, and where and why they are refused.
func TestPlayed(t *testing.T) {
	ring, send := alarm(t), letters(t)
	head := `{"format":"brim-trace","version":1,"witness":`
	for _, c := range []struct {
		m          *check.Model
		name, text string
		time       int64  // that passes
		fault      string // where and why; "" if it is a run
	}{
		{m: ring, text: "wait 2\nring\ndeadlock", time: 2,
			fault: "the end: the run does not end: a transition can fire, or time can pass"},
		{m: ring, text: "wait 2\nring\nloop\nwait 1\n", time: 3},
		{m: ring, text: "wait 5\nring", fault: "x:1: step 1: a delay of 5, where 4 is the longest one"},
		{m: ring, text: "wait 1\nring", fault: "x:2: step 2: transition ring cannot fire now, but after a delay of 1"},
		{m: ring, text: "switch off\nring", fault: "x:2: step 2: transition ring cannot fire now, nor after a delay"},
		{m: ring, text: "loop\nwait 1", fault: "the end: the loop does not close"},
		{m: ring, text: "\"wait 2\"", fault: `x:1: step 1: there is no transition "wait 2"`},
		{m: ring, name: "x.scn", text: "# dates\n\n{switch off}@3.0\n", time: 3},
		{m: ring, name: "x.scn", text: "ring$2.0 ring$1",
			fault: "x.scn:1: step 4: transition ring cannot fire now, nor after a delay"},
		{m: ring, name: "x.scn", text: "ring",
			fault: "x.scn:1: step 1: the schedule has no times; Tina's plan finds some"},
		{m: ring, text: "<trace><delay>3</delay><transition id='ring'/><delay>forever</delay></trace>", time: 5},
		{m: ring, text: "<trace><delay>3</delay><delay>forever</delay></trace>",
			fault: "the end: time cannot pass for ever: 1 is the longest delay"},
		{m: ring, text: head + `{"formula":"EF[3,4] rung = 1","steps":[{"delay":3},{"transition":"ring"}]}}`, time: 3},
		{m: ring, text: head + `{"formula":"EF[4,4] rung = 1","steps":[{"delay":3},{"transition":"ring"}]}}`,
			fault: "the end: the run does not show"},
		{m: ring, text: head + `{"formula":"EG off = 0","steps":[{"delay":3},{"transition":"ring"}]}}`,
			fault: "the end: the run does not show"},
		{m: ring, text: head + `{"steps":[{"delay":3,"transition":"ring"}]}}`,
			fault: "step 1: the step has a delay of 3 and a transition; expected one of them"},
		{m: ring, text: head + `{"steps":[{"delay":-3}]}}`, fault: "step 1: a delay of -3, which is negative"},
		{m: ring, text: head + `{"steps":[{"transition":"ring","changes":[{"place":"rung","from":0,"to":2}]}]}}`,
			fault: "step 1: transition ring cannot fire now"},
		{m: ring, text: head + `{"start":{"off":1},"steps":[]}}`,
			fault: "the start: it starts in off:1, expected set:1"},
		// The list leaves open which letter is sent. With the new one 8 units may pass, with an old one 6.
		{m: send, text: "wait 2\nwrite\nsend\nwait 8", time: 10},
		{m: send, text: "wait 2\nwrite\nsend\nwait 9", fault: "x:4: step 4: a delay of 9, where"},
		{m: send, text: "wait 2\nsend\nwait 7", fault: "x:3: step 3: a delay of 7, where 6 is the longest one"},
		{m: send, text: head + `{"steps":[{"delay":2},{"transition":"write"},{"transition":"send","takes":[
			{"place":"desk","ages":[2]},{"place":"desk","to":"mail","ages":[0]}]},{"delay":8}]}}`, time: 10},
		{m: send, text: head + `{"steps":[{"delay":2},{"transition":"write"},{"transition":"send","takes":[
			{"place":"desk","ages":[0]},{"place":"desk","to":"mail","ages":[2]}]}]}}`,
			fault: "step 3: transition send cannot take the tokens that the trace says, but others"},
		{m: send, text: `<trace><delay>2</delay><transition id="send"><token place="desk" age="1" greaterThanOrEqual="true"/>
			<token place="desk" age="2"/></transition></trace>`, time: 2},
		{m: send, text: `<trace><delay>2</delay><transition id="send"><token place="desk" age="2"/></transition></trace>`,
			fault: "x:1: step 2: transition send cannot take the tokens that the trace says, but others"},
		{m: send, text: `<trace><transition id="send"/></trace>`,
			fault: "x:1: step 1: transition send cannot fire now, but after a delay of 2"},
	} {
		if c.name == "" {
			c.name = "x"
		}
		x, err := Read([]byte(c.text), c.name)
		if err != nil {
			t.Errorf("%s: %v", c.text, err)
			continue
		}
		r, err := x.Replay(t.Context(), c.m, nil)
		if err != nil {
			t.Fatal(err)
		}
		fault := ""
		if f := r.Failed; f != nil {
			if fault = f.Where(len(x.Witness.Steps)) + ": " + f.Reason; f.Line > 0 {
				fault = c.name + ":" + strings.TrimSpace(strings.Join([]string{string(rune('0' + f.Line)), ": ", fault},
					""))
			}
		}
		if (c.fault == "") != (fault == "") || !strings.HasPrefix(fault, c.fault) {
			t.Errorf("%s: %q, expected %q", c.text, fault, c.fault)
		} else if c.fault == "" && r.Run.Time() != c.time {
			t.Errorf("%s: %d units of time, expected %d", c.text, r.Run.Time(), c.time)
		}
	}
}

// Schedules and delays that cannot be read, with the line and what was expected.
func TestUnreadableTimes(t *testing.T) {
	for _, c := range []struct{ name, text, want string }{
		{"x.scn", "a@1\nb$1", "x.scn:2: found \"b$1\"; expected all transitions with dates"},
		{"x.scn", "a@2 b@1", "x.scn:1: found \"b@1\"; expected a date that is not earlier"},
		{"x.scn", "a$0.5", "x.scn:1: found \"a$0.5\"; expected a whole number below 2^63"},
		{"x.scn", "a$", "x.scn:1: found \"a$\"; expected a transition, and behind it @ and a date"},
		{"x.scn", "{a", "x.scn:1: found a name without its closing brace; expected }"},
		{"x.scn", "# nothing", "x.scn:1: there is no transition"},
		{"x", "wait 0", "x:1: found a delay of 0; expected 1 to 2^63−1"},
		{"x", "<trace><delay>1.5</delay></trace>",
			"x:1: found a delay of \"1.5\"; expected a number of whole units, or forever"},
		{"x", "<trace><delay>forever</delay><transition id='a'/></trace>", "x:1: found <transition> behind"},
	} {
		if _, err := Read([]byte(c.text), c.name); err == nil || !strings.HasPrefix(err.Error(), c.want) {
			t.Errorf("%s: %v, expected %s", c.text, err, c.want)
		}
	}
	m, _ := asked(t, "dphil:2", "true")
	x, err := Read([]byte("wait 2"), "x")
	if err != nil {
		t.Fatal(err)
	}
	if r, err := x.Replay(t.Context(), m, nil); err != nil || r.Failed == nil ||
		!strings.Contains(r.Failed.Reason, "the net has no time") {
		t.Errorf("a delay in a net without time: %v, %+v", err, r.Failed)
	}
}
