package kripke_test

import (
	"context"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"brim/engine/kripke"
	"brim/internal/testkit/randnet"
	"brim/petri"
	"brim/petri/nets"
)

// configs are the kinds of random nets. Arbitrary ones are mostly unbounded: their places get 32 bits.
var configs = []randnet.Config{
	{}, {Safe: true}, {Open: true}, {NoInhibitors: true, Weight: 1}, {States: 3000, Blocks: 8, Tokens: 9, Weight: 4},
	{Arbitrary: true},
	{Arbitrary: true, Open: true, Tokens: 70},
}

func mustNet(t testing.TB, net *petri.Net) *kripke.Net {
	t.Helper()
	n, err := kripke.NewNet(net)
	if err != nil {
		t.Fatal(err)
	}
	return n
}

func parseNet(t testing.TB, text string) *petri.Net {
	t.Helper()
	net, err := randnet.ParseText("net", text)
	if err != nil {
		t.Fatal(err)
	}
	return net
}

// checkSuccessors compares the successors of every state that is found within a number of states with those of the
// net's own firing rule, in the same order, and returns how many transitions that were.
func checkSuccessors(t *testing.T, net *petri.Net, most int) (compared int) {
	t.Helper()
	n := mustNet(t, net)
	start := make(kripke.State, n.Words())
	if err := n.Pack(net.Initial(), start); err != nil || !slices.Equal(start, n.Initial()[0]) {
		t.Fatalf("the initial marking is packed as %x, want %x; error %v", start, n.Initial()[0], err)
	}
	queue := []petri.Marking{net.Initial()}
	seen := map[string]bool{net.Format(queue[0]): true}
	packed := map[string]string{} // formats by states: a state must be one marking only
	var out kripke.Successors
	m, next := net.Initial(), net.Initial()
	for i := 0; i < len(queue); i++ {
		s := make(kripke.State, n.Words())
		if err := n.Pack(queue[i], s); err != nil {
			t.Fatalf("%s: %v\n%s", net.Format(queue[i]), err, randnet.Text(net))
		}
		key := stateKey(s)
		if other, ok := packed[key]; ok {
			t.Fatalf("%s and %s are one state\n%s", other, net.Format(queue[i]), randnet.Text(net))
		}
		packed[key] = net.Format(queue[i])
		if n.Marking(m, s); !m.Equal(queue[i]) || n.Format(s) != net.Format(m) {
			t.Fatalf("%s was packed and is %s\n%s", net.Format(queue[i]), net.Format(m), randnet.Text(net))
		}
		if err := n.Successors(s, &out); err != nil {
			t.Fatalf("%v\n%s", err, randnet.Text(net))
		}
		at := 0
		for tr := range net.EnabledTransitions(queue[i]) {
			if !net.FireInto(next, queue[i], tr) {
				t.Fatal("overflow")
			}
			if at >= out.Len() || out.Label(at) != tr {
				t.Fatalf("transition %d of %s is not %s\n%s", at, n.Format(s), net.Transitions[tr].Name,
					randnet.Text(net))
			}
			if n.Marking(m, out.State(at)); !m.Equal(next) {
				t.Fatalf("%s leads from %s to %s, want %s\n%s", net.Transitions[tr].Name, n.Format(s), net.Format(m),
					net.Format(next), randnet.Text(net))
			}
			at++
			compared++
			if name := net.Format(next); !seen[name] && len(queue) < most {
				seen[name] = true
				queue = append(queue, next.Clone())
			}
		}
		if at != out.Len() {
			t.Fatalf("%s has %d transitions, want %d\n%s", n.Format(s), out.Len(), at, randnet.Text(net))
		}
	}
	return compared
}

func stateKey(s kripke.State) string {
	var b strings.Builder
	for _, w := range s {
		for i := range 8 {
			b.WriteByte(byte(w >> (8 * i)))
		}
	}
	return b.String()
}

// A packed state is one marking, and its successors are those of the net's firing rule, in the same order: on random
// nets and on families.
func TestNetAgreesWithFiringRule(t *testing.T) {
	compared := 0
	for seed := range uint64(1400) {
		cfg := configs[seed%uint64(len(configs))]
		net := randnet.Generate(rand.New(rand.NewPCG(seed, 11)), cfg)
		compared += checkSuccessors(t, net, 100)
		if t.Failed() {
			t.Fatalf("seed %d", seed)
		}
	}
	t.Logf("%d transitions compared", compared)
	if compared < 100_000 {
		t.Errorf("only %d transitions were compared", compared)
	}
}

func TestNetAgreesOnFamilies(t *testing.T) {
	for _, spec := range []string{"dphil:4", "fms:3", "hanoi:4", "kanban:2", "prise:S", "prodcons:2", "rr:3", "sr:3",
		"unbounded:3"} {
		net, err := nets.Parse(spec)
		if err != nil {
			t.Fatal(err)
		}
		checkSuccessors(t, net, 500)
	}
}

// The published and computed numbers of families.
func TestNetStates(t *testing.T) {
	for _, c := range []struct {
		spec          string
		states, depth int
	}{{"dphil:5", 1364, 10}, {"fms:2", 3444, 28}, {"hanoi:6", 729, 63}, {"kanban:2", 4600, 28}, {"rr:6", 864, 42},
		{"sr:4", 5136, 0}} {
		net, err := nets.Parse(c.spec)
		if err != nil {
			t.Fatal(err)
		}
		x, err := kripke.Explore(context.Background(), mustNet(t, net), nil, kripke.Limits{})
		if err != nil {
			t.Fatal(err)
		}
		if !x.Complete || x.States() != c.states || c.depth > 0 && x.Covered != c.depth {
			t.Errorf("%s: %d states, depth %d; want %d and %d", c.spec, x.States(), x.Covered, c.states, c.depth)
		}
	}
}

// Places get as many bits as their bounds need, constant ones none.
func TestNetWords(t *testing.T) {
	for _, c := range []struct {
		name, text string
		words      int
	}{
		{"no place changes", "p p 3\nt t pre: p 1 post: p 1\n", 1},
		{"64 places of 1 bit", ring(64, 1), 1},
		{"65 places of 1 bit", ring(65, 1), 2},
		{"21 places of 3 bits", ring(21, 7), 1},
		{"22 places of 3 bits", ring(22, 7), 2},
		{"two unbounded places and one that only falls",
			"p p 0\np q 0\np r 1\nt t pre: post: p 1 q 1\nt u pre: r 1 post:\n", 2},
		{"many tokens", "p p 5000000000\np q 0\nt t pre: p 1 post: q 1\n", 2},
	} {
		if n := mustNet(t, parseNet(t, c.text)); n.Words() != c.words {
			t.Errorf("%s: %d words, want %d", c.name, n.Words(), c.words)
		}
	}
}

// ring is a cycle of places on which tokens move.
func ring(places, tokens int) string {
	var b strings.Builder
	name := func(i int) string { return "p" + string(rune('a'+i%places/26)) + string(rune('a'+i%places%26)) }
	for i := range places {
		n := "0"
		if i == 0 {
			n = string(rune('0' + tokens))
		}
		b.WriteString("p " + name(i) + " " + n + "\n")
	}
	for i := range places {
		b.WriteString("t t" + name(i) + " pre: " + name(i) + " 1 post: " + name(i+1) + " 1\n")
	}
	return b.String()
}

// A place that overflows its field is an error that names the place and the state.
func TestNetOverflow(t *testing.T) {
	for _, c := range []struct{ text, want string }{
		{"p p 4294967290\nt t pre: post: p 5\n",
			"net net: transition t gives place p more than 4294967295 tokens, in p:4294967295"},
		{"p p 1\nt t pre: post: p 5000000000\n",
			"net net: transition t gives place p more than 4294967295 tokens, in p:1"},
	} {
		_, err := kripke.Explore(context.Background(), mustNet(t, parseNet(t, c.text)), nil, kripke.Limits{})
		if err == nil || err.Error() != c.want {
			t.Errorf("error %v\nwant  %s", err, c.want)
		}
	}
}

// Nets whose units promise that they are safe have one bit a place, and the promise is held against every firing.
func TestNetUnits(t *testing.T) {
	build := func(initial int64) *petri.Net {
		b := petri.NewBuilder("units")
		p, q := b.Place("p", initial), b.Place("q", 0)
		t := b.Transition("t")
		b.In(t, p, 1)
		b.Out(t, p, 1)
		b.Out(t, q, 1)
		b.Inhibit(t, q, 2)
		never := b.Transition("never") // so inhibitor arcs do not bound q
		b.Read(never, b.Place("r", 0), 1)
		b.Out(never, q, 1)
		b.Units(&petri.Units{Safe: true, List: []petri.Unit{{Name: "u", Places: []int{p, q}}}})
		net, err := b.Net()
		if err != nil {
			panic(err)
		}
		return net
	}
	n := mustNet(t, build(1))
	_, err := kripke.Explore(context.Background(), n, nil, kripke.Limits{})
	want := "net units: transition t gives place q a second token, although the units of the net promise that it is " +
		"safe, in p:1 q:1"
	if err == nil || err.Error() != want {
		t.Errorf("error %v\nwant  %s", err, want)
	}
}

func TestPackRefuses(t *testing.T) {
	n := mustNet(t, parseNet(t, "p p 1\np q 0\np r 7\nt t pre: p 1 r 1 post: q 1 r 1\n"))
	s := make(kripke.State, n.Words())
	for _, m := range []petri.Marking{{2, 0, 7}, {1, 0, 6}, {-1, 0, 7}} {
		if err := n.Pack(m, s); err == nil {
			t.Errorf("%v was packed", m)
		}
	}
	if err := n.Pack(petri.Marking{0, 1, 7}, s); err != nil || n.Format(s) != "q:1 r:7" {
		t.Errorf("%s, %v", n.Format(s), err)
	}
}

func TestSuccessorsDoNotAllocate(t *testing.T) {
	net, err := nets.Parse("kanban:3")
	if err != nil {
		t.Fatal(err)
	}
	n := mustNet(t, net)
	var out kripke.Successors
	table := kripke.NewTable(n.Words())
	table.Add(n.Initial()[0])
	for i := 0; i < table.Len() && i < 2000; i++ {
		if err := n.Successors(table.State(i), &out); err != nil {
			t.Fatal(err)
		}
		for j := range out.Len() {
			table.Add(out.State(j))
		}
	}
	i := 0
	if got := testing.AllocsPerRun(1000, func() {
		_ = n.Successors(table.State(i), &out)
		i++
	}); got > 0 {
		t.Errorf("%v allocations", got)
	}
}
