package unfold

import (
	"cmp"
	"fmt"
	"math"
	"slices"

	"brim/petri/coloured"
)

// This file evaluates terms as lists of amounts.

// unbound stands for no colour.
const unbound = -1

// An amount is a colour and how many there are of it.
type amount struct{ colour, count int64 }

// An evaluator computes terms under a binding. The first mistake stays in err.
type evaluator struct {
	net      *coloured.Net
	env      []int64                           // by variable: its colour, or unbound
	room     func(length int, more int64) bool // whether a list may get so many more; else err says why not
	negative bool                              // a difference has taken away what was not there
	err      error
}

// multiset appends what a term stands for to out[:0], by colour, each once and with a positive count. All variables of
// the term are bound. Cost: the length of the lists that terms like All stand for, in steps of work.
func (e *evaluator) multiset(out []amount, t *coloured.Term) []amount {
	return e.tidy(e.add(out[:0], t, 1))
}

// colour returns the one colour that a term stands for.
func (e *evaluator) colour(t *coloured.Term) int64 {
	switch t.Op {
	case coloured.Colour:
		return t.Value
	case coloured.Bound:
		return e.env[t.Value]
	}
	if list := e.multiset(nil, t); e.err == nil && len(list) == 1 && list[0].count == 1 {
		return list[0].colour
	}
	e.fail("a term that should be one colour is none or several")
	return 0
}

// add appends the amounts of times·t, not tidied.
func (e *evaluator) add(out []amount, t *coloured.Term, times int64) []amount {
	if e.err != nil {
		return out
	}
	from := len(out)
	switch t.Op {
	case coloured.Colour:
		return append(out, amount{t.Value, times})
	case coloured.Bound:
		return append(out, amount{e.env[t.Value], times})
	case coloured.Successor, coloured.Predecessor:
		out = e.add(out, t.Args[0], times)
		by, size := int64(1), e.net.Sorts[t.Sort].Size
		if t.Op == coloured.Predecessor {
			by = size - 1
		}
		for i := range out[from:] {
			out[from+i].colour = next(out[from+i].colour, by, size)
		}
	case coloured.BlockOf:
		out = e.add(out, t.Args[0], times)
		for i := range out[from:] {
			out[from+i].colour = blockOf(&e.net.Sorts[t.Sort], out[from+i].colour)
		}
	case coloured.Tuple:
		return e.tuple(append(out, amount{0, times}), t, from)
	case coloured.All:
		size := e.net.Sorts[t.Sort].Size
		if !e.room(len(out), size) {
			return out
		}
		for c := range size {
			out = append(out, amount{c, times})
		}
	case coloured.Times:
		if t.Value != 0 {
			return e.add(out, t.Args[0], e.scaled(times, t.Value))
		}
		out = e.add(out, t.Args[0], 1)[:from] // it may be negative all the same
	case coloured.Sum:
		for _, a := range t.Args {
			out = e.add(out, a, times)
		}
	case coloured.Difference:
		return e.difference(out, t, times)
	}
	return out
}

// tuple turns the amounts of the empty tuple, out[from:], into those of t, one part after the other.
func (e *evaluator) tuple(out []amount, t *coloured.Term, from int) []amount {
	parts := e.net.Sorts[t.Sort].Parts
	for i, a := range t.Args {
		size, middle := e.net.Sorts[parts[i]].Size, len(out)
		out = e.add(out, a, 1)
		end := len(out)
		many := e.scaled(int64(middle-from), int64(end-middle))
		if many > 1 && !e.room(len(out), many) || e.err != nil {
			return out // lists of more than 2^31 amounts have no room
		}
		for x := from; x < middle; x++ {
			for y := middle; y < end; y++ {
				out = append(out, amount{out[x].colour*size + out[y].colour, e.scaled(out[x].count, out[y].count)})
			}
		}
		out = append(out[:from], out[end:]...)
	}
	return out
}

// difference appends the amounts of times·t, and notes if one is negative.
func (e *evaluator) difference(out []amount, t *coloured.Term, times int64) []amount {
	from := len(out)
	out = e.add(out, t.Args[0], 1)
	for _, a := range t.Args[1:] {
		middle := len(out)
		out = e.add(out, a, 1)
		for i := range out[middle:] {
			out[middle+i].count *= -1
		}
	}
	out = out[:from+len(e.tidy(out[from:]))]
	for i := range out[from:] {
		a := &out[from+i]
		if a.count < 0 {
			e.negative = true
			return out[:from]
		}
		a.count = e.scaled(a.count, times)
	}
	return out
}

// tidy sorts a list in place and merges the amounts of one colour; those of 0 vanish.
func (e *evaluator) tidy(list []amount) []amount {
	if len(list) < 2 {
		return list // no amount of 0 is ever added
	}
	slices.SortFunc(list, func(a, b amount) int { return cmp.Compare(a.colour, b.colour) })
	out := list[:0]
	for i := 0; i < len(list); {
		a := list[i]
		for i++; i < len(list) && list[i].colour == a.colour; i++ {
			if c := list[i].count; c > 0 && a.count > math.MaxInt64-c || c < 0 && a.count < math.MinInt64-c {
				e.fail("a sum exceeds 64 bits")
			} else {
				a.count += c
			}
		}
		if a.count != 0 {
			out = append(out, a)
		}
	}
	return out
}

// scaled returns a·b, of numbers that are not negative.
func (e *evaluator) scaled(a, b int64) int64 {
	if b > 0 && a > math.MaxInt64/b {
		e.fail("a product exceeds 64 bits")
		return -1
	}
	return a * b
}

func (e *evaluator) fail(format string, args ...any) { e.stop(fmt.Errorf(format, args...)) }

func (e *evaluator) stop(err error) {
	if e.err == nil {
		e.err = err
	}
}

// next returns the by-th successor of a colour, for 0 ≤ by ≤ size.
func next(colour, by, size int64) int64 {
	if by >= size-colour {
		return colour - (size - by)
	}
	return colour + by
}

// blockOf returns the block of a partition that has a colour, and unbound if none has it.
func blockOf(s *coloured.Sort, colour int64) int64 {
	for b := range s.Constants {
		if _, ok := slices.BinarySearch(s.Constants[b].Members, colour); ok {
			return int64(b)
		}
	}
	return unbound
}
