package counting

import (
	"context"
	"math/big"
	"math/rand/v2"
	"slices"
	"strconv"
	"testing"

	"brim/petri"
	"brim/petri/reduce"
)

// A drawn forest: a net whose places hang in a random forest, and some markings of the smaller net.
type drawn struct {
	net      *petri.Net
	e        reduce.Equations
	markings []petri.Marking
}

// draw makes the equations from the newest to the oldest, so that it knows how many tokens a place can have.
func draw(rng *rand.Rand) *drawn {
	d := &drawn{}
	var most []int64 // by place
	place := func(n int64) int { most = append(most, n); return len(most) - 1 }
	var list []reduce.Equation
	for range rng.IntN(4) {
		d.e.Places = append(d.e.Places, place(int64(1+rng.IntN(4))))
	}
	for range rng.IntN(3) {
		p := place(int64(rng.IntN(5)))
		list = append(list, reduce.Equation{Kind: reduce.Constant, Place: p, Const: most[p]})
	}
	roots := slices.Clone(most)
	for range rng.IntN(7) {
		if len(most) == 0 {
			break
		}
		q := rng.IntN(len(most))
		e := reduce.Equation{Base: q, Place: q, Num: 1, Den: 1, Const: int64(rng.IntN(3))}
		switch rng.IntN(5) {
		case 0, 1:
			e.Kind, e.Place = reduce.Fuse, place(most[q])
		case 2:
			e.Kind, e.Num = reduce.Function, int64(rng.IntN(3))
			if e.Den = 1 + int64(rng.IntN(2)); e.Den == 2 {
				e.Num, e.Const = 2*e.Num, 2*e.Const
			}
			e.Place = place((e.Num*most[q] + e.Const) / e.Den)
		case 3:
			e.Kind, e.Num = reduce.Function, -1
			e.Const += most[q]
			e.Place = place(e.Const)
		case 4:
			e.Kind, e.Num = reduce.Scale, int64(1+rng.IntN(2))
			most[q] = e.Num*most[q] + e.Const
		}
		list = append(list, e)
	}
	slices.Reverse(list)
	d.e.List = list
	seen := map[string]bool{}
	for range rng.IntN(6) {
		m := make(petri.Marking, len(d.e.Places))
		key := ""
		for i := range m {
			m[i] = rng.Int64N(roots[i] + 1)
			key += strconv.FormatInt(m[i], 10) + " "
		}
		if !seen[key] {
			seen[key] = true
			d.markings = append(d.markings, m)
		}
	}
	b := petri.NewBuilder("drawn")
	for p := range most {
		b.Place("p"+strconv.Itoa(p), 0)
	}
	for t := range rng.IntN(8) {
		b.Transition("t" + strconv.Itoa(t))
		for p := range most {
			if rng.IntN(4) == 0 {
				b.In(t, p, int64(1+rng.IntN(3)))
			}
			if rng.IntN(8) == 0 {
				b.Inhibit(t, p, int64(1+rng.IntN(4)))
			}
		}
	}
	net, err := b.Net()
	if err != nil {
		panic(err)
	}
	d.net = net
	return d
}

// unfold lists the markings of the original that one of the smaller net stands for, by the words of the equations.
func (d *drawn) unfold(small petri.Marking) (all []petri.Marking) {
	m := make(petri.Marking, len(d.net.Places))
	for i, p := range d.e.Places {
		m[p] = small[i]
	}
	all = []petri.Marking{m}
	for _, e := range slices.Backward(d.e.List) {
		var next []petri.Marking
		for _, m := range all {
			switch e.Kind {
			case reduce.Constant:
				m[e.Place] = e.Const
			case reduce.Scale:
				m[e.Place] = e.Num*m[e.Place] + e.Const
			case reduce.Function:
				m[e.Place] = (e.Num*m[e.Base] + e.Const) / e.Den
			case reduce.Fuse:
				for b := int64(1); b <= m[e.Base]; b++ {
					other := m.Clone()
					other[e.Base], other[e.Place] = m[e.Base]-b, b
					next = append(next, other)
				}
			}
			next = append(next, m)
		}
		all = next
	}
	return all
}

// numbers are the four of a state space.
type numbers struct{ states, firings, inPlace, inMarking int64 }

func numbersOf(net *petri.Net, markings []petri.Marking) (n numbers) {
	for _, m := range markings {
		n.states++
		for t := range net.Transitions {
			if net.Enabled(m, t) {
				n.firings++
			}
		}
		sum := int64(0)
		for _, x := range m {
			sum += x
			n.inPlace = max(n.inPlace, x)
		}
		n.inMarking = max(n.inMarking, sum)
	}
	return n
}

// found returns the numbers by the equations.
func (d *drawn) found(t *testing.T) (n numbers) {
	f, err := New(context.Background(), d.net, &d.e)
	if err != nil {
		t.Fatal(err)
	}
	of := func(s *Sum, err error) int64 {
		if err != nil {
			t.Fatal(err)
		}
		x, err := s.Of(slices.Values(d.markings))
		if err != nil {
			t.Fatal(err)
		}
		return x.Int64()
	}
	n.states, n.firings = of(f.States()), of(f.Firings())
	if len(d.markings) == 0 {
		return n
	}
	least, most := d.markings[0].Clone(), d.markings[0].Clone()
	l := f.InMarking()
	for _, m := range d.markings {
		sum := new(big.Int).Set(l.Const)
		for p, x := range m {
			least[p], most[p] = min(least[p], x), max(most[p], x)
			sum.Add(sum, new(big.Int).Mul(l.Weights[p], big.NewInt(x)))
		}
		if new(big.Int).Rem(sum, l.Den).Sign() != 0 {
			t.Fatalf("%v/%v is no number of tokens", sum, l.Den)
		}
		n.inMarking = max(n.inMarking, sum.Quo(sum, l.Den).Int64())
	}
	n.inPlace = f.MostInPlace(least, most).Int64()
	return n
}

// The four numbers are those of all markings, listed one by one by the words of the equations.
func TestForest(t *testing.T) {
	kinds := map[reduce.Kind]int{}
	for seed := range uint64(20_000) {
		d := draw(rand.New(rand.NewPCG(seed, 15)))
		var all []petri.Marking
		for _, m := range d.markings {
			all = append(all, d.unfold(m)...)
		}
		if got, want := d.found(t), numbersOf(d.net, all); got != want {
			t.Fatalf("seed %d: got %+v, want %+v\n%+v\n%v", seed, got, want, d.e, d.markings)
		}
		for _, e := range d.e.List {
			kinds[e.Kind]++
		}
	}
	for k := range reduce.Scale + 1 {
		if kinds[k] < 1000 {
			t.Errorf("equations of kind %d: %d", k, kinds[k])
		}
	}
}

// The trap: p stands for p and r when it becomes a function of q, so each of q's numbers counts as often as r and p can
// share theirs: 1 + 2 + 3 markings for 0 to 2 tokens on q.
func TestFunctionOfAFusion(t *testing.T) {
	b := petri.NewBuilder("trap")
	for _, p := range []string{"q", "p", "r"} {
		b.Place(p, 0)
	}
	net, err := b.Net()
	if err != nil {
		t.Fatal(err)
	}
	e := reduce.Equations{Places: []int{0}, List: []reduce.Equation{
		{Kind: reduce.Fuse, Place: 2, Base: 1}, {Kind: reduce.Function, Place: 1, Base: 0, Num: 1, Den: 1},
	}}
	d := &drawn{net: net, e: e, markings: []petri.Marking{{0}, {1}, {2}}}
	if got, want := d.found(t), (numbers{states: 6, inPlace: 2, inMarking: 4}); got != want {
		t.Errorf("got %+v, want %+v", got, want)
	}
}
