package structure_test

import (
	"fmt"
	"math/big"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"time"

	"brim/petri"
	"brim/petri/structure"
)

// show writes a semiflow as "2 a + b = 3".
func show(net *petri.Net, f structure.Semiflow) string {
	s := ""
	for i, p := range f.Places {
		if i > 0 {
			s += " + "
		}
		if f.Weights[i] != 1 {
			s += fmt.Sprint(f.Weights[i], " ")
		}
		s += net.Places[p].Name
	}
	return fmt.Sprint(s, " = ", f.Constant)
}

func showAll(net *petri.Net, flows []structure.Semiflow) []string {
	out := []string{}
	for _, f := range flows {
		out = append(out, show(net, f))
	}
	slices.Sort(out)
	return out
}

func TestKnownSemiflows(t *testing.T) {
	for name, c := range map[string]struct {
		text string
		want []string
	}{
		"producer and consumer": {
			"ready=1;free=1;idle=1; ready->made; made+free->ready+full; full+idle->free+busy; busy->idle",
			[]string{"free + full = 1", "idle + busy = 1", "ready + made = 1"}},
		// Two cells synchronised with one pair of others may stand in for each other.
		"kanban": {kanbanText, []string{
			"pk1 + pm1 + pb1 + po1 = 5", "pk2 + pm2 + pb2 + po2 = 5", "pk2 + pm3 + pb3 + po3 = 5",
			"pk3 + pm2 + pb2 + po2 = 5", "pk3 + pm3 + pb3 + po3 = 5", "pk4 + pm4 + pb4 + po4 = 5"}},
		"fms": {fmsText, []string{
			"M1 + P1M1 = 3", "M2 + P2M2 = 1", "M3 + P12M3 = 2", "P3 + P3M2 + P3s = 4",
			"P1 + P1wM1 + P1M1 + P1d + P1s + P1wP2 + P12 + P12wM3 + P12M3 + P12s = 4",
			"P2 + P2wM2 + P2M2 + P2d + P2s + P2wP1 + P12 + P12wM3 + P12M3 + P12s = 4"}},
		"weights":             {"a=7; a -> 3 b; 2 b -> c; c -> 2 b", []string{"3 a + b + 2 c = 21"}},
		"constant places":     {"a=2;alone=4; a + b -> a + b; b -> 2 b", []string{"a = 2", "alone = 4"}},
		"none":                {"a -> 2 a; b -> b + a", []string{"b = 0"}},
		"inhibitors are mute": {"a=1; a -> b ! b:1; b -> a ! c:2", []string{"a + b = 1", "c = 0"}},
	} {
		t.Run(name, func(t *testing.T) {
			net := parse(t, c.text)
			flows, complete := structure.Semiflows(net, structure.Limit{})
			got := showAll(net, flows)
			slices.Sort(c.want)
			for i, s := range c.want { // places are listed by index; compare as sets
				c.want[i] = canonical(s)
			}
			for i, s := range got {
				got[i] = canonical(s)
			}
			slices.Sort(c.want)
			slices.Sort(got)
			if !complete || !slices.Equal(got, c.want) {
				t.Errorf("complete %v, got\n%q, want\n%q", complete, got, c.want)
			}
		})
	}
}

// canonical sorts the words of a semiflow's text, so that the order of places does
// not matter.
func canonical(s string) string {
	var words []string
	for _, w := range splitTerms(s) {
		words = append(words, strings.TrimSpace(w))
	}
	slices.Sort(words)
	return fmt.Sprint(words)
}

// TestMinimalSupports compares with linear algebra over all sets of places: S is the
// support of a minimal semiflow exactly when the solutions of yᵀC = 0 within S form a
// line through a vector positive on all of S.
func TestMinimalSupports(t *testing.T) {
	seed := uint64(time.Now().UnixNano())
	t.Logf("seed %d", seed)
	r := rand.New(rand.NewPCG(seed, 1))
	many := 0
	for round := range 1500 {
		net := random(t, r, 1+r.IntN(7), r.IntN(6), 1+r.Int64N(4), 3, r.IntN(2) == 0)
		want := minimalFlows(net)
		if len(want) > 1 {
			many++
		}
		flows, complete := structure.Semiflows(net, structure.Limit{})
		if got := showAll(net, flows); !complete || !slices.Equal(got, want) {
			t.Fatalf("seed %d round %d: complete %v, got\n%q, want\n%q\nof %v", seed, round, complete, got, want,
				net.Transitions)
		}
		// With small limits some are missing, but never wrong, and completeness is not claimed in vain.
		small := structure.Limit{Rows: 1, Work: 1 + r.Int64N(400)}
		if flows, complete = structure.Semiflows(net, small); complete && !slices.Equal(showAll(net, flows), want) {
			t.Fatalf("seed %d round %d: limit %v: claims to be complete, but %q is not %q", seed, round, small,
				showAll(net, flows), want)
		}
		for _, f := range flows {
			if !constant(net, f) {
				t.Fatalf("seed %d round %d: limit %v: %s is no semiflow", seed, round, small, show(net, f))
			}
		}
	}
	if many < 100 {
		t.Errorf("only %d nets had more than one semiflow", many)
	}
}

// constant checks a flow against every transition, straight from the definition.
func constant(net *petri.Net, f structure.Semiflow) bool {
	weight := map[int]int64{}
	for i, p := range f.Places {
		weight[p] = f.Weights[i]
	}
	for _, t := range net.Transitions {
		var sum int64
		for _, a := range t.Pre {
			sum -= a.Weight * weight[a.Place]
		}
		for _, a := range t.Post {
			sum += a.Weight * weight[a.Place]
		}
		if sum != 0 {
			return false
		}
	}
	return f.Value(net.Initial()) == f.Constant
}

func minimalFlows(net *petri.Net) []string {
	out := []string{}
	for set := 1; set < 1<<len(net.Places); set++ {
		var f structure.Semiflow
		for p := range net.Places {
			if set>>p&1 == 1 {
				f.Places = append(f.Places, p)
			}
		}
		if f.Weights = line(net, f.Places); f.Weights != nil {
			f.Constant = f.Value(net.Initial())
			out = append(out, show(net, f))
		}
	}
	slices.Sort(out)
	return out
}

// line returns the positive integer vector that spans the left null space of C
// restricted to the places, or nil if there is no such vector.
func line(net *petri.Net, places []int) []int64 {
	k := len(places)
	var rows [][]*big.Rat // one per transition: the equation Σ y(p)·C(p,t) = 0
	for _, t := range net.Transitions {
		row := make([]*big.Rat, k)
		for i, p := range places {
			var d int64
			for _, a := range t.Post {
				if a.Place == p {
					d += a.Weight
				}
			}
			for _, a := range t.Pre {
				if a.Place == p {
					d -= a.Weight
				}
			}
			row[i] = big.NewRat(d, 1)
		}
		rows = append(rows, row)
	}
	pivots := []int{}
	free := -1
	for col := range k {
		at := slices.IndexFunc(rows[len(pivots):], func(r []*big.Rat) bool { return r[col].Sign() != 0 })
		if at < 0 {
			if free >= 0 {
				return nil // more than a line
			}
			free = col
			continue
		}
		i := len(pivots)
		rows[i], rows[i+at] = rows[i+at], rows[i]
		inverse := new(big.Rat).Inv(rows[i][col])
		for c := range k {
			rows[i][c] = new(big.Rat).Mul(rows[i][c], inverse)
		}
		for j := range rows {
			if f := rows[j][col]; j != i && f.Sign() != 0 {
				row := make([]*big.Rat, k)
				for c := range k {
					row[c] = new(big.Rat).Sub(rows[j][c], new(big.Rat).Mul(f, rows[i][c]))
				}
				rows[j] = row
			}
		}
		pivots = append(pivots, col)
	}
	if free < 0 {
		return nil
	}
	y := make([]*big.Rat, k)
	y[free] = big.NewRat(1, 1)
	common := big.NewInt(1)
	for i, col := range pivots {
		y[col] = new(big.Rat).Neg(rows[i][free])
		if y[col].Sign() <= 0 {
			return nil
		}
		d := y[col].Denom()
		g := new(big.Int).GCD(nil, nil, common, d)
		common.Mul(common, new(big.Int).Div(d, g))
	}
	weights := make([]int64, k)
	g := new(big.Int)
	for i := range y {
		n := new(big.Int).Div(new(big.Int).Mul(y[i].Num(), common), y[i].Denom())
		weights[i] = n.Int64()
		g.GCD(nil, nil, g, n)
	}
	for i := range weights {
		weights[i] /= g.Int64()
	}
	return weights
}

func TestSubflows(t *testing.T) {
	seed := uint64(time.Now().UnixNano())
	r := rand.New(rand.NewPCG(seed, 2))
	for round := range 300 {
		net := random(t, r, 1+r.IntN(6), 1+r.IntN(5), 2, 3, false)
		flows, _ := structure.Semiflows(net, structure.Limit{})
		sub, complete := structure.Subflows(net, structure.Limit{})
		if !complete {
			continue
		}
		have := showAll(net, sub)
		for _, f := range flows {
			if !slices.Contains(have, show(net, f)) {
				t.Fatalf("seed %d round %d: %s is missing in %q", seed, round, show(net, f), have)
			}
		}
		m, value := net.Initial(), make([]int64, len(sub))
		for i, f := range sub {
			value[i] = f.Constant
		}
		for range 50 {
			if !fireRandom(r, net, m) {
				break
			}
			for i, f := range sub {
				if v := f.Value(m); v > value[i] {
					t.Fatalf("seed %d round %d: %s rises to %d", seed, round, show(net, f), v)
				} else {
					value[i] = v
				}
			}
		}
	}
	net := parse(t, "a=3; a -> b; b -> c; c + a -> a; 2 d -> b")
	flows, complete := structure.Subflows(net, structure.Limit{})
	if got := structure.Bounds(net, flows); !complete || !slices.Equal(got, []int64{3, 3, 3, 0}) {
		t.Errorf("complete %v, bounds %v of %q", complete, got, showAll(net, flows))
	}
}

// TestBoundsHold walks nets at random and watches flows and bounds.
func TestBoundsHold(t *testing.T) {
	seed := uint64(time.Now().UnixNano())
	r := rand.New(rand.NewPCG(seed, 3))
	nets := []*petri.Net{
		parse(t, kanbanText), parse(t, fmsText), philosophers(t, 5), roundRobin(t, 4), slottedRing(t, 3),
		parse(t, "a=7; a -> 3 b; 2 b -> c; c -> 2 b"), parse(t, "a=1; a -> b ! c:1; b -> a + c; c -> d; d -> c"),
	}
	for range 30 {
		nets = append(nets, random(t, r, 6, 6, 3, 5, true))
	}
	for _, net := range nets {
		flows, _ := structure.Semiflows(net, structure.Limit{})
		bounds := structure.Bounds(net, flows)
		m := net.Initial()
		for range 2000 {
			if !fireRandom(r, net, m) {
				m = net.Initial()
			}
			for _, f := range flows {
				if f.Value(m) != f.Constant {
					t.Fatalf("seed %d, net %s: %s has value %d in %v", seed, net.Name, show(net, f), f.Value(m), m)
				}
			}
			for p, b := range bounds {
				if b != structure.NoBound && m[p] > b {
					t.Fatalf("seed %d, net %s: place %s holds %d, bound %d", seed, net.Name, net.Places[p].Name, m[p],
						b)
				}
			}
		}
	}
}

func TestLargeNets(t *testing.T) {
	for _, c := range []struct {
		net      *petri.Net
		flows    int // exact if complete
		complete bool
	}{
		{philosophers(t, 1000), 3000, true},
		{slottedRing(t, 50), 0, true},
		{roundRobin(t, 100), 0, false},
	} {
		flows, complete := structure.Semiflows(c.net, structure.Limit{})
		if complete != c.complete || c.flows > 0 && len(flows) != c.flows {
			t.Errorf("%s: %d flows, complete %v", c.net.Name, len(flows), complete)
		}
		if at := slices.Index(structure.Bounds(c.net, flows), structure.NoBound); at >= 0 {
			t.Errorf("%s: place %s is not covered", c.net.Name, c.net.Places[at].Name)
		}
	}
	// The resource of the round robin net, among exponentially many others.
	net := roundRobin(t, 100)
	flows, _ := structure.Semiflows(net, structure.Limit{})
	res, _ := net.PlaceIndex("Res")
	if !slices.ContainsFunc(flows, func(f structure.Semiflow) bool {
		return slices.Contains(f.Places, res) && len(f.Places) == 101 && f.Constant == 1
	}) {
		t.Error("round robin: Res + ΣOwn = 1 is missing")
	}
}

// TestOverflow has weights whose product does not fit 64 bits.
func TestOverflow(t *testing.T) {
	net := parse(t, "z=1;z -> 3037000500 a; a -> 3037000507 b; b -> 3037000511 c; x -> y")
	flows, complete := structure.Semiflows(net, structure.Limit{})
	if got := showAll(net, flows); complete || !slices.Equal(got, []string{"x + y = 0"}) {
		t.Errorf("complete %v, %q", complete, got)
	}
	net = parse(t, "a=9223372036854775807;b=1;c=1; a -> b; c -> d")
	flows, complete = structure.Semiflows(net, structure.Limit{})
	if got := showAll(net, flows); complete || !slices.Equal(got, []string{"c + d = 1"}) {
		t.Errorf("complete %v, %q", complete, got)
	}
}

// TestSemiflowsEnd checks that Done ends the work before the first step, and that what is returned then is no less
// true.
func TestSemiflowsEnd(t *testing.T) {
	net := philosophers(t, 3)
	if all, complete := structure.Semiflows(net, structure.Limit{Done: make(chan struct{})}); len(all) != 9 ||
		!complete {
		t.Errorf("%d flows, complete %v, want 9 and true", len(all), complete)
	}
	done := make(chan struct{})
	close(done)
	if none, complete := structure.Semiflows(net, structure.Limit{Done: done}); len(none) > 0 || complete {
		t.Errorf("%d flows, complete %v, want none and false", len(none), complete)
	}
}
