package walk

// A mark is a marking of the present run that later ones are compared with.
//
// Invariant, while it is on: fewer and more are the numbers of places that have fewer or more tokens than in the mark.
type mark struct {
	on          bool
	step        int // of the run
	tokens      []int64
	fewer, more int
	forced      bool // at each step since there was one choice only
}

func (m *mark) off() { m.on = false }

// set marks the present marking. Cost: the places.
func (w *Walker) setMark() {
	m := &w.mark
	if m.tokens == nil {
		m.tokens = make([]int64, len(w.places))
	}
	for p := range w.places {
		m.tokens[p] = w.places[p].tokens
	}
	m.on, m.step, m.fewer, m.more, m.forced = true, len(w.path), 0, 0, true
}

func (m *mark) update(p int32, old, now int64) {
	x := m.tokens[p]
	if old < x {
		m.fewer--
	} else if old > x {
		m.more--
	}
	if now < x {
		m.fewer++
	} else if now > x {
		m.more++
	}
}

// grows reports whether the present marking covers the mark, and some sum that is looked for is larger in it: then the
// steps between can be repeated for ever [KM69]. Cost: the terms of the sums.
func (w *Walker) grows() bool {
	m := &w.mark
	if m.fewer > 0 || m.more == 0 || w.tests {
		return false
	}
	for _, t := range w.targets {
		if t.most != nil && !t.done && valueAt(t.terms,
			func(p int) int64 { return w.places[p].tokens - m.tokens[p] }) > 0 {
			return true
		}
	}
	return false
}
