package ticks

import (
	"fmt"
	"strconv"

	"brim/engine/system"
	"brim/mdd"
	"brim/petri/extended"
	"brim/petri/timed"
)

// How the tokens of a place of a timed-arc net are stored: by a variable for the multiset of their ages, or by a
// counter for each age.

const (
	// fewCodes is up to how many multisets of ages a place has a variable for them. With more it has counters, where
	// the net allows that.
	fewCodes = 1 << 9
	// mostCounted is how many tokens a place with several counters may have: a unit of time moves each number of tokens
	// from one counter to the next.
	mostCounted = 1 << 10
)

// A store says which variables tell the tokens of a place. With a book, there is one. Without, there is one for each
// age from 0 on, with the number of tokens of that age.
type store struct {
	book  *book
	first int // variable
	ages  int // number of counters
	total int // a variable with the number of all tokens, or -1
	most  int64
}

// variables returns the number of variables that s has.
func (s *store) variables() int {
	switch {
	case s.book != nil:
		return 1
	case s.total > s.first:
		return s.ages + 1
	}
	return s.ages
}

// storePlaces adds the variables of all places.
func (a *ages) storePlaces() error {
	oldest := capsOf(a.net)
	books, totals := a.requirements(oldest)
	for p, place := range a.net.Places {
		most := a.bounds[p]
		if most == unlimited {
			return fmt.Errorf("place %s: %w, each of which has an age", place.ID, errUnbounded)
		}
		s := store{first: len(a.names), total: -1, most: most}
		limit := a.few
		switch {
		case books[p]:
			limit = mostCodes
		case oldest[p] == 0:
			limit = 0
		}
		b, err := newBook(most, oldest[p], limit)
		switch {
		case err == nil:
			s.book = b
			a.addBook(place, &s)
		case books[p]:
		case most > mdd.MaxValue-2 || oldest[p] > 0 && most > mostCounted || oldest[p] >= mostCodes:
			err = fmt.Errorf("there may be %d tokens, of ages up to %d; that is too much", most, oldest[p])
		default:
			err = nil
			s.ages = int(oldest[p]) + 1
			a.addCounters(place, &s, totals[p] || a.promise[p] != unlimited)
		}
		if err != nil {
			return fmt.Errorf("place %s: %w", place.ID, err)
		}
		a.stores, a.oldest = append(a.stores, s), append(a.oldest, int(oldest[p]))
	}
	return nil
}

// requirements returns for each place whether it needs a book, and, if it has counters, whether it needs their sum.
// Urgent transitions ask whether there are enough tokens; by an arc that does not take all ages, only a book tells
// that.
func (a *ages) requirements(oldest []int64) (books, totals []bool) {
	books, totals = make([]bool, len(oldest)), make([]bool, len(oldest))
	for _, arc := range a.net.Arcs {
		if a.net.Urgent[arc.Transition] && arc.Kind != extended.Output || arc.Kind == extended.Inhibitor &&
			arc.Weight > 1 {
			totals[arc.Place] = true
		}
	}
	for _, t := range a.net.Transports {
		if a.net.Urgent[t.Transition] {
			totals[t.From] = true
			last := a.net.Invariants[t.To].Last()
			books[t.From] = books[t.From] || a.net.Invariants[t.To].Most != timed.Infinite && last < oldest[t.From]
		}
	}
	return books, totals
}

// addBook adds the variable of a place with a book.
func (a *ages) addBook(place extended.Place, s *store) {
	start, _ := s.book.of(make([]int, place.Initial))
	v := a.variable(place.ID, start, len(s.book.list)-1)
	tokens := make([]int, len(s.book.list))
	for value, ages := range s.book.list {
		tokens[value] = len(ages)
	}
	a.places, a.piles = append(a.places, []Term{{v, tokens}}), append(a.piles, []pile{{variable: v, ages: s.book.list}})
}

// addCounters adds the variables of a place with counters. If one has the sum, that alone tells the tokens.
func (a *ages) addCounters(place extended.Place, s *store, total bool) {
	most := -1
	if s.most < mostValues {
		most = int(s.most)
	}
	var terms []Term
	var piles []pile
	for age := range s.ages {
		name, start := place.ID, 0
		if s.ages > 1 {
			name += " age " + strconv.Itoa(age)
		}
		if age == 0 {
			start = int(place.Initial)
		}
		v := a.variable(name, start, most)
		terms, piles = append(terms, Term{Variable: v}), append(piles, pile{variable: v, age: age})
	}
	switch {
	case s.ages == 1:
		s.total = s.first
	case total:
		s.total = a.variable(place.ID, int(place.Initial), most)
		terms = []Term{{Variable: s.total}}
	}
	a.places, a.piles = append(a.places, terms), append(a.piles, piles)
}

// older returns what a unit of time does to a place: steps, and stages after them.
func (a *ages) older(p int) (steps []mdd.Step, stages []system.Stage) {
	s, ends := &a.stores[p], a.net.Invariants[p].Most != timed.Infinite
	if s.book != nil {
		if pairs := s.book.older(ends); !isIdentity(pairs, len(s.book.list)) {
			steps = append(steps, mdd.Step{Level: s.first + 1, Effect: mdd.NewPairs(pairs...)})
		}
		return steps, nil
	}
	if ends {
		steps = append(steps, mdd.Step{Level: s.first + s.ages, Effect: mdd.Shift{Below: 1}})
	}
	for age := s.ages - 2; age >= 0; age-- { // the next counter is 0, but that of the oldest tokens, which grows
		var stage system.Stage
		for n := range int(s.most) + 1 {
			stage = append(stage, []mdd.Step{
				{Level: s.first + age + 1, Effect: mdd.NewPairs([2]int{n, 0})},
				{Level: s.first + age + 2, Effect: mdd.Shift{Delta: n}},
			})
		}
		stages = append(stages, stage)
	}
	return steps, stages
}

// counted returns the steps of a firing at a place with counters, where tokens of these ages leave and arrive; ok is
// false if it is not possible.
func (a *ages) counted(at *spot, leave, arrive []int) (steps []mdd.Step, ok bool) {
	s := &a.stores[at.place]
	out, in := make([]int, s.ages), make([]int, s.ages)
	for _, age := range leave {
		out[age]++
	}
	for _, age := range arrive {
		in[min(age, s.ages-1)]++
	}
	below := int(min(at.inhibitor, mdd.MaxValue))
	if k := a.promise[at.place]; k != unlimited && len(arrive) > 0 && (below == 0 || k < int64(below)) {
		below = int(k) + 1
	}
	if below > 0 && len(leave) >= below {
		return nil, false
	}
	add := func(v int, e mdd.Shift) {
		if e != (mdd.Shift{}) {
			steps = append(steps, mdd.Step{Level: v + 1, Effect: e})
		}
	}
	for age := range s.ages {
		e := mdd.Shift{Min: out[age], Delta: in[age] - out[age]}
		if s.total < 0 || s.ages == 1 {
			e.Below = below // 0 or 1 if there are several counters
		}
		add(s.first+age, e)
	}
	if s.ages > 1 && s.total >= 0 {
		add(s.total, mdd.Shift{Min: len(leave), Below: below, Delta: len(arrive) - len(leave)})
	}
	return steps, true
}
