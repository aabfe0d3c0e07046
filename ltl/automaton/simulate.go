package automaton

import "slices"

// Reduction of automata by simulation [SB00].

// Bounds of the work of a simulation: pairs of states times letters, and steps that are compared. Some tenths of a
// second.
const (
	mostSimulated = 1 << 22
	mostCompared  = 1 << 25
)

// A table has the steps from each state by each letter.
type table [][][]step

// A step is an arc for one letter.
type step struct {
	to    int
	marks uint64
}

// table returns the steps of the automaton by letters; ok is false if there are too many.
func (a *Automaton) table() (t table, l *letters, ok bool) {
	l, ok = lettersOf(guardsOf(a))
	if !ok || len(a.States)*len(a.States)*len(l.parts) > mostSimulated {
		return nil, nil, false
	}
	return a.tableOf(l), l, true
}

// tableOf returns the steps of the automaton by letters that its guards do not tell apart.
func (a *Automaton) tableOf(l *letters) table {
	t := newTable(len(a.States), len(l.parts))
	for s := range a.States {
		for _, arc := range a.States[s].Arcs {
			for n := range l.of(arc.Guard).all() {
				t[s][n] = append(t[s][n], step{arc.To, arc.Marks})
			}
		}
	}
	return t
}

func newTable(states, letters int) table {
	t := make(table, states)
	for s := range t {
		t[s] = make([][]step, letters)
	}
	return t
}

// reversed returns the steps backwards.
func (t table) reversed() table {
	r := newTable(len(t), len(t[0]))
	for s := range t {
		for n, steps := range t[s] {
			for _, x := range steps {
				r[x.to][n] = append(r[x.to][n], step{s, x.marks})
			}
		}
	}
	return r
}

// simulation returns the largest simulation: s is below t only if that is allowed, and if each step of s is matched by
// a step of t with the same letter, with all its marks, to a state that is above. It starts with all allowed pairs and
// takes pairs out until nothing changes.
func (t table) simulation(allowed func(s, t int) bool) (below [][]bool) {
	below = make([][]bool, len(t))
	for s := range t {
		below[s] = make([]bool, len(t))
		for u := range t {
			below[s][u] = allowed(s, u)
		}
	}
	compared := 0
	matched := func(s, u int) bool {
		for n, steps := range t[s] {
			compared += len(steps) * len(t[u][n])
			for _, x := range steps {
				if !x.covered(t[u][n], below) {
					return false
				}
			}
		}
		return true
	}
	for changed := true; changed; {
		changed = false
		for s := range t {
			if compared > mostCompared {
				return t.equality()
			}
			for u := range t {
				if s != u && below[s][u] && !matched(s, u) {
					below[s][u] = false
					changed = true
				}
			}
		}
	}
	return below
}

// equality returns the relation in which each state is below itself, which is a simulation.
func (t table) equality() (below [][]bool) {
	for s := range t {
		below = append(below, make([]bool, len(t)))
		below[s][s] = true
	}
	return below
}

// covered reports whether one of the steps has all marks of x and leads to a state that is above that of x.
func (x step) covered(steps []step, below [][]bool) bool {
	return slices.ContainsFunc(steps, func(y step) bool { return x.marks&^y.marks == 0 && below[x.to][y.to] })
}

// quotient merges states that are below each other and drops steps that are covered by another one of the same state
// and letter. The relation is that of simulation for t.
func (t table) quotient(below [][]bool) (number []int) {
	number = make([]int, len(t)) // the state that stands for each: the first of its class
	for s := range t {
		for u := range t {
			if below[s][u] && below[u][s] {
				number[s] = u
				break
			}
		}
	}
	for s := range t {
		for n, steps := range t[s] {
			for i := range steps {
				steps[i].to = number[steps[i].to]
			}
			var kept []step
			for i, x := range steps {
				rest := false
				for j, y := range steps {
					if i != j && x.marks&^y.marks == 0 && below[x.to][y.to] && (x != y || j < i) {
						rest = true
						break
					}
				}
				if !rest {
					kept = append(kept, x)
				}
			}
			t[s][n] = kept
		}
	}
	return number
}

// simulate makes the automaton smaller by direct simulation, or backwards by reverse simulation [SB00].
//
// A state is below another one if that one can match each of its steps, with all the marks. States that are below each
// other become one, and a step is dropped if another one of the same state covers it. Backwards the same is done with
// the steps into a state.
func (a *Automaton) simulate(backwards bool) {
	t, l, ok := a.table()
	if !ok {
		return
	}
	steps := t
	allowed := func(s, u int) bool { return true }
	if backwards {
		steps = t.reversed()
		allowed = func(s, u int) bool { return s != a.Initial || u == a.Initial }
	}
	number := steps.quotient(steps.simulation(allowed))
	if backwards {
		for s := range steps {
			if number[s] != s {
				clear(steps[s])
			}
		}
		steps = steps.reversed()
	}
	a.Initial = number[a.Initial]
	var states []State
	for s := range steps {
		states = append(states, State{l.arcs(steps[s])})
	}
	a.States = states
	a.trim()
}

// arcs returns the arcs of a state with the given steps.
func (l *letters) arcs(steps [][]step) (arcs []Arc) {
	in := map[step]set{}
	for n, list := range steps {
		for _, x := range list {
			if in[x] == nil {
				in[x] = newSet(len(steps))
				arcs = append(arcs, Arc{To: x.to, Marks: x.marks})
			}
			in[x].add(n)
		}
	}
	for i, arc := range arcs {
		arcs[i].Guard = l.guard(in[step{arc.To, arc.Marks}])
	}
	return arcs
}
