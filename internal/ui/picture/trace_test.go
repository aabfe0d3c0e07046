package picture

import (
	"reflect"
	"slices"
	"strings"
	"testing"

	"brim/check"
	"brim/ctl/syntax"
	"brim/internal/naming"
	"brim/internal/testkit/randnet"
	"brim/internal/ui/sequence"
	"brim/petri"
	"brim/petri/order"
)

func read(t *testing.T, text string) *petri.Net {
	t.Helper()
	net, err := randnet.ParseText("net", text)
	if err != nil {
		t.Fatal(err)
	}
	return net
}

func parse(t *testing.T, net *petri.Net, text string) *syntax.Formula {
	t.Helper()
	q, err := check.OfNet(net).Ask(text, syntax.Maximal)
	if err != nil {
		t.Fatal(err)
	}
	return q.Formula
}

// witness returns a witness with the transitions given by name.
func witness(net *petri.Net, f *syntax.Formula, loop int, transitions string) *check.Witness {
	w := &check.Witness{Formula: f, Start: net.Initial(), Loop: loop}
	for _, name := range strings.Fields(transitions) {
		i, _ := net.TransitionIndex(name)
		w.Steps = append(w.Steps, i)
	}
	return w
}

func TestComponentNames(t *testing.T) {
	for _, c := range []struct{ places, want string }{
		{"P1", "P1"},
		{"Idle_1 WaitL_1 Fork_1", "*_1"},
		{"HasL_1 HasR_1", "Has*_1"},
		{"cell.a cell.b", "cell.*"},
		{"bin12 bin13", "bin*"},
		{"p12 p13", ""},
		{"A_11 B_21", ""},
		{"x12y x13y", "x*y"},
		{"größe grüße", "gr*ße"},
		{"aa aaa", "aa*"},
	} {
		if got := common(strings.Fields(c.places)); got != c.want {
			t.Errorf("%s: got %q, want %q", c.places, got, c.want)
		}
	}
	net := read(t, "p left 2\np count 0\n")
	if got, want := ComponentNames(naming.Of(net), [][]int{{0, 1}, {1}}),
		[]string{"left …", "count"}; !slices.Equal(got, want) {
		t.Errorf("got %q, want %q", got, want)
	}
}

// TestPicture checks who takes part in a step, and as what.
func TestPicture(t *testing.T) {
	net := read(t, `p idle.a 1
p busy.a 0
p pool 2
p log 0
p lamp 1
p never 1
t take pre: idle.a 1 pool 2 post: busy.a 1 log 1 inh: lamp 2
t dim pre: lamp 1 post:
`)
	f := parse(t, net, "EF deadlock")
	w := witness(net, f, check.NoLoop, "take dim")
	d := Trace(naming.Of(net), order.Decomposition{Levels: [][]int{{5}, {3}, {4}, {2}, {0, 1}}}, w)
	want := &sequence.Diagram{
		Title: "EF deadlock",
		Lifelines: []sequence.Lifeline{
			{Name: "*.a", Start: "idle.a", About: "idle.a busy.a"}, {Name: "pool", Start: "2", About: "pool"},
			{Name: "log", Start: "0", About: "log"}, {Name: "lamp", Start: "1", About: "lamp"},
		},
		Rows: []sequence.Row{
			{Label: "take", Marks: []sequence.Mark{
				{Lifeline: 0, Role: sequence.Both, Text: "idle.a → busy.a"},
				{Lifeline: 1, Role: sequence.Takes, Text: "2 → 0"},
				{Lifeline: 2, Role: sequence.Gives, Text: "0 → 1"}, {Lifeline: 3, Role: sequence.Reads},
			}},
			{Label: "dim", Marks: []sequence.Mark{{Lifeline: 3, Role: sequence.Takes, Text: "1 → 0"}}},
		},
		Loop: sequence.NoLoop, Dead: true, End: "no transition is enabled",
	}
	if !reflect.DeepEqual(d, want) {
		t.Errorf("got  %+v\nwant %+v", d, want)
	}
	w = witness(net, f, check.NoLoop, "dim")
	if d := Trace(naming.Of(net), order.Decomposition{Levels: [][]int{{0, 1, 2, 3, 4, 5}}},
		w); d.Rows[0].Marks[0].Text != "− lamp" || d.Lifelines[0].Start != "idle.a 2·pool lamp never" {
		t.Errorf("got %+v", d)
	}
	c := read(t, "p left 1\np count 0\nt up pre: left 1 post: count 1\nt reset pre: count 1 post: left 1\n")
	w = witness(c, parse(t, c, "EG true"), 0, "up reset")
	if d := Trace(naming.Of(c), order.Decomposition{Levels: [][]int{{0}, {1}}}, w); d.Loop != 0 ||
		d.End != "and again from step 1" {
		t.Errorf("got %+v", d)
	}
}
