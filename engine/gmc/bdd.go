package gmc

import (
	"fmt"

	"github.com/dalzilio/rudd"
)

// Diagrams is the part of rudd that is used here.
//
// rudd counts the handles of a node up to 1023 and takes them back by finalisers. A handle beyond that number does not count, so the node could be
// freed while it is held. Therefore the first handle of each node is kept in held, and it is the only one that is given out.
type diagrams struct {
	*rudd.BDD
	held map[int]rudd.Node
	base map[int]rudd.Node // what is kept for ever
}

func newDiagrams(variables int) (*diagrams, error) {
	b, err := rudd.New(variables, rudd.Nodesize(1<<14), rudd.Cachesize(1<<13), rudd.Cacheratio(25))
	if err != nil {
		return nil, fmt.Errorf("decision diagrams of %d variables: %w", variables, err)
	}
	return &diagrams{BDD: b, held: map[int]rudd.Node{}}, nil
}

// hold returns the first handle of the node of n.
func (d *diagrams) hold(n rudd.Node) rudd.Node {
	if n == nil { // an operation failed, and err tells why
		return d.False()
	}
	if first, ok := d.held[*n]; ok {
		return first
	}
	d.held[*n] = n
	return n
}

// keep makes all nodes that are held now stay for ever.
func (d *diagrams) keep() { d.base = d.held; d.forget() }

// forget lets all nodes go that have come since keep, but for those given.
func (d *diagrams) forget(but ...rudd.Node) {
	held := make(map[int]rudd.Node, len(d.base))
	for id, n := range d.base {
		held[id] = n
	}
	for _, n := range but {
		held[*n] = n
	}
	d.held = held
}

// err returns the first error of an operation, after which no result is right.
func (d *diagrams) err() error {
	if d.Errored() {
		return fmt.Errorf("decision diagrams: %s", d.Error())
	}
	return nil
}

func (d *diagrams) and(a, b rudd.Node) rudd.Node { return d.hold(d.Apply(a, b, rudd.OPand)) }
func (d *diagrams) or(a, b rudd.Node) rudd.Node  { return d.hold(d.Apply(a, b, rudd.OPor)) }
func (d *diagrams) not(a rudd.Node) rudd.Node    { return d.hold(d.Not(a)) }

// ite returns the function that is a where variable v is true and b elsewhere.
func (d *diagrams) ite(v int, a, b rudd.Node) rudd.Node { return d.hold(d.Ite(d.Ithvar(v), a, b)) }

// literal returns the function that is true where variable v has the value.
func (d *diagrams) literal(v int, value bool) rudd.Node {
	if value {
		return d.Ithvar(v)
	}
	return d.NIthvar(v)
}

// exists returns ∃ set: a ∧ b.
func (d *diagrams) exists(set, a, b rudd.Node) rudd.Node {
	return d.hold(d.AppEx(a, b, rudd.OPand, set))
}
