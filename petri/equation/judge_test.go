package equation

import (
	"context"
	"math/big"
	"math/rand/v2"
	"slices"
	"testing"

	"brim/internal/testkit/randnet"
	"brim/petri"
	"brim/petri/equation/certificate"
)

// A judge says whether a proof is one, in the plainest way: an inequality is a number for each transition and one for
// the right side, after the state equation was put in; all numbers are fractions. It shares no code with the checker.
type judge struct{ net *petri.Net }

// An inequality says that  Σ left·x ≥ right.  Each x in zero is 0.
type inequality struct {
	left  []*big.Rat
	right *big.Rat
}

// A context is what is known.
type judged struct {
	facts   []inequality
	choices []*certificate.Goal
	zero    map[int]bool
}

func (k judged) with(facts ...inequality) judged {
	return judged{append(slices.Clone(k.facts), facts...), slices.Clone(k.choices), k.zero}
}

// delta is what a transition adds to a place.
func (j judge) delta(t, p int) int64 {
	sum := int64(0)
	for _, a := range j.net.Transitions[t].Post {
		if a.Place == p {
			sum += a.Weight
		}
	}
	for _, a := range j.net.Transitions[t].Pre {
		if a.Place == p {
			sum -= a.Weight
		}
	}
	return sum
}

// over returns  Σ places·m + Σ firings·x ≥ least  over x alone.
func (j judge) over(places, firings []certificate.Term, least *big.Rat) inequality {
	e := inequality{right: new(big.Rat).Set(least)}
	for range j.net.Transitions {
		e.left = append(e.left, new(big.Rat))
	}
	for _, term := range places {
		w := new(big.Rat).SetInt64(term.Weight)
		e.right.Sub(e.right, new(big.Rat).Mul(w, new(big.Rat).SetInt64(j.net.Places[term.Index].Initial)))
		for t := range j.net.Transitions {
			e.left[t].Add(e.left[t], new(big.Rat).Mul(w, new(big.Rat).SetInt64(j.delta(t, term.Index))))
		}
	}
	for _, term := range firings {
		e.left[term.Index].Add(e.left[term.Index], new(big.Rat).SetInt64(term.Weight))
	}
	return e
}

func (j judge) assume(k judged, g *certificate.Goal) judged {
	switch g.Kind {
	case certificate.Any:
		k.choices = append(slices.Clone(k.choices), g)
		return k
	case certificate.All:
		for _, part := range g.Parts {
			k = j.assume(k, part)
		}
		return k
	}
	divisor := int64(0)
	for _, t := range g.Atom.Terms {
		for a, b := divisor, max(t.Weight, -t.Weight); ; a, b = b, a%b {
			if b == 0 {
				divisor = a
				break
			}
		}
	}
	if divisor == 0 {
		return k.with(j.over(nil, nil, new(big.Rat).SetInt64(g.Atom.Least)))
	}
	var terms []certificate.Term
	for _, t := range g.Atom.Terms {
		terms = append(terms, certificate.Term{Index: t.Index, Weight: t.Weight / divisor})
	}
	least := g.Atom.Least / divisor
	for least*divisor < g.Atom.Least {
		least++
	}
	return k.with(j.over(terms, nil, new(big.Rat).SetInt64(least)))
}

func (j judge) accepts(k judged, s certificate.Step) bool {
	inside := func(list []int) bool {
		return !slices.ContainsFunc(list, func(p int) bool { return p < 0 || p >= len(j.net.Places) })
	}
	switch s := s.(type) {
	case *certificate.Sum:
		sum := j.over(nil, nil, new(big.Rat))
		add := func(e inequality, by *big.Int) {
			f := new(big.Rat).SetInt(by)
			sum.right.Add(sum.right, new(big.Rat).Mul(f, e.right))
			for t := range sum.left {
				sum.left[t].Add(sum.left[t], new(big.Rat).Mul(f, e.left[t]))
			}
		}
		for _, f := range s.Facts {
			if f.Index < 0 || f.Index >= len(k.facts) || f.By.Sign() < 0 {
				return false
			}
			add(k.facts[f.Index], f.By)
		}
		for _, f := range s.Places {
			if !inside([]int{f.Index}) || f.By.Sign() < 0 {
				return false
			}
			add(j.over([]certificate.Term{{Index: f.Index, Weight: 1}}, nil, new(big.Rat)), f.By)
		}
		for t, c := range sum.left {
			if c.Sign() > 0 && !k.zero[t] {
				return false
			}
		}
		return sum.right.Sign() > 0
	case *certificate.Either:
		if s.Choice < 0 || s.Choice >= len(k.choices) || len(s.Cases) != len(k.choices[s.Choice].Parts) {
			return false
		}
		for i, part := range k.choices[s.Choice].Parts {
			if !j.accepts(j.assume(k, part), s.Cases[i]) {
				return false
			}
		}
		return true
	case *certificate.Trap:
		if !inside(s.Places) {
			return false
		}
		tokens := int64(0)
		var terms []certificate.Term
		for p := range j.net.Places {
			if slices.Contains(s.Places, p) {
				tokens += j.net.Places[p].Initial
				terms = append(terms, certificate.Term{Index: p, Weight: 1})
			}
		}
		in := func(a petri.Arc) bool { return slices.Contains(s.Places, a.Place) }
		for _, t := range j.net.Transitions {
			if slices.ContainsFunc(t.Pre, in) && !slices.ContainsFunc(t.Post, in) {
				return false
			}
		}
		return tokens > 0 && j.accepts(k.with(j.over(terms, nil, big.NewRat(1, 1))), s.Then)
	case *certificate.Order:
		if !inside(s.Raised) || !inside(s.Lowered) {
			return false
		}
		zero := map[int]bool{}
		for t := range k.zero {
			zero[t] = true
		}
		var causes []certificate.Term
		for t := range j.net.Transitions {
			stuck, cause := false, false
			for _, p := range s.Raised {
				stuck = stuck || slices.ContainsFunc(j.net.Transitions[t].Pre,
					func(a petri.Arc) bool { return a.Place == p && a.Weight > j.net.Places[p].Initial })
				cause = cause || j.delta(t, p) > 0
			}
			for _, p := range s.Lowered {
				stuck = stuck || slices.ContainsFunc(j.net.Transitions[t].Inhibit,
					func(a petri.Arc) bool { return a.Place == p && a.Weight <= j.net.Places[p].Initial })
				cause = cause || j.delta(t, p) < 0
			}
			if stuck {
				zero[t] = true
			} else if cause {
				causes = append(causes, certificate.Term{Index: t, Weight: 1})
			}
		}
		never := k.with()
		never.zero = zero
		return j.accepts(never, s.Never) && j.accepts(k.with(j.over(nil, causes, big.NewRat(1, 1))), s.First)
	case *certificate.Cut:
		negated := func(list []certificate.Term) (out []certificate.Term) {
			for _, t := range list {
				out = append(out, certificate.Term{Index: t.Index, Weight: -t.Weight})
			}
			return out
		}
		at := new(big.Rat).SetInt(s.At)
		below := j.over(negated(s.Places), negated(s.Transitions), new(big.Rat).Neg(at))
		above := j.over(s.Places, s.Transitions, new(big.Rat).Add(at, big.NewRat(1, 1)))
		return j.accepts(k.with(below), s.Below) && j.accepts(k.with(above), s.Above)
	}
	return false
}

// copied returns a copy of a proof, and lists its steps.
func copied(s certificate.Step, steps *[]certificate.Step) certificate.Step {
	factors := func(list []certificate.Factor) (out []certificate.Factor) {
		for _, f := range list {
			out = append(out, certificate.Factor{Index: f.Index, By: new(big.Int).Set(f.By)})
		}
		return out
	}
	var c certificate.Step
	switch s := s.(type) {
	case *certificate.Sum:
		c = &certificate.Sum{Facts: factors(s.Facts), Places: factors(s.Places)}
	case *certificate.Either:
		e := &certificate.Either{Choice: s.Choice}
		for _, x := range s.Cases {
			e.Cases = append(e.Cases, copied(x, steps))
		}
		c = e
	case *certificate.Trap:
		c = &certificate.Trap{Places: slices.Clone(s.Places), Then: copied(s.Then, steps)}
	case *certificate.Order:
		c = &certificate.Order{Raised: slices.Clone(s.Raised), Lowered: slices.Clone(s.Lowered),
			Never: copied(s.Never, steps), First: copied(s.First, steps)}
	case *certificate.Cut:
		c = &certificate.Cut{Places: slices.Clone(s.Places), Transitions: slices.Clone(s.Transitions),
			At:    new(big.Int).Set(s.At),
			Below: copied(s.Below, steps), Above: copied(s.Above, steps)}
	}
	*steps = append(*steps, c)
	return c
}

// mutate changes one step.
func mutate(rng *rand.Rand, s certificate.Step, net *petri.Net) {
	list := func(places *[]int) {
		if n := len(*places); n > 0 && rng.IntN(2) == 0 {
			i := rng.IntN(n)
			*places = slices.Delete(*places, i, i+1)
		} else {
			*places = append(*places, rng.IntN(len(net.Places)+1)-rng.IntN(2))
		}
	}
	switch s := s.(type) {
	case *certificate.Sum:
		factors := &s.Facts
		if rng.IntN(2) == 0 {
			factors = &s.Places
		}
		n := len(*factors)
		if n == 0 {
			*factors = append(*factors, certificate.Factor{Index: rng.IntN(3), By: big.NewInt(rng.Int64N(3))})
			return
		}
		switch f := &(*factors)[rng.IntN(n)]; rng.IntN(5) {
		case 0:
			f.By.Add(f.By, big.NewInt(1))
		case 1:
			f.By.Sub(f.By, big.NewInt(1))
		case 2:
			f.By.Neg(f.By)
		case 3:
			f.Index += 1 - 2*rng.IntN(2)
		default:
			*factors = (*factors)[:n-1]
		}
	case *certificate.Either:
		switch rng.IntN(3) {
		case 0:
			s.Choice += 1 - 2*rng.IntN(2)
		case 1:
			if len(s.Cases) > 0 {
				s.Cases = s.Cases[1:]
			}
		default:
			slices.Reverse(s.Cases)
		}
	case *certificate.Trap:
		list(&s.Places)
	case *certificate.Order:
		if rng.IntN(3) == 0 {
			s.Never, s.First = s.First, s.Never
		} else if rng.IntN(2) == 0 {
			list(&s.Raised)
		} else {
			list(&s.Lowered)
		}
	case *certificate.Cut:
		s.At.Add(s.At, big.NewInt(1-2*rng.Int64N(2)))
	}
}

// The checker accepts exactly those of changed proofs that a judge in plain fractions accepts.
func TestCheckerAgreesWithJudge(t *testing.T) {
	const mutants = 10_000
	ctx := context.Background()
	valid, invalid := 0, 0
	kinds := map[string]int{}
	for seed := uint64(0); valid+invalid < mutants; seed++ {
		rng := rand.New(rand.NewPCG(seed, 51))
		net, _ := randomNet(rng, 100)
		if net == nil {
			continue
		}
		s, checker := New(net), certificate.NewChecker(net)
		for range 10 {
			goal := randomGoal(rng, net, rng.IntN(3))
			r, err := s.Refute(ctx, goal, Limits{Pivots: 1000, Nodes: 100})
			if err != nil || r.Proof == nil {
				continue
			}
			j := judge{net}
			if !j.accepts(j.assume(judged{}, goal), r.Proof) {
				t.Fatalf("seed %d: the judge does not accept a proof", seed)
			}
			for range 10 {
				var steps []certificate.Step
				proof := copied(r.Proof, &steps)
				for range 1 + rng.IntN(2) {
					step := steps[rng.IntN(len(steps))]
					if sum, ok := step.(*certificate.Sum); ok && len(steps) > 1 && len(sum.Facts) > 0 &&
						rng.IntN(2) == 0 {
						step = steps[len(steps)-1] // others than sums, too
					}
					mutate(rng, step, net)
				}
				accepted := j.accepts(j.assume(judged{}, goal), proof)
				if err := checker.Check(goal, proof); (err == nil) != accepted {
					t.Fatalf("seed %d: the judge says %v, the checker %v\n%s", seed, accepted, err, randnet.Text(net))
				}
				if accepted {
					valid++
				} else {
					invalid++
					count(kinds, proof)
				}
			}
		}
	}
	t.Logf("mutated=%d invalid=%d steps of the invalid=%v", valid+invalid, invalid, kinds)
	if invalid < mutants/10 || valid < mutants/100 {
		t.Errorf("%d valid and %d invalid", valid, invalid)
	}
}
