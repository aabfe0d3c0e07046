package proof

import (
	"encoding/binary"
	"slices"

	"brim/cmd/brim-verify/internal/net"
)

// Section part: markings that firing sequences reach. Each is stored once, as a string of its marked places.

// A part is a set of reachable markings with the steps between them. Number 1 is the initial marking, and 0 stands for
// all markings that are not in the part.
type part struct {
	net      *net.Net
	tick     func()
	markings []string         // by number
	number   map[string]int32 // of markings
	complete bool             // no markings may be added
	changes  [][]change       // by place
	steps    [][]int32        // by marking: where its steps lead to
	before   [][]int32        // by marking: which markings lead to it

	m      net.Marking // one marking, to look at it and to fire
	marked []int       // the places that have tokens there
}

// A change is what a transition adds to a place, not 0.
type change struct {
	transition int
	gain       int64
}

func newPart(n *net.Net, tick func()) *part {
	p := &part{
		net: n, tick: tick, markings: []string{""}, number: map[string]int32{}, steps: [][]int32{nil},
		changes: make([][]change, len(n.Places)), m: slices.Clone(n.Initial), marked: marked(n.Initial),
	}
	for t := range n.Transitions {
		for _, a := range n.Transitions[t].Arcs {
			if a.Post != a.Pre {
				p.changes[a.Place] = append(p.changes[a.Place], change{t, a.Post - a.Pre})
			}
		}
	}
	p.add()
	return p
}

// marked returns the places with tokens.
func marked(m net.Marking) (places []int) {
	for place, tokens := range m {
		if tokens > 0 {
			places = append(places, place)
		}
	}
	return places
}

// key returns the stored form of a marking: for each marked place its distance from the last one, and its tokens.
func key(m net.Marking, marked []int) []byte {
	b, last := make([]byte, 0, 4*len(marked)), 0
	for _, place := range marked {
		b = binary.AppendUvarint(b, uint64(place-last))
		b = binary.AppendUvarint(b, uint64(m[place]))
		last = place
	}
	return b
}

// add adds the marking m if it is new.
func (p *part) add() {
	k := string(key(p.m, p.marked))
	if p.number[k] == 0 {
		p.markings, p.number[k] = append(p.markings, k), int32(len(p.markings))
	}
}

// load makes m marking i.
func (p *part) load(i int) {
	for _, place := range p.marked {
		p.m[place] = 0
	}
	p.marked = p.marked[:0]
	place := 0
	for k := []byte(p.markings[i]); len(k) > 0; {
		distance, n := binary.Uvarint(k)
		tokens, more := binary.Uvarint(k[n:])
		k, place = k[n+more:], place+int(distance)
		p.m[place], p.marked = int64(tokens), append(p.marked, place)
	}
}

// fire makes m the marking after t, and reports whether there is one. Else m is good for nothing but load.
func (p *part) fire(t int) bool {
	ok := p.net.Fire(p.m, t)
	for _, a := range p.net.Transitions[t].Arcs {
		p.marked = append(p.marked, a.Place)
	}
	slices.Sort(p.marked)
	p.marked = slices.DeleteFunc(slices.Compact(p.marked), func(place int) bool { return p.m[place] == 0 })
	return ok
}

// enabled returns the transitions that m enables.
func (p *part) enabled() (list []int) {
	for t := range p.net.Transitions {
		if p.net.Enabled(p.m, t) {
			list = append(list, t)
		}
	}
	return list
}

// expand computes the steps from the next marking that has none. With grow, what they lead to becomes part of the part.
func (p *part) expand(grow bool) {
	i, steps := len(p.steps), []int32(nil)
	p.load(i)
	for _, t := range p.enabled() {
		p.tick()
		p.load(i)
		to := int32(0)
		if p.fire(t) { // else a place gets more than 2^63-1 tokens
			if grow {
				p.add()
			}
			to = p.number[string(key(p.m, p.marked))]
		}
		steps = append(steps, to)
	}
	p.steps = append(p.steps, steps)
}

// connect computes all steps.
func (p *part) connect() {
	for len(p.steps) < len(p.markings) {
		p.expand(false)
	}
	if p.before != nil {
		return
	}
	p.before = make([][]int32, len(p.steps))
	for i, steps := range p.steps {
		for _, j := range steps {
			p.before[j] = append(p.before[j], int32(i))
		}
	}
}

// readPart reads the section.
func (v *verifier) readPart() {
	p := v.part
	if p.complete {
		v.expected("one section part, before claims")
	}
	v.end()
	for v.body() {
		switch v.word("fire or explore") {
		case "fire":
			from := v.integer("the number of a marking", 0)
			if from >= int64(len(p.markings))-1 {
				v.reject("marking %d of %d", from, len(p.markings)-1)
			}
			p.load(int(from) + 1)
			for v.more() {
				v.fire(p)
				p.add()
			}
		case "explore":
			most := v.integer("a number of markings", 0)
			v.end()
			for len(p.steps) < len(p.markings) && int64(len(p.markings)-1) <= most {
				p.expand(true)
			}
			if int64(len(p.markings)-1) > most {
				v.reject("explore: the part has more than %d markings", most)
			}
		default:
			v.expected("fire or explore")
		}
	}
	p.complete = true
}

// fire reads the name of a transition, which it returns, and fires it in the marking m of p.
func (v *verifier) fire(p *part) (t int) {
	v.tick()
	if t = v.transition(); !p.fire(t) {
		v.reject("transition %q is not enabled, or gives a place more than 2^63-1 tokens", v.net.Transitions[t].Name)
	}
	return t
}
