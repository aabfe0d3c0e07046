package petri

import (
	"math"
	"slices"
	"strings"
	"testing"
)

func TestBuilderMergesArcs(t *testing.T) {
	b := NewBuilder("n")
	p, q := b.Place("p", 0), b.Place("q", 0)
	tr := b.Transition("t")
	b.In(tr, q, 1)
	b.In(tr, p, 2)
	b.In(tr, q, 3)
	b.Inhibit(tr, p, 5)
	b.Inhibit(tr, p, 4)
	net, err := b.Net()
	if err != nil {
		t.Fatal(err)
	}
	if want := []Arc{{p, 2}, {q, 4}}; !slices.Equal(net.Transitions[0].Pre, want) {
		t.Errorf("Pre = %v, want %v", net.Transitions[0].Pre, want)
	}
	if want := []Arc{{p, 4}}; !slices.Equal(net.Transitions[0].Inhibit, want) {
		t.Errorf("Inhibit = %v, want %v", net.Transitions[0].Inhibit, want)
	}
}

// Read arcs ask for the largest of their weights, beside what input arcs take.
func TestBuilderReads(t *testing.T) {
	b := NewBuilder("n")
	p, q, r := b.Place("p", 0), b.Place("q", 0), b.Place("r", 0)
	free, u := b.Transition("t"), b.Transition("u")
	b.Read(u, r, 2)
	b.Read(free, q, 5)
	b.Read(free, p, 2)
	b.In(free, q, 1)
	b.Read(free, q, 4)
	b.In(free, q, 1)
	b.Out(free, q, 7)
	b.In(free, r, 3)
	b.Read(free, r, 3)
	net, err := b.Net()
	if err != nil {
		t.Fatal(err)
	}
	if got, want := net.Transitions[free].Pre, []Arc{{p, 2}, {q, 5}, {r, 3}}; !slices.Equal(got, want) {
		t.Errorf("Pre = %v, want %v", got, want)
	}
	if got, want := net.Transitions[free].Post, []Arc{{p, 2}, {q, 10}}; !slices.Equal(got, want) {
		t.Errorf("Post = %v, want %v", got, want)
	}
	if got, want := net.Transitions[u].Pre, []Arc{{r, 2}}; !slices.Equal(got, want) ||
		!slices.Equal(net.Transitions[u].Post, want) {
		t.Errorf("Pre = %v, Post = %v, want %v", got, net.Transitions[u].Post, want)
	}
}

func TestBuilderMistakes(t *testing.T) {
	for _, c := range []struct {
		want  string
		build func(b *Builder)
	}{
		{`two places are called "p"`, func(b *Builder) { b.Place("p", 0); b.Place("p", 0) }},
		{`two transitions are called "t"`, func(b *Builder) { b.Transition("t"); b.Transition("t") }},
		{`place "p": negative initial marking -1`, func(b *Builder) { b.Place("p", -1) }},
		{`output arc: no transition 0`, func(b *Builder) { b.Out(0, 0, 1) }},
		{`inhibitor arc of transition "t": no place 0`, func(b *Builder) { b.Inhibit(b.Transition("t"), 0, 1) }},
		{`transition "t", place "p": the sum of the arc weights exceeds 64 bits`, func(b *Builder) {
			p, tr := b.Place("p", 0), b.Transition("t")
			b.In(tr, p, math.MaxInt64)
			b.In(tr, p, 1)
		}},
		{`transition "t", place "p": the sum of the arc weights exceeds 64 bits`, func(b *Builder) {
			p, tr := b.Place("p", 0), b.Transition("t")
			b.Out(tr, p, math.MaxInt64)
			b.Read(tr, p, 1)
		}},
		{`read arc: no transition 0`, func(b *Builder) { b.Read(0, 0, 1) }},
		{`units: the root is 0, of 0 units`, func(b *Builder) { b.Units(&Units{}) }},
		{`unit "u": no place 1`, func(b *Builder) {
			b.Place("p",
				0)
			b.Units(&Units{List: []Unit{{Name: "u", Places: []int{1}}}})
		}},
		{`units "u" and "v" have the same place 0`, func(b *Builder) {
			b.Place("p", 0)
			b.Units(&Units{List: []Unit{{Name: "u", Places: []int{0}, Sub: []int{1}}, {Name: "v", Places: []int{0}}}})
		}},
		{`unit "u": no unit 1`, func(b *Builder) { b.Units(&Units{List: []Unit{{Name: "u", Sub: []int{1}}}}) }},
		{`unit "u" is below "u" and elsewhere`,
			func(b *Builder) { b.Units(&Units{List: []Unit{{Name: "u", Sub: []int{0}}}}) }},
		{`unit "v" is not below the root`, func(b *Builder) {
			b.Units(&Units{List: []Unit{{Name: "u"}, {Name: "v", Sub: []int{2}}, {Name: "w", Sub: []int{1}}}})
		}},
	} {
		b := NewBuilder("n")
		c.build(b)
		if _, err := b.Net(); err == nil || err.Error() != "net n: "+c.want {
			t.Errorf("got  %v\nwant net n: %s", err, c.want)
		}
	}
}

// unitNet is a net whose units promise to be safe.
func unitNet(t *testing.T) *Net {
	b := NewBuilder("n")
	b.Place("p", 1)
	b.Place("q", 0)
	b.Units(&Units{Safe: true, List: []Unit{{Name: "u", Places: []int{0}, Sub: []int{1}},
		{Name: "v", Places: []int{1}}}})
	net, err := b.Net()
	if err != nil {
		t.Fatal(err)
	}
	return net
}

func TestWithInitialDropsSafety(t *testing.T) {
	net := unitNet(t)
	if same := net.WithInitial(Marking{1, 0}); !same.Units.Safe {
		t.Error("the same initial marking lost Units.Safe")
	}
	if other := net.WithInitial(Marking{0, 1}); other.Units.Safe || !net.Units.Safe {
		t.Errorf("Safe: new net %v, old net %v", other.Units.Safe, net.Units.Safe)
	}
	defer func() {
		if r, ok := recover().(string); !ok || !strings.Contains(r, "place q: -1 tokens") {
			t.Errorf("negative marking: panic %q", r)
		}
	}()
	net.WithInitial(Marking{0, -1})
}

func TestUnitSafe(t *testing.T) {
	u := unitNet(t).Units
	for _, c := range []struct {
		m    Marking
		want bool
	}{
		{Marking{0, 0}, true}, {Marking{1, 0}, true}, {Marking{0, 1}, true},
		{Marking{2, 0}, false}, {Marking{0, 2}, false}, {Marking{1, 1}, false},
	} {
		if got := u.UnitSafe(c.m); got != c.want {
			t.Errorf("UnitSafe(%v) = %v", c.m, got)
		}
	}
	// A unit without places between two marked ones does not separate them.
	deep := &Units{List: []Unit{{Places: []int{0}, Sub: []int{1}}, {Sub: []int{2}}, {Places: []int{1}}}}
	if deep.UnitSafe(Marking{1, 1}) {
		t.Error("marked units on one path pass as safe")
	}
}

// Equal must see every single difference.
func TestEqual(t *testing.T) {
	build := func(change func(b *Builder, p, tr int)) *Net {
		b := NewBuilder("n")
		p, tr := b.Place("p", 0), b.Transition("t")
		change(b, p, tr)
		net, err := b.Net()
		if err != nil {
			t.Fatal(err)
		}
		return net
	}
	units := func(u Units) func(b *Builder, p, tr int) {
		return func(b *Builder, p, tr int) { b.Units(&u) }
	}
	all := []*Net{
		build(func(b *Builder, p, tr int) {}),
		build(func(b *Builder, p, tr int) { b.Place("q", 0) }),
		build(func(b *Builder, p, tr int) { b.Place("q", 1) }),
		build(func(b *Builder, p, tr int) { b.Transition("u") }),
		build(func(b *Builder, p, tr int) { b.In(tr, p, 1) }),
		build(func(b *Builder, p, tr int) { b.In(tr, p, 2) }),
		build(func(b *Builder, p, tr int) { b.Out(tr, p, 1) }),
		build(func(b *Builder, p, tr int) { b.Inhibit(tr, p, 1) }),
		build(units(Units{List: []Unit{{Name: "u"}}})),
		build(units(Units{List: []Unit{{Name: "v"}}})),
		build(units(Units{List: []Unit{{Name: "u"}}, Safe: true})),
		build(units(Units{List: []Unit{{Name: "u", Places: []int{0}}}})),
		build(units(Units{List: []Unit{{Name: "u", Sub: []int{1}}, {Name: "v"}}})),
		build(units(Units{List: []Unit{{Name: "u"}, {Name: "v", Sub: []int{0}}}, Root: 1})),
	}
	for i, a := range all {
		for j, b := range all {
			if a.Equal(b) != (i == j) {
				t.Errorf("net %d and net %d: Equal = %v", i, j, a.Equal(b))
			}
		}
	}
}

func TestIndexes(t *testing.T) {
	net := unitNet(t)
	if p, ok := net.PlaceIndex("q"); p != 1 || !ok {
		t.Errorf("PlaceIndex(q) = %d, %v", p, ok)
	}
	if _, ok := net.PlaceIndex("x"); ok {
		t.Error("PlaceIndex knows x")
	}
	if _, ok := net.TransitionIndex("q"); ok {
		t.Error("TransitionIndex knows the place q")
	}
}
