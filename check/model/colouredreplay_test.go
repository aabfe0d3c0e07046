package model_test

import (
	"strings"
	"testing"

	"brim/check"
	"brim/check/board"
	"brim/check/model"
	"brim/ctl/syntax"
	"brim/petri"
	"brim/petri/coloured"
	"brim/petri/coloured/unfold"
)

// pairs is a net in which tokens of two colours meet: each step moves one on, and two of different colours leave.
func pairs(t *testing.T) *coloured.Net {
	b := coloured.NewBuilder("pairs")
	c := b.Cyclic("c", "c", []coloured.Constant{{ID: "a"}, {ID: "b"}, {ID: "d"}})
	x, y := b.Variable("x", "x", c), b.Variable("y", "y", c)
	bound := func(v int) *coloured.Term { return &coloured.Term{Op: coloured.Bound, Value: int64(v)} }
	p, q := b.Place("p", c), b.Place("q", c)
	b.Initial(p, &coloured.Term{Op: coloured.All, Sort: c})
	on := b.Transition("on")
	b.Input(p, on, bound(x))
	b.Output(on, q, &coloured.Term{Op: coloured.Successor, Args: []*coloured.Term{bound(x)}})
	meet := b.Transition("meet")
	b.Guard(meet, &coloured.Guard{Test: coloured.Unequal, Left: bound(x), Right: bound(y)})
	b.Input(q, meet, &coloured.Term{Op: coloured.Sum, Args: []*coloured.Term{bound(x), bound(y)}})
	net, err := b.Net()
	if err != nil {
		t.Fatal(err)
	}
	return net
}

// TestReplayColoured: witnesses are fired by the rule of the coloured net, and one is refused whose transitions stand
// for other bindings than they say.
func TestReplayColoured(t *testing.T) {
	m := model.OfColoured(pairs(t))
	q, err := m.Ask("EF(p = 0 & EF q(d) < 1)", model.Maximal)
	if err != nil {
		t.Fatal(err)
	}
	a, err := check.Decide(t.Context(), m, q, board.Options{})
	if err != nil || a.Result != model.Holds || a.Witness == nil {
		t.Fatalf("%v: %+v", err, a)
	}
	inner, _, err := m.Unfold(t.Context(), []*model.Question{q}, model.UnfoldOptions{})
	if err != nil {
		t.Fatal(err)
	}
	if err := model.ReplayColoured(inner, a.Witness); err != nil {
		t.Error(err)
	}
	n := len(a.Witness.Steps)
	other, _ := inner.Unfolding.Transition(0, []int64{1})
	first, _ := inner.Unfolding.Transition(0, []int64{0})
	u := inner.Unfolding
	f := syntax.NewPool().Bool(true)
	start := u.Net.Initial()
	for _, c := range []struct {
		want string
		net  func() *petri.Net
		w    *model.Witness
	}{
		{"at the start place p holds a + b, in the coloured net all", nil,
			&model.Witness{Formula: f, Start: petri.Marking{1, 1, 0, 0, 0, 0}, Steps: []int{first},
				Loop: model.NoLoop}},
		{"step 2: ", nil, &model.Witness{Formula: f, Start: start, Steps: []int{first, first}, Loop: model.NoLoop}},
		{"step 1: q(b) holds 1, in the coloured net 0", func() *petri.Net { return swapped(u.Net, first, other) },
			&model.Witness{Formula: f, Start: start, Steps: []int{other}, Loop: model.NoLoop}},
	} {
		v := *u
		if c.net != nil {
			v.Net = c.net()
		}
		changed := &model.Model{Net: v.Net, Coloured: inner.Coloured, Unfolding: &v}
		if err := model.ReplayColoured(changed, c.w); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("got %v, want %s", err, c.want)
		}
		bare := &model.Witness{Start: c.w.Start, Steps: c.w.Steps, Loop: model.NoLoop}
		if err := changed.CheckWitness(bare, model.Maximal); err == nil {
			t.Errorf("bare steps: no error, want %s", c.want)
		}
		around := &model.Witness{Start: c.w.Start, Loop: model.NoLoop, Branches: []model.Branch{{Witness: c.w}}}
		if err := changed.CheckWitness(around, model.Maximal); err == nil {
			t.Errorf("inside of a path without a formula: no error, want %s", c.want)
		}
	}
	if err := inner.CheckWitness(&model.Witness{Start: a.Witness.Start, Loop: model.NoLoop,
		Branches: []model.Branch{{Witness: a.Witness}}}, model.Maximal); err != nil {
		t.Errorf("inside of a path without a formula: %v", err)
	}
	if n == 0 {
		t.Error("the witness has no steps")
	}
}

// TestReplayMerged: steps of an unfolding in which one colour stands for all are lifted before they are fired.
func TestReplayMerged(t *testing.T) {
	b := coloured.NewBuilder("crowd")
	c := b.Range("c", "c", 1, 5)
	x := &coloured.Term{Op: coloured.Bound, Value: int64(b.Variable("x", "x", c))}
	p, q := b.Place("p", c), b.Place("q", c)
	b.Initial(p, &coloured.Term{Op: coloured.All, Sort: c})
	b.Input(p, b.Transition("go"), x)
	b.Output(0, q, x)
	net, err := b.Net()
	if err != nil {
		t.Fatal(err)
	}
	small, err := unfold.Coarsen(t.Context(), net, unfold.Keep{})
	if err != nil {
		t.Fatal(err)
	}
	u, err := small.Unfold(t.Context(), unfold.Options{})
	if err != nil || len(u.Net.Transitions) != 1 {
		t.Fatalf("%v, %d transitions", err, len(u.Net.Transitions))
	}
	m := &model.Model{Coloured: net, Unfolding: u}
	w := &model.Witness{Formula: syntax.NewPool().Bool(true), Start: u.Net.Initial(), Steps: make([]int, 5),
		Loop: model.NoLoop}
	if err := model.ReplayColoured(m, w); err != nil {
		t.Error(err)
	}
	w.Steps = make([]int, 6)
	if err := model.ReplayColoured(m, w); err == nil || !strings.Contains(err.Error(), "step 6: ") {
		t.Errorf("six of five moved: %v", err)
	}
}

// swapped returns net with what two transitions give exchanged.
func swapped(net *petri.Net, t, s int) *petri.Net {
	b := petri.NewBuilder(net.Name)
	for _, p := range net.Places {
		b.Place(p.Name, p.Initial)
	}
	for i, tr := range net.Transitions {
		n := b.Transition(tr.Name)
		for _, a := range tr.Pre {
			b.In(n, a.Place, a.Weight)
		}
		post := tr.Post
		switch i {
		case t:
			post = net.Transitions[s].Post
		case s:
			post = net.Transitions[t].Post
		}
		for _, a := range post {
			b.Out(n, a.Place, a.Weight)
		}
	}
	swapped, err := b.Net()
	if err != nil {
		panic(err)
	}
	return swapped
}
