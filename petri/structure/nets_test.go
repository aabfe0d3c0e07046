package structure_test

import (
	"fmt"
	"math/rand/v2"
	"strconv"
	"strings"
	"testing"

	"brim/petri"
)

// parse reads a net from lines, or parts between semicolons:
//
//	p = 5               initial tokens
//	a + 2 b -> c        input and output arcs, weights in front
//	a -> b ! c:2        with an inhibitor arc of weight 2 from c
//
// Places come into being when first named; transitions are t1, t2, …
func parse(tb testing.TB, text string) *petri.Net {
	tb.Helper()
	b := petri.NewBuilder(tb.Name())
	index := map[string]int{}
	initial := map[string]int64{}
	place := func(name string) int {
		if _, ok := index[name]; !ok {
			index[name] = b.Place(name, initial[name])
		}
		return index[name]
	}
	lines := strings.FieldsFunc(text, func(r rune) bool { return r == '\n' || r == ';' })
	for _, line := range lines {
		if name, n, ok := strings.Cut(line, "="); ok {
			v, err := strconv.ParseInt(strings.TrimSpace(n), 10, 64)
			if err != nil {
				tb.Fatal(err)
			}
			initial[strings.TrimSpace(name)] = v
		}
	}
	count := 0
	for _, line := range lines {
		line, inhibit, _ := strings.Cut(line, "!")
		left, right, ok := strings.Cut(line, "->")
		if !ok {
			if name, _, ok := strings.Cut(line, "="); ok {
				place(strings.TrimSpace(name))
			}
			continue
		}
		count++
		t := b.Transition(fmt.Sprint("t", count))
		terms := func(s string, arc func(t, p int, w int64)) {
			for term := range strings.SplitSeq(s, "+") {
				switch f := strings.Fields(term); len(f) {
				case 1:
					arc(t, place(f[0]), 1)
				case 2:
					w, err := strconv.ParseInt(f[0], 10, 64)
					if err != nil {
						tb.Fatal(err)
					}
					arc(t, place(f[1]), w)
				}
			}
		}
		terms(left, b.In)
		terms(right, b.Out)
		for _, f := range strings.Fields(inhibit) {
			name, w, _ := strings.Cut(f, ":")
			weight, err := strconv.ParseInt(w, 10, 64)
			if err != nil {
				tb.Fatal(err)
			}
			b.Inhibit(t, place(name), weight)
		}
	}
	return build(tb, b)
}

func build(tb testing.TB, b *petri.Builder) *petri.Net {
	tb.Helper()
	net, err := b.Net()
	if err != nil {
		tb.Fatal(err)
	}
	return net
}

// philosophers is the dining philosophers' net: 6 places and 4 transitions each.
func philosophers(tb testing.TB, n int) *petri.Net {
	b := petri.NewBuilder("dphil")
	const idle, waitL, waitR, hasL, hasR, fork = 0, 1, 2, 3, 4, 5
	names := []string{"Idle", "WaitL", "WaitR", "HasL", "HasR", "Fork"}
	for i := range n {
		for k, name := range names {
			var tokens int64
			if k == idle || k == fork {
				tokens = 1
			}
			b.Place(fmt.Sprint(name, "_", i+1), tokens)
		}
	}
	add := func(name string, i int, in, out []int) {
		t := b.Transition(fmt.Sprint(name, "_", i+1))
		for _, p := range in {
			b.In(t, p, 1)
		}
		for _, p := range out {
			b.Out(t, p, 1)
		}
	}
	for i := range n {
		me, next := 6*i, 6*((i+1)%n)
		add("GoEat", i, []int{me + idle}, []int{me + waitL, me + waitR})
		add("GetL", i, []int{me + waitL, next + fork}, []int{me + hasL})
		add("GetR", i, []int{me + waitR, me + fork}, []int{me + hasR})
		add("Rel", i, []int{me + hasL, me + hasR}, []int{me + idle, me + fork, next + fork})
	}
	return build(tb, b)
}

// roundRobin is the round-robin mutual exclusion net: 8n+1 places.
func roundRobin(tb testing.TB, n int) *petri.Net {
	var s strings.Builder
	s.WriteString("Res=1;")
	for i := 1; i <= n; i++ {
		j := i%n + 1
		fmt.Fprintf(&s, "BE%d=1;", i)
		if i == 1 {
			s.WriteString("P1_1=1;")
		} else {
			fmt.Fprintf(&s, "P0_%d=1;", i)
		}
		fmt.Fprintf(&s, "Res+P1_%d->Own%d+P2_%d;Own%d+BE%d->Res+BF%d;BF%d+P2_%d->BE%d+P4_%d;BF%d+P3_%d->BE%d+P0_%d;",
			i, i, i, i, i, i, i, i, i, i, i, i, i, i)
		fmt.Fprintf(&s, "P2_%d+P0_%d->P3_%d+P1_%d;P4_%d+P0_%d->P0_%d+P1_%d;", i, j, i, j, i, j, i, j)
	}
	return parse(tb, s.String())
}

// slottedRing is the slotted ring protocol: 8n places.
func slottedRing(tb testing.TB, n int) *petri.Net {
	var s strings.Builder
	for i := 1; i <= n; i++ {
		j := (i+n-2)%n + 1
		fmt.Fprintf(&s, "C%d=1;E%d=1;A%d->D%d;A%d->B%d;B%d->H%d;B%d->D%d;H%d+F%d->C%d+E%d;D%d+F%d->C%d+G%d;",
			i, i, i, i, i, i, i, i, i, i, i, i, i, i, i, i, i, i)
		fmt.Fprintf(&s, "E%d+C%d->F%d+B%d;G%d+C%d->F%d+A%d;", i, j, i, j, i, j, i, j)
	}
	return parse(tb, s.String())
}

const kanbanText = `pk1=5;pk2=5;pk3=5;pk4=5
	pm1->pb1;pb1->pm1;pm1->po1; pm2->pb2;pb2->pm2;pm2->po2; pm3->pb3;pb3->pm3;pm3->po3; pm4->pb4;pb4->pm4;pm4->po4
	pk1->pm1; po1+pk2+pk3->pk1+pm2+pm3; po2+po3+pk4->pk2+pk3+pm4; po4->pk4`

const fmsText = `P1=4;P2=4;P3=4;M1=3;M2=1;M3=2
	P1->P1wM1;P1wM1+M1->P1M1;P1M1->P1d+M1;P1d->P1s;P1d->P1wP2;P1s->P1
	P2->P2wM2;P2wM2+M2->P2M2;P2M2->P2d+M2;P2d->P2s;P2d->P2wP1;P2s->P2
	P1wP2+P2wP1->P12;P12->P12wM3;P12wM3+M3->P12M3;P12M3->P12s+M3;P12s->P1+P2
	P3->P3M2;P3M2+M2->P3s+M2;P3s->P3`

// random returns a net of the given size with weights up to maxWeight. With
// conservative set every transition keeps the number of tokens.
func random(tb testing.TB, r *rand.Rand, places, transitions int, maxWeight, maxTokens int64,
	conservative bool) *petri.Net {
	b := petri.NewBuilder("random")
	for p := range places {
		b.Place(fmt.Sprint("p", p), r.Int64N(maxTokens+1))
	}
	for i := range transitions {
		t := b.Transition(fmt.Sprint("t", i))
		var sum int64
		for range 1 + r.IntN(3) {
			w := 1 + r.Int64N(maxWeight)
			b.In(t, r.IntN(places), w)
			sum += w
		}
		if conservative {
			for sum > 0 {
				w := 1 + r.Int64N(sum)
				b.Out(t, r.IntN(places), w)
				sum -= w
			}
			continue
		}
		for range r.IntN(4) {
			b.Out(t, r.IntN(places), 1+r.Int64N(maxWeight))
		}
	}
	return build(tb, b)
}

// fireRandom fires one of the enabled transitions in m, by the definition, and
// reports false if there is none.
func fireRandom(r *rand.Rand, net *petri.Net, m petri.Marking) bool {
	var enabled []int
	for t := range net.Transitions {
		if isEnabled(net, m, t) {
			enabled = append(enabled, t)
		}
	}
	if len(enabled) == 0 {
		return false
	}
	fire(net, m, enabled[r.IntN(len(enabled))])
	return true
}

func isEnabled(net *petri.Net, m petri.Marking, t int) bool {
	for _, a := range net.Transitions[t].Pre {
		if m[a.Place] < a.Weight {
			return false
		}
	}
	for _, a := range net.Transitions[t].Inhibit {
		if m[a.Place] >= a.Weight {
			return false
		}
	}
	return true
}

func fire(net *petri.Net, m petri.Marking, t int) {
	for _, a := range net.Transitions[t].Pre {
		m[a.Place] -= a.Weight
	}
	for _, a := range net.Transitions[t].Post {
		m[a.Place] += a.Weight
	}
}

// splitTerms splits "2 a + b = 3" into its terms.
func splitTerms(s string) []string {
	return strings.FieldsFunc(s, func(r rune) bool { return r == '+' || r == '=' })
}
