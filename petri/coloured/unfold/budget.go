package unfold

import (
	"cmp"
	"math"
)

// What the parts of an unfolding take, in bytes, with what the search keeps of them: measured on large ones and rounded
// up.
const (
	placeBytes      = 180
	transitionBytes = 280
	arcBytes        = 60
	wordBytes       = 16 // a colour of a binding
	indexBytes      = 40 // a colour in an index
	waiterBytes     = 100
	effectBytes     = 24
	amountBytes     = 32 // with the room that a list has to grow
)

// take takes steps and reports whether there may be more of them.
func (f *inference) take(steps int64) bool {
	if f.steps += steps; f.steps >= f.look {
		f.look = f.steps + 1<<14
		if err := f.ctx.Err(); err != nil {
			f.stop(err)
		}
		if most := cmp.Or(f.options.Limits.Steps, stepsInVain); most > 0 {
			f.within("steps", f.steps-100*int64(f.transitions+f.arcs), most)
		}
	}
	return f.err == nil
}

// lists reports whether a list of amounts may grow by more entries. Where it is given, a place may have all of them.
func (f *inference) lists(length int, more int64) bool {
	f.within("places", more, int64(f.options.Limits.Places))
	f.within("bytes", f.bytes+amountBytes*(int64(length)+min(more, 1<<40)), f.options.Limits.Bytes)
	return f.err == nil && f.take(more)
}

// within fails if a number is above a limit, unless that is 0. Indices of places have 32 bits.
func (f *inference) within(what string, n, limit int64) {
	if what == "places" && (limit == 0 || limit > math.MaxInt32) {
		limit = math.MaxInt32
	}
	if limit == 0 || n <= limit {
		return
	}
	e := &LimitError{What: what, Limit: limit}
	if f.place != unbound {
		e.Place = f.net.Places[f.place].Name
	}
	if f.transition != unbound {
		e.Transition = f.net.Transitions[f.transition].Name
	}
	f.stop(e)
}
