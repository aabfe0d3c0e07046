package proof

import (
	"cmp"
	"encoding/binary"
	"math"
	"slices"

	"brim/cmd/brim-verify/internal/net"
)

// Section part: markings that firing sequences reach. Each is stored once, as a string of its marked places.

// A part is a set of reachable markings, number 0 being the initial one, with the steps between them.
type part struct {
	net       *net.Net
	tick      func()
	markings  []string         // by number: for each marked place its distance from the last one, and its tokens
	number    map[string]int32 // of markings
	positions []int32          // the markings that the steps of fire come to, beginning with the initial one

	// By transition: the places that it changes, ascending, with by how much.
	effects [][]net.Arc
	// By place, and of no place: transitions. Each is listed once, with a place that has to be marked to enable it.
	watching [][]int32
	free     []int32

	// The steps, once they are computed: of marking i, they lead to next[first[i]:first[i+1]], once for each
	// transition.
	first  []int
	next   []int32
	firing [][]int32 // by transition: the markings that enable it
	open   bitset    // the markings of which a successor is not in the part
	dead   bitset    // those that enable nothing

	// Who precedes marking i, likewise, computed with the first need.
	firstBefore []int
	before      []int32

	marked  []net.Arc   // the marking that was loaded, by place
	m       net.Marking // the same
	scratch []net.Arc   // room for after
	key     []byte
	list    []int32
}

func newPart(n *net.Net, tick func()) *part {
	p := &part{
		net: n, tick: tick, number: map[string]int32{}, positions: []int32{0}, first: []int{0},
		effects: make([][]net.Arc, len(n.Transitions)), firing: make([][]int32, len(n.Transitions)),
		watching: make([][]int32, len(n.Places)), m: make(net.Marking, len(n.Places)),
	}
	for t := range n.Transitions {
		p.effects[t] = effect(&n.Transitions[t])
		watch := -1
		for _, a := range n.Transitions[t].Pre {
			if watch < 0 || len(p.watching[a.Place]) < len(p.watching[watch]) {
				watch = a.Place
			}
		}
		if watch < 0 {
			p.free = append(p.free, int32(t))
		} else {
			p.watching[watch] = append(p.watching[watch], int32(t))
		}
	}
	var initial []net.Arc
	for place, tokens := range n.Initial {
		if tokens > 0 {
			initial = append(initial, net.Arc{Place: place, Weight: tokens})
		}
	}
	p.add(key(nil, initial))
	return p
}

// effect returns the places that t changes, ascending, with by how much.
func effect(t *net.Transition) (list []net.Arc) {
	for _, a := range t.Post {
		list = append(list, a)
	}
	for _, a := range t.Pre {
		list = append(list, net.Arc{Place: a.Place, Weight: -a.Weight})
	}
	slices.SortFunc(list, func(a, b net.Arc) int { return cmp.Compare(a.Place, b.Place) })
	sums := list[:0]
	for _, a := range list {
		if n := len(sums); n > 0 && sums[n-1].Place == a.Place {
			sums[n-1].Weight += a.Weight
		} else {
			sums = append(sums, a)
		}
	}
	return slices.DeleteFunc(sums, func(a net.Arc) bool { return a.Weight == 0 })
}

// key appends the stored form of a marking to b.
func key(b []byte, marked []net.Arc) []byte {
	last := 0
	for _, a := range marked {
		b = binary.AppendUvarint(b, uint64(a.Place-last))
		b = binary.AppendUvarint(b, uint64(a.Weight))
		last = a.Place
	}
	return b
}

// add returns the number of a marking, which is new or there.
func (p *part) add(k []byte) int32 {
	i, ok := p.number[string(k)]
	if !ok {
		if len(p.markings) == math.MaxInt32 {
			panic(&Failure{Limit, "the part has more than 2^31-1 markings"})
		}
		i = int32(len(p.markings))
		p.markings = append(p.markings, string(k))
		p.number[p.markings[i]] = i
	}
	return i
}

// load puts marking i into marked and m.
func (p *part) load(i int) {
	for _, a := range p.marked {
		p.m[a.Place] = 0
	}
	p.marked = p.marked[:0]
	place := 0
	for k := []byte(p.markings[i]); len(k) > 0; {
		distance, n := binary.Uvarint(k)
		tokens, more := binary.Uvarint(k[n:])
		k, place = k[n+more:], place+int(distance)
		p.marked = append(p.marked, net.Arc{Place: place, Weight: int64(tokens)})
		p.m[place] = int64(tokens)
	}
}

// after returns the marking after t, which the loaded one enables, or false if it has more than 2^63-1 tokens. The
// result is changed by the next call.
func (p *part) after(t int) ([]byte, bool) {
	result, marked := p.scratch[:0], p.marked
	for _, e := range p.effects[t] {
		for len(marked) > 0 && marked[0].Place < e.Place {
			result, marked = append(result, marked[0]), marked[1:]
		}
		if len(marked) > 0 && marked[0].Place == e.Place {
			if e.Weight > math.MaxInt64-marked[0].Weight {
				return nil, false
			}
			e.Weight += marked[0].Weight
			marked = marked[1:]
		}
		if e.Weight > 0 {
			result = append(result, e)
		}
	}
	p.scratch = append(result, marked...)
	p.key = key(p.key[:0], p.scratch)
	return p.key, true
}

// enabled appends the transitions that the loaded marking enables to a list.
func (p *part) enabled(list []int32) []int32 {
	candidates := p.free
	for i := 0; ; i++ {
		for _, t := range candidates {
			if p.net.Enabled(p.m, int(t)) {
				list = append(list, t)
			}
		}
		if i == len(p.marked) {
			return list
		}
		candidates = p.watching[p.marked[i].Place]
	}
}

// expand computes the steps from the next marking that has none. With grow, what they lead to becomes part of the part;
// it is false if a place gets too many tokens for that.
func (p *part) expand(grow bool) bool {
	i := len(p.first) - 1
	p.tick()
	p.load(i)
	p.list = p.enabled(p.list[:0])
	for _, t := range p.list {
		p.firing[t] = append(p.firing[t], int32(i))
		k, ok := p.after(int(t))
		if !ok && grow {
			return false
		}
		to, known := p.number[string(k)]
		if grow {
			to, known = p.add(k), true
		}
		if ok && known {
			p.next = append(p.next, to)
		} else {
			p.open.set(i)
		}
	}
	if len(p.list) == 0 {
		p.dead.set(i)
	}
	p.first = append(p.first, len(p.next))
	return true
}

// finish computes all steps. After it nothing is added to the part.
func (p *part) finish() {
	p.open, p.dead = p.open.grown(len(p.markings)), p.dead.grown(len(p.markings))
	for len(p.first) <= len(p.markings) {
		p.expand(false)
	}
}

// steps returns where the steps from marking i lead to.
func (p *part) steps(i int) []int32 { return p.next[p.first[i]:p.first[i+1]] }

// complete reports whether the part has all reachable markings.
func (p *part) complete() bool { return p.open.empty() }

// reverse computes firstBefore and before.
func (p *part) reverse() {
	if p.firstBefore != nil {
		return
	}
	n := len(p.markings)
	p.firstBefore, p.before = make([]int, n+2), make([]int32, len(p.next))
	for _, j := range p.next {
		p.firstBefore[j+2]++
	}
	for j := range n {
		p.firstBefore[j+2] += p.firstBefore[j+1]
	}
	for i := range n {
		for _, j := range p.steps(i) {
			p.before[p.firstBefore[j+1]] = int32(i)
			p.firstBefore[j+1]++
		}
	}
}

// readPart reads the section.
func (v *verifier) readPart() {
	p := v.part
	if len(p.first) > 1 || len(p.positions) > 1 {
		v.expected("one section part, before lasso, claims and product")
	}
	v.end()
	for v.body() {
		switch word := v.word("fire or explore"); word {
		case "fire":
			from := v.integer("a position", 0)
			if from >= int64(len(p.positions)) {
				v.reject("position %d of %d", from, len(p.positions))
			}
			i := p.positions[from]
			for v.more() {
				t := v.transition()
				p.load(int(i))
				if !p.net.Enabled(p.m, t) {
					v.reject("transition %q is not enabled, step %d", p.net.Transitions[t].Name, len(p.positions))
				}
				k, ok := p.after(t)
				if !ok {
					v.reject("transition %q gives a place more than 2^63-1 tokens", p.net.Transitions[t].Name)
				}
				i = p.add(k)
				p.positions = append(p.positions, i)
				v.tick()
			}
		case "explore":
			most := v.integer("a number of markings", 0)
			v.end()
			for len(p.first) <= len(p.markings) {
				p.open, p.dead = p.open.grown(len(p.markings)), p.dead.grown(len(p.markings))
				if !p.expand(true) {
					v.reject("explore: a place gets more than 2^63-1 tokens")
				}
				if int64(len(p.markings)) > most {
					v.reject("explore: the part has more than %d markings", most)
				}
			}
		default:
			v.expected("fire or explore")
		}
	}
	p.finish()
}
