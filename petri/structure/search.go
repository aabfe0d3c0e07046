package structure

import (
	"context"
	"fmt"
	"math"

	"brim/petri"
)

// A search holds what the walks and the exploration of one net share.
//
// The fingerprints of a marking are linear: full = Σ r(p)·m(p) modulo 2^64 with a
// random-looking r(p), pinned the same over the covered places, and free is the
// number of tokens on the others. So a firing adds a constant to each, and two
// markings can be compared by them before their places are looked at. Fingerprints only
// select candidates; certify decides.
type search struct {
	ctx    context.Context
	net    *petri.Net
	effect sparse // by transition
	delta  []fingerprint
	free   []int     // places that may be unbounded
	users  [][]int32 // by place: transitions with an input or inhibitor arc from it
	fired  int       // firings tried at random
}

type fingerprint struct {
	full, pinned uint64
	free         int64 // wraps around; a candidate's growth is checked exactly
}

func (f fingerprint) plus(g fingerprint) fingerprint {
	return fingerprint{f.full + g.full, f.pinned + g.pinned, f.free + g.free}
}

// newSearch prepares a search; no place but free may be unbounded.
func newSearch(ctx context.Context, net *petri.Net, free []int) *search {
	s := &search{ctx: ctx, net: net, free: free, users: make([][]int32, len(net.Places))}
	s.effect, _ = effects(net)
	isFree := make([]bool, len(net.Places))
	for _, p := range free {
		isFree[p] = true
	}
	for i := range net.Transitions {
		t := &net.Transitions[i]
		for _, arcs := range [][]petri.Arc{t.Pre, t.Inhibit} {
			for _, a := range arcs {
				s.users[a.Place] = append(s.users[a.Place], int32(i))
			}
		}
		var d fingerprint
		for _, e := range s.effect.row(i) {
			r := scramble(uint64(e.index)+1) * uint64(e.value)
			d.full += r
			if isFree[e.index] {
				d.free += e.value
			} else {
				d.pinned += r
			}
		}
		s.delta = append(s.delta, d)
	}
	return s
}

// scramble is the finalizer of SplitMix64.
func scramble(x uint64) uint64 {
	x *= 0x9e3779b97f4a7c15
	x = (x ^ x>>30) * 0xbf58476d1ce4e5b9
	x = (x ^ x>>27) * 0x94d049bb133111eb
	return x ^ x>>31
}

// apply fires t, known to be enabled, in m. It reports false and leaves m alone if
// a place would exceed 64 bits.
func (s *search) apply(m []int64, t int) bool {
	row := s.effect.row(t)
	for _, e := range row {
		if m[e.index] > math.MaxInt64-max(e.value, 0) {
			return false
		}
	}
	for _, e := range row {
		m[e.index] += e.value
	}
	return true
}

func (s *search) cancelled() bool { return s.ctx.Err() != nil }

func (s *search) giveUp() Verdict {
	return Verdict{Reason: fmt.Sprintf("stopped: %v", context.Cause(s.ctx))}
}

// certify fires prefix and twice loop from the initial marking, by the firing rule
// of package petri, and returns the verdict if that proves a pump.
func (s *search) certify(prefix, loop []int) (Verdict, bool) {
	before, err := s.net.Replay(prefix)
	if err != nil {
		return Verdict{}, false
	}
	m := before.Clone()
	if !s.fireAll(m, loop) {
		return Verdict{}, false
	}
	v := Verdict{Kind: Unbounded, Prefix: prefix, Loop: loop}
	for p := range m {
		switch {
		case m[p] < before[p]:
			return Verdict{}, false
		case m[p] > before[p]:
			v.Grown = append(v.Grown, p)
		}
	}
	for _, t := range loop {
		for _, a := range s.net.Transitions[t].Inhibit {
			if m[a.Place] != before[a.Place] {
				return Verdict{}, false
			}
		}
	}
	after := m.Clone()
	if len(v.Grown) == 0 || !s.fireAll(m, loop) {
		return Verdict{}, false
	}
	for p := range m {
		if m[p]-after[p] != after[p]-before[p] {
			return Verdict{}, false
		}
	}
	p := v.Grown[0]
	v.Reason = fmt.Sprintf("after %d firings a loop of %d can be repeated for ever; each round adds %d to place %s",
		len(prefix), len(loop), after[p]-before[p], s.net.Places[p].Name)
	return v, true
}

func (s *search) fireAll(m petri.Marking, trace []int) bool {
	for _, t := range trace {
		if s.net.Fire(m, t) != nil {
			return false
		}
	}
	return true
}

// shorten cuts out of a firing sequence what leads back to a marking met before, as
// far as fingerprints tell.
func (s *search) shorten(trace []int) []int {
	at := map[uint64]int{0: 0} // fingerprint relative to the start → length of out
	sums := []uint64{0}
	var out []int
	for _, t := range trace {
		sum := sums[len(sums)-1] + s.delta[t].full
		if n, met := at[sum]; met {
			for _, dropped := range sums[n+1:] {
				delete(at, dropped)
			}
			out, sums = out[:n], sums[:n+1]
			continue
		}
		out, sums = append(out, t), append(sums, sum)
		at[sum] = len(out)
	}
	return out
}

// near is how far back a marking is compared with its predecessors; every near-th
// is compared with all of them.
const near = 64

// tested is the set of places that inhibit a firing of a sequence.
type tested struct {
	places []int
	has    []bool // by place; nil if the net has no inhibitor arcs
}

func newTested(net *petri.Net) tested {
	for i := range net.Transitions {
		if len(net.Transitions[i].Inhibit) > 0 {
			return tested{has: make([]bool, len(net.Places))}
		}
	}
	return tested{}
}

func (s *tested) add(net *petri.Net, t int) {
	for _, a := range net.Transitions[t].Inhibit {
		if !s.has[a.Place] {
			s.has[a.Place] = true
			s.places = append(s.places, a.Place)
		}
	}
}

func (s *tested) clear() {
	for _, p := range s.places {
		s.has[p] = false
	}
	s.places = s.places[:0]
}
