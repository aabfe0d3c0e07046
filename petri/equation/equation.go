package equation

import (
	"encoding/binary"
	"errors"
	"math/big"
	"slices"

	"brim/internal/checked"
	"brim/internal/simplex"
	"brim/petri"
	"brim/petri/equation/certificate"
)

// This file makes the state equation of a net, and its bounds for a goal.

// Limits end the work on a question. Zero fields are none.
type Limits struct {
	Entries int64 // of the tableau, about 8 bytes each
	Pivots  int   // of one system of inequalities
	Nodes   int   // cases that a question may be split into
}

// ErrSize and ErrWork say that a question exceeds Limits.Entries, or Limits.Pivots or Nodes.
var (
	ErrSize = simplex.ErrSize
	ErrWork = simplex.ErrWork
)

// ErrRange says that numbers of a question do not fit 63 bits.
var ErrRange = errors.New("numbers of the equations exceed 63 bits")

// A System is the state equation of a net, for questions one after the other. What was computed for one is of use for
// the next. It may be used by one goroutine at a time.
type System struct {
	tableau simplex.Tableau[fact]
	net     *petri.Net
	class   []int32   // by transition: its firing, −1 if it changes nothing or never fires
	members [][]int32 // by firing: transitions
	forms   map[string]int32
	traps   []*fact
	hopes   *hopes
	checker *certificate.Checker

	alive                     []bool // by transition: it may fire
	dead                      bool   // some never may, since
	raisedNever, loweredNever []int  // nothing raises these places, nothing lowers those
	gives, takes              [][]int32
}

// A fact is why a bound holds.
type fact struct {
	trap  []int32 // places, if it is one; nil else
	sum   int32   // of the trap
	blank bool    // it says that transitions never fire
}

// New returns the state equation of a net. Transitions of equal effect share a variable; those that can never fire, as
// the first look at the net shows, have none. Cost: the arcs, and sorting.
func New(net *petri.Net) *System {
	s := &System{net: net, class: make([]int32, len(net.Transitions)), forms: map[string]int32{},
		checker: certificate.NewChecker(net)}
	s.hopes = newHopes(net)
	s.hopes.look(nil)
	s.alive = slices.Clone(s.hopes.fires)
	s.dead = slices.Contains(s.alive, false)
	s.raisedNever, s.loweredNever = s.hopes.still()
	byEffect := map[string]int32{}
	rows := make([][]simplex.Entry, len(net.Places))
	var key []byte
	for t := range net.Transitions {
		s.class[t] = -1
		if !s.alive[t] {
			continue
		}
		key = key[:0]
		for e := range net.Transitions[t].Effects() {
			if e.Delta != 0 {
				key = binary.AppendVarint(binary.AppendUvarint(key, uint64(e.Place)), e.Delta)
			}
		}
		if len(key) == 0 {
			continue
		}
		x, known := byEffect[string(key)]
		if !known {
			x = s.tableau.AddUnknown()
			byEffect[string(key)] = x
			s.members = append(s.members, nil)
			for e := range net.Transitions[t].Effects() {
				if e.Delta != 0 {
					rows[e.Place] = append(rows[e.Place], simplex.Entry{V: x, C: e.Delta})
				}
			}
		}
		s.class[t] = x
		s.members[x] = append(s.members[x], int32(t))
	}
	for p, def := range rows {
		s.tableau.AddSum(def, -net.Places[p].Initial)
	}
	s.tableau.Settle()
	return s
}

// Dead lists the transitions that can never fire since what they need can only come from each other.
func (s *System) Dead() (list []int) {
	for t, alive := range s.alive {
		if !alive {
			list = append(list, t)
		}
	}
	return list
}

// place returns the variable that says how much a place has changed.
func (s *System) place(p int) int32 { return int32(s.tableau.Unknowns() + p) }

// tokens returns the value of a place.
func (s *System) tokens(p int) float64 {
	return float64(s.net.Places[p].Initial) + s.tableau.Value(s.place(p))
}

// trim begins anew if the tableau has become too large to be of use for the next question.
func (s *System) trim(l *Limits) {
	const forms = 1000
	most := int64(20_000)
	if l.Entries > 0 {
		most = min(most, l.Entries/2)
	}
	if s.tableau.Size() > most || s.tableau.Sums() > len(s.net.Places)+forms {
		s.tableau.Forget()
		clear(s.forms)
		for _, trap := range s.traps {
			trap.sum = s.overPlaces(trap.trap)
		}
	}
}

// overPlaces returns the sum of some places.
func (s *System) overPlaces(places []int32) int32 {
	terms := make([]certificate.Term, len(places))
	for i, p := range places {
		terms[i] = certificate.Term{Index: int(p), Weight: 1}
	}
	v, ok := s.form(terms)
	if !ok {
		panic("equation: the sum of a trap exceeds 63 bits") // arcs cannot add up to that
	}
	return v
}

// form returns the sum of places with weights, which are not 0 and by ascending places. It is false if a number does
// not fit.
func (s *System) form(terms []certificate.Term) (int32, bool) {
	if len(terms) == 1 && terms[0].Weight == 1 {
		return s.place(terms[0].Index), true
	}
	var key []byte
	for _, t := range terms {
		key = binary.AppendVarint(binary.AppendUvarint(key, uint64(t.Index)), t.Weight)
	}
	if v, ok := s.forms[string(key)]; ok {
		return v, true
	}
	sums := make([]simplex.Entry, len(terms))
	for i, t := range terms {
		sums[i] = simplex.Entry{V: int32(t.Index), C: t.Weight}
	}
	def, fits := s.tableau.Combine(sums)
	if !fits {
		return 0, false
	}
	v := s.tableau.AddSum(def, -simplex.Unlimited)
	s.forms[string(key)] = v
	return v, true
}

// overFirings returns the sum of some firings, which ascend.
func (s *System) overFirings(list []int32) int32 {
	key := []byte{0, 0} // no form over places begins with a weight of 0
	def := make([]simplex.Entry, len(list))
	for i, x := range list {
		def[i] = simplex.Entry{V: x, C: 1}
		key = binary.AppendUvarint(key, uint64(x))
	}
	v, ok := s.forms[string(key)]
	if !ok {
		v = s.tableau.AddSum(def, -simplex.Unlimited)
		s.forms[string(key)] = v
	}
	return v
}

// A bounding is an atom as a bound of a variable.
type bounding struct {
	v     int32 // −1: it has no places
	upper bool
	to    int64
}

// bounding returns what an atom says. Like the checker it divides by the greatest common divisor of the weights.
func (s *System) bounding(a *certificate.Atom) (bounding, error) {
	g := int64(0)
	terms := make([]certificate.Term, 0, len(a.Terms))
	for _, t := range a.Terms {
		if t.Weight == -1<<63 {
			return bounding{}, ErrRange
		}
		if g = checked.GCD(g, t.Weight); t.Weight != 0 {
			terms = append(terms, t)
		}
	}
	if a.Least == -1<<63 {
		return bounding{}, ErrRange
	}
	slices.SortStableFunc(terms, func(a, b certificate.Term) int { return a.Index - b.Index })
	kept := terms[:0]
	for i := 0; i < len(terms); {
		t := certificate.Term{Index: terms[i].Index}
		for ; i < len(terms) && terms[i].Index == t.Index; i++ {
			var ok bool
			if t.Weight, ok = checked.Add(t.Weight, terms[i].Weight/g); !ok {
				return bounding{}, ErrRange
			}
		}
		if t.Weight != 0 {
			kept = append(kept, t)
		}
	}
	least := a.Least
	if g > 1 {
		least = checked.Ceiling(least, g)
	}
	if len(kept) == 0 {
		return bounding{v: -1, to: least}, nil
	}
	b := bounding{upper: kept[0].Weight < 0, to: least}
	if b.upper {
		b.to = -least
		for i := range kept {
			kept[i].Weight = -kept[i].Weight
		}
	}
	initial := new(big.Int)
	for _, t := range kept {
		initial.Add(initial, new(big.Int).Mul(big.NewInt(t.Weight), big.NewInt(s.net.Places[t.Index].Initial)))
	}
	initial.Sub(big.NewInt(b.to), initial)
	if initial.BitLen() > 62 {
		return bounding{}, ErrRange
	}
	b.to = initial.Int64()
	var fits bool
	if b.v, fits = s.form(kept); !fits {
		return bounding{}, ErrRange
	}
	return b, nil
}

// givers lists, by place, the transitions that put tokens into it.
func (s *System) givers() [][]int32 {
	return s.byPlace(&s.gives, func(t *petri.Transition) []petri.Arc { return t.Post })
}

// takers lists, by place, the transitions that take tokens from it.
func (s *System) takers() [][]int32 {
	return s.byPlace(&s.takes, func(t *petri.Transition) []petri.Arc { return t.Pre })
}

// byPlace returns, by place, the transitions with an arc among those that arcs selects. It makes the list once.
func (s *System) byPlace(list *[][]int32, arcs func(*petri.Transition) []petri.Arc) [][]int32 {
	if *list == nil {
		*list = make([][]int32, len(s.net.Places))
		for t := range s.net.Transitions {
			for _, a := range arcs(&s.net.Transitions[t]) {
				(*list)[a.Place] = append((*list)[a.Place], int32(t))
			}
		}
	}
	return *list
}
