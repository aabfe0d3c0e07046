package kripke

import (
	"context"
	"fmt"
	"math/bits"

	"brim/petri"
	"brim/petri/structure"
)

// A Net is a Petri net as a structure. A state is a marking, packed with as many bits a place as its bound by place
// invariants needs; label i is transition i.
//
// A place that no firing changes takes no bits. One without a known bound gets 32 bits, or one bit if the net's units
// promise that it is safe; a firing that needs more is an error.
type Net struct {
	net     *petri.Net
	profile *structure.Profile
	layout  // of the places
	labels  []string
	initial State
	moves   []move // the transitions that can be enabled at all, by index
}

// UnknownBits is what a place without a known bound gets.
const UnknownBits = 32

// NewNet returns net as a structure. Cost: place invariants, within the limits of package structure, and the arcs. The
// error says that the initial marking cannot be packed.
func NewNet(net *petri.Net) (*Net, error) { return NewNetOf(structure.NewProfile(net), UnknownBits) }

// NewNetOf is NewNet for a net of which a profile keeps what is known, with so many bits, 1 to 32, for a place without
// a known bound.
func NewNetOf(profile *structure.Profile, unknown int) (*Net, error) {
	net := profile.Net()
	n := &Net{net: net, profile: profile, layout: layout{fields: make([]field, len(net.Places))}}
	n.layOut(n.profile.Capacities(context.Background()), unknown)
	for t := range net.Transitions {
		n.labels = append(n.labels, net.Transitions[t].Name)
		if m, possible := n.compile(t); possible {
			n.moves = append(n.moves, m)
		}
	}
	n.initial = make(State, n.words)
	if err := n.Pack(net.Initial(), n.initial); err != nil {
		return nil, err
	}
	return n, nil
}

// layOut gives each place its field.
func (n *Net) layOut(capacities []structure.Capacity, unknown int) {
	for p := range n.fields {
		f := &n.fields[p]
		initial, c := n.net.Places[p].Initial, capacities[p]
		switch f.sure = c.Proved; {
		case c.Fixed || c.Most == 0:
			f.fixed, f.bound = initial, initial
			continue
		case c.Most != structure.NoBound:
			f.bits = uint8(bits.Len64(uint64(c.Most)))
		default:
			f.bits = uint8(max(unknown, bits.Len64(uint64(initial))))
		}
		if f.bound = f.most(); f.sure {
			f.bound = c.Most
		}
	}
	n.place()
}

// Name returns the name of the net.
func (n *Net) Name() string { return n.net.Name }

// Net returns the net itself.
func (n *Net) Net() *petri.Net { return n.net }

// Profile returns what is known of the net.
func (n *Net) Profile() *structure.Profile { return n.profile }

// Initial returns the initial marking alone.
func (n *Net) Initial() []State { return []State{n.initial} }

// Labels returns the names of the transitions.
func (n *Net) Labels() []string { return n.labels }

// Pack sets s to the state of m. The error names a place whose tokens have no room.
func (n *Net) Pack(m petri.Marking, s State) error {
	clear(s)
	for p, f := range n.fields {
		if m[p] < 0 || m[p] > f.most() || f.bits == 0 && m[p] != f.fixed {
			return fmt.Errorf("net %s: place %s has %d tokens, which no state has room for", n.net.Name,
				n.net.Places[p].Name, m[p])
		}
		if f.bits > 0 {
			f.set(s, m[p])
		}
	}
	return nil
}

// Format writes s as petri.Net.Format does.
func (n *Net) Format(s State) string {
	m := make(petri.Marking, len(n.fields))
	n.Marking(m, s)
	return n.net.Format(m)
}
