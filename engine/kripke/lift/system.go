package lift

import (
	"fmt"
	"slices"

	"brim/engine/kripke"
)

// A list is one of lifts, as text so that lists can be compared: "31".
type list string

func (l list) has(n number) bool { return l.without(n) != l }

// without returns l without the entries n.
func (l list) without(n number) list {
	kept := slices.DeleteFunc([]byte(l), func(x byte) bool { return x == n.digit() })
	return list(kept)
}

func (n number) digit() byte { return '0' + byte(n) }

func (l list) prepend(n number) list { return list(n.digit()) + l }
func (l list) append(n number) list  { return l + list(n.digit()) }

// A bus is the state of the bus.
type bus struct {
	dead    bool
	relays  list    // R
	message message // what is delivered to
	to      list    // A, empty if nothing is delivered
}

// reach returns the lifts that a message of lift n reaches.
func (b bus) reach(n number) list {
	var to list
	for x := n; b.relays.has(x); {
		x = x.succ()
		to = to.append(x)
		if x == n {
			break
		}
	}
	for x := n.pred(); x != n && b.relays.has(x); x = x.pred() {
		to = to.append(x)
	}
	return to
}

// A system is a state of the whole.
type system struct {
	bus   bus
	lifts [lifts]lift
}

// Name is the name of the system, Title says what it is.
const (
	Name  = "lift:3"
	Title = "distributed lift of three lifts on a ring of relays"
)

const tau = "tau"

// successors calls yield for each transition, in their order: what the lifts do, then what they receive.
func (x system) successors(yield func(label string, to system)) {
	for i, l := range x.lifts {
		n, to := number(i+1), x
		if l.todo[0].action == nothing {
			for _, p := range l.presses(n) {
				to.lifts[i] = p.lift
				yield(p.label, to)
			}
			continue
		}
		to.lifts[i] = l.done()
		if label, ok := to.bus.do(n, l.todo[0]); ok {
			yield(label, to)
		}
	}
	if x.bus.to == "" || x.bus.dead {
		return
	}
	for i, l := range x.lifts {
		if l.todo[0].action != nothing {
			continue
		}
		to := x
		to.lifts[i] = l.receive(x.bus.message)
		to.bus.give(number(i + 1))
		yield(tau, to)
	}
}

// do changes the bus by a step of lift n and returns the label, or false if the bus does not allow it.
func (b *bus) do(n number, s step) (label string, ok bool) {
	switch s.action {
	case move:
		return fmt.Sprintf("move(%d, %v)", n, s.message.kind), true
	case complain:
		return fmt.Sprintf("protocol_error(%d)", n), true
	case send:
		if b.dead || b.to != "" {
			return "", false
		}
		if to := b.reach(n); to != "" {
			b.message, b.to = s.message, to
		}
	case closeRelay:
		b.relays = b.relays.prepend(n)
	case openRelay:
		b.relays = b.relays.without(n)
	}
	return tau, !b.dead
}

// give hands the message to lift n.
func (b *bus) give(n number) {
	rest := b.to.without(n)
	switch {
	case rest == b.to:
		*b = bus{dead: true}
		return
	case rest == "":
		b.message = message{}
	}
	b.to = rest
}

// LTS returns the system as a graph, its states numbered by breadth-first search. It takes a tenth of a second.
func LTS() *kripke.LTS {
	number := map[system]int{{}: 0}
	states := []system{{}}
	labelNumber := map[string]int{}
	var labels []string
	var edges []kripke.Edge
	known := map[kripke.Edge]bool{}
	for from := 0; from < len(states); from++ {
		states[from].successors(func(label string, to system) {
			if _, ok := number[to]; !ok {
				number[to] = len(states)
				states = append(states, to)
			}
			if _, ok := labelNumber[label]; !ok {
				labelNumber[label] = len(labels)
				labels = append(labels, label)
			}
			if e := (kripke.Edge{From: from, Label: labelNumber[label], To: number[to]}); !known[e] {
				known[e] = true
				edges = append(edges, e)
			}
		})
	}
	l, err := kripke.NewLTS(Name, len(states), 0, labels, edges)
	if err != nil {
		panic("lift: " + err.Error()) // all states and labels exist
	}
	return l
}
