package kripke

import "math/bits"

// Peaks are the most tokens of each place, or the largest value of each variable, in the states that were added.
//
// Places with one bit are looked at by words. Of the others those are looked at that can still rise.
type Peaks struct {
	of     *layout
	any    []uint64 // the bits of all states together
	most   []int64  // by place, of those with several bits
	rising []int    // places with several bits that have less than their bound
}

// NewPeaks returns those of no state.
func (l *layout) NewPeaks() *Peaks {
	p := &Peaks{of: l, any: make([]uint64, l.words), most: make([]int64, len(l.fields))}
	for i := range l.fields {
		if l.fields[i].bits > 1 {
			p.rising = append(p.rising, i)
		}
	}
	return p
}

// Add adds a state. Cost: its words, and the places that can still rise.
func (p *Peaks) Add(s State) {
	for i, w := range s {
		p.any[i] |= w
	}
	for i := 0; i < len(p.rising); i++ {
		place := p.rising[i]
		f := &p.of.fields[place]
		tokens := f.get(s)
		if tokens <= p.most[place] {
			continue
		}
		if p.most[place] = tokens; tokens >= f.bound {
			last := len(p.rising) - 1
			p.rising[i] = p.rising[last]
			p.rising = p.rising[:last]
			i--
		}
	}
}

// Most returns the most tokens that a place has.
func (p *Peaks) Most(place int) int64 {
	f := &p.of.fields[place]
	if f.bits > 1 {
		return p.most[place]
	}
	return f.get(p.any)
}

// A Total sums the tokens of states.
type Total struct {
	fixed int64    // in places without bits
	ones  []uint64 // by word, the places with one bit
	wide  []field  // the others
}

// NewTotal returns the function of the tokens that all places hold together.
func (l *layout) NewTotal() *Total {
	t := &Total{ones: make([]uint64, l.words)}
	for _, f := range l.fields {
		switch f.bits {
		case 0:
			t.fixed += f.fixed
		case 1:
			t.ones[f.word] |= 1 << f.shift
		default:
			t.wide = append(t.wide, f)
		}
	}
	return t
}

// Of returns the tokens in a state.
func (t *Total) Of(s State) int64 {
	sum := t.fixed
	for i, ones := range t.ones {
		sum += int64(bits.OnesCount64(s[i] & ones))
	}
	for i := range t.wide {
		sum += t.wide[i].get(s)
	}
	return sum
}
