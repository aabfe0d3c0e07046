package nets

import "brim/petri"

// A machine is a process of a protocol, a state machine that runs beside others.
type machine struct {
	name, initial string
	actions       []action
}

// does adds an action to the machine.
func (m *machine) does(from string, k kind, label, to string) {
	m.actions = append(m.actions, action{from, k, label, to})
}

// An action leads a machine from one of its states to another, or back to the same.
type action struct {
	from  string
	kind  kind
	label string
	to    string
}

// A kind reports whether a machine acts alone or with another.
type kind int

const (
	local   kind = iota
	send         // together with a receive of another machine that has the same label
	receive      // together with such a send
)

// compose adds the net in which the machines run beside each other: a place
// machine.state for each state, and as nested units the machines. The transitions are
// first the local actions, machine by machine, named label.from.to, and then, sender by
// sender, the pairs of a send and a receive, label.sender.receiver with the states in
// which the two are. So what stands before the first dot is the label.
func (b builder) compose(machines []machine) {
	units := &petri.Units{Root: len(machines), Safe: true}
	root := petri.Unit{Name: "protocol"}
	places := make([]map[string]int, len(machines))
	for i, m := range machines {
		places[i] = map[string]int{}
		unit := petri.Unit{Name: m.name}
		for _, state := range m.states() {
			p := b.Place(m.name+"."+state, tokens(state == m.initial))
			places[i][state] = p
			unit.Places = append(unit.Places, p)
		}
		units.List = append(units.List, unit)
		root.Sub = append(root.Sub, i)
	}
	units.List = append(units.List, root)
	b.Units(units)

	type receiver struct {
		machine int
		action
	}
	receivers := map[string][]receiver{}
	for i, m := range machines {
		for _, a := range m.actions {
			switch a.kind {
			case local:
				b.fire(a.label+"."+a.from+"."+a.to, []int{places[i][a.from]}, []int{places[i][a.to]})
			case receive:
				receivers[a.label] = append(receivers[a.label], receiver{i, a})
			}
		}
	}
	for i, m := range machines {
		for _, a := range m.actions {
			if a.kind != send {
				continue
			}
			for _, r := range receivers[a.label] {
				other := places[r.machine]
				b.fire(a.label+"."+a.from+"."+r.from, []int{places[i][a.from], other[r.from]},
					[]int{places[i][a.to], other[r.to]})
			}
		}
	}
}

// states returns the states of the machine in the order in which its actions name them.
func (m machine) states() []string {
	var list []string
	seen := map[string]bool{}
	for _, a := range m.actions {
		for _, state := range []string{a.from, a.to} {
			if !seen[state] {
				seen[state] = true
				list = append(list, state)
			}
		}
	}
	return list
}
