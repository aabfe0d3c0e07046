package gmc

import "github.com/dalzilio/rudd"

// ByTransition computes images of a net, as the union over its transitions. Only the places that a transition changes
// are taken out and put in.
type byTransition struct {
	*Model
	sets []transitionSet
}

// A transitionSet is a transition that changes something: the markings before it now and those after it next, for the
// places that it looks at; backward has the former next and the latter now. Both have places that are looked at only
// once, now.
type transitionSet struct {
	forward, backward rudd.Node
	variables         rudd.Node // now, of the places that it changes
}

func (x *byTransition) image(n rudd.Node) rudd.Node {
	sum := x.d.False()
	for _, t := range x.sets {
		sum = x.d.or(sum, x.d.replace(x.d.exists(t.variables, n, t.forward), x.unprime))
	}
	return sum
}

func (x *byTransition) preImage(n rudd.Node) rudd.Node {
	sum := x.d.False()
	for _, t := range x.sets {
		sum = x.d.or(sum, x.one(n, t))
	}
	return sum
}

func (x *byTransition) one(n rudd.Node, t transitionSet) rudd.Node {
	return x.d.replace(x.d.exists(t.variables, n, t.backward), x.unprime)
}

// before returns a marking of n from which a transition leads to s, or nil if there is none.
func (x *byTransition) before(n rudd.Node, s State) State {
	only := x.only(s)
	for _, t := range x.sets {
		if from := x.d.and(n, x.one(only, t)); !x.d.isFalse(from) {
			return x.pick(from)
		}
	}
	return nil
}
