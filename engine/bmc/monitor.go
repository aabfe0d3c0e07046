package bmc

import (
	"context"
	"fmt"

	"brim/ctl/syntax"
	"brim/engine"
	"brim/engine/circuit"
	"brim/petri"
	"brim/petri/structure"
)

// A Monitor is one step of a net or a circuit beside a tableau for a path formula of LTL: for provers that know
// neither. Its states have what is claimed of them; what is claimed of the next one is guessed. A run satisfies the
// formula if for some guesses each claim holds, and what is promised does not stay away for ever. A round ends when
// each promise has come about, or was not made, since the round before ended. So a run satisfies the formula if there
// are rounds without end, and if there are at most so many in any run, no run does [CS12].
type Monitor struct {
	g       *gates
	system  int        // how many of cells are those of the net or circuit
	cells   []cell     // its states
	known   []Lit      // what holds in all reachable states
	keeps   []Lit      // what holds in each step of a run
	beyond  Lit        // whether some firing leads beyond a bound that is only promised
	round   Lit        // whether a round ends with this step
	net     *petri.Net // nil for a circuit
	fires   []Lit      // by transition
	inputs  []Lit      // of the circuit; 0 if nothing depends on one
	circuit *circuit.Circuit
}

// A cell is a bit of a state.
type cell struct {
	now, next Lit
	first     circuit.Lit // False, True, or something else for either
}

const either = circuit.True + 1

// mostCells is how many bits the markings of a net may take.
const mostCells = 20_000

// MonitorNet returns the monitor for a net with these facts, whose runs stay in dead markings with maximal paths and do
// not end in them with infinite ones. The error is a *structure.UnboundedPlaceError, says that bounds are too large, or
// is the cause of the end of ctx.
func MonitorNet(ctx context.Context, facts *structure.Profile, path *syntax.Formula, paths syntax.Paths) (m *Monitor,
	err error) {
	defer func() { err = halted(recover(), err) }()
	l, err := newLayout(facts, 0)
	if err != nil {
		return nil, err
	}
	l.idle = paths == syntax.Maximal
	g := newGates(ctx)
	m = &Monitor{g: g, net: l.net}
	total := int64(0)
	tokens := make([]counter, len(l.most))
	initial := l.net.Initial()
	for p, most := range l.most {
		if l.fixed[p] {
			tokens[p] = counter{lits: fixed(uint64(most))}
			continue
		}
		if total += most; total > mostCells {
			return nil, fmt.Errorf("places may hold too many tokens: %s up to %d, those up to it %d; expected at "+
				"most %d", l.net.Places[p].Name, most, total, mostCells)
		}
		x := make([]Lit, most)
		for i := range x {
			x[i] = g.input()
			m.cells = append(m.cells, cell{now: x[i], first: bit(initial[p] > int64(i))})
			if i > 0 {
				m.known = append(m.known, g.or(-x[i], x[i-1]))
			}
		}
		tokens[p] = counter{x, true}
	}
	s := l.newState(g, tokens, yes, nil, false)
	next := s.next().(*state)
	for i, after := range next.bits() {
		m.cells[i].next = after
	}
	m.fires, m.beyond = next.by.fires, s.overflows()
	m.keeps = []Lit{g.or(next.may, m.beyond)}
	m.watch(s, path)
	return m, nil
}

// MonitorCircuit returns the monitor for a circuit. The error is the cause of the end of ctx.
func MonitorCircuit(ctx context.Context, c *circuit.Circuit, path *syntax.Formula) (m *Monitor, err error) {
	defer func() { err = halted(recover(), err) }()
	k, err := newCone(ctx, c, path, true)
	if err != nil {
		return nil, err
	}
	g := newGates(ctx)
	v := k.anywhere(g).(*valuation)
	m = &Monitor{g: g, circuit: c, keeps: []Lit{v.may}, beyond: no}
	for i, now := range v.bits() {
		x := c.Latches[k.latches[i]]
		m.cells = append(m.cells, cell{now, v.lit(x.Next), min(x.Reset, either)})
	}
	m.watch(v, path)
	for i := range c.Inputs {
		m.inputs = append(m.inputs, v.values[c.Input(i).Var()])
	}
	return m, nil
}

func bit(set bool) circuit.Lit {
	if set {
		return circuit.True
	}
	return circuit.False
}

// watch adds the tableau of path to the frame f: cells for what is claimed of later states, with the conditions under
// which the claims are kept, and for each U a cell that notes that its right side came in the present round. m.round is
// true when all of these have come.
func (m *Monitor) watch(f frame, path *syntax.Formula) {
	g, x := m.g, newTableau(path)
	m.system = len(m.cells)
	now, next := x.inputs(g), x.inputs(g)
	truth := x.truth(&moment{frame: f, g: g, truth: map[*syntax.Formula]Lit{}}, next)
	for n, claimed := range x.carried {
		m.cells = append(m.cells, cell{now[n], next[n], circuit.False})
		m.keeps = append(m.keeps, g.or(-now[n], truth[claimed]))
	}
	first := g.input()
	m.cells = append(m.cells, cell{first, no, circuit.True})
	m.keeps = append(m.keeps, g.or(-first, truth[path]))
	var paid, came []Lit // since the last round; with this step
	for _, n := range x.owed {
		l := g.or(-next[n], truth[x.promised(n)])
		if len(x.owed) > 1 {
			before := g.input()
			paid = append(paid, before)
			l = g.or(before, l)
		}
		came = append(came, l)
	}
	m.round = g.and(came...)
	for i, before := range paid {
		m.cells = append(m.cells, cell{before, g.and(came[i], -m.round), circuit.False})
	}
}

// definitions returns the gates that the clauses define, where a clause belongs to its largest variable: clauses has,
// by variable, those that make it true, and gate tells which variables are defined at all.
func (m *Monitor) definitions() (clauses [][][]Lit, gate []bool) {
	clauses, gate = make([][][]Lit, m.g.vars+1), make([]bool, m.g.vars+1)
	from := 0
	for i, l := range m.g.lits {
		if l != 0 {
			continue
		}
		clause := m.g.lits[from:i]
		from = i + 1
		own := Lit(0)
		for _, l := range clause {
			if max(l, -l) > max(own, -own) {
				own = l
			}
		}
		gate[max(own, -own)] = true
		if own > 0 {
			clauses[own] = append(clauses[own], clause)
		}
	}
	return clauses, gate
}

// Rounds returns the monitor as a circuit whose only bad signal, "rounds", becomes true after the given number of
// rounds, or where a promised bound is about to be broken. Cells of the monitor become latches, variables that clauses
// define become gates, and all others inputs; one more latch for each round is set when a round ends and the latch
// before it is set. The first known of its constraints hold in all reachable
// states anyway. The Where leads from the circuit back to the monitor.
func (m *Monitor) Rounds(rounds int) (c *circuit.Circuit, known int, w *Where, err error) {
	w = &Where{Monitor: m, of: make([]circuit.Lit, m.g.vars+1)}
	defined, isGate := m.definitions()
	var inputs, latches []string
	for i, x := range m.cells {
		isGate[x.now] = true
		latches = append(latches, fmt.Sprintf("cell %d", i))
	}
	for range rounds {
		latches = append(latches, fmt.Sprintf("round %d", len(latches)-len(m.cells)+1))
	}
	for v := yes; v <= m.g.vars; v++ {
		if !isGate[v] {
			inputs = append(inputs, fmt.Sprintf("input %d", len(inputs)))
		}
	}
	b := circuit.NewBuilder("monitor", inputs, latches)
	for i, x := range m.cells {
		w.of[x.now] = b.Latch(i)
	}
	free := 0
	for v := yes; v <= m.g.vars; v++ {
		switch {
		case !isGate[v]:
			w.of[v] = b.Input(free)
			free++
		case w.of[v] == 0: // not a cell
			cubes := make([]circuit.Lit, len(defined[v]))
			for i, clause := range defined[v] {
				var cube []circuit.Lit
				for _, l := range clause {
					if l != v {
						cube = append(cube, w.lit(-l))
					}
				}
				cubes[i] = b.And(cube...)
			}
			w.of[v] = b.Or(cubes...)
		}
	}
	for i, x := range m.cells {
		b.SetNext(i, w.lit(x.next))
		if x.first == either {
			b.SetReset(i, b.Latch(i))
		} else {
			b.SetReset(i, x.first)
		}
	}
	last := circuit.True
	for i := range rounds {
		own := b.Latch(len(m.cells) + i)
		b.SetNext(len(m.cells)+i, b.Or(own, b.And(last, w.lit(m.round))))
		last = own
	}
	b.Bad("rounds", b.Or(last, w.lit(m.beyond)))
	for i, l := range append(append([]Lit(nil), m.known...), m.keeps...) {
		if x := w.lit(l); x != circuit.True {
			b.Constrain(fmt.Sprintf("kept %d", i), x)
			if i < len(m.known) {
				known++
			}
		}
	}
	c, err = b.Circuit()
	return c, known, w, err
}

// Where says where the literals of a Monitor are in the circuit that it was made.
type Where struct {
	*Monitor
	of []circuit.Lit // by variable
}

func (w *Where) lit(l Lit) circuit.Lit {
	if l < 0 {
		return w.of[-l].Not()
	}
	return w.of[l]
}

// Lasso looks for a state that a trace of the circuit comes back to, with the end of a round between, and returns the
// run of the net or of the circuit that the trace goes along up to there: transitions or a trace, and the position that
// the last step leads back to. ok is false if there is none.
func (w *Where) Lasso(c *circuit.Circuit, t *circuit.Trace) (steps []int, trace *circuit.Trace, ok bool) {
	latest := map[string]int{} // the position of a state
	rounds := []int{0}         // by position: how many have ended before
	latches := append([]bool(nil), t.Latches...)
	trace = &circuit.Trace{Latches: t.Latches[:w.system], Loop: engine.NoLoop}
	var fired [][]int
	var values []bool
	for i, inputs := range t.Inputs {
		values = c.Values(values, latches, inputs)
		value := func(l Lit) bool { return l != 0 && w.lit(l).In(values) }
		if value(w.beyond) {
			return nil, nil, false
		}
		key := make([]byte, len(w.cells))
		for n := range key {
			if latches[n] {
				key[n] = 1
			}
		}
		var own []bool
		for _, l := range w.inputs {
			own = append(own, value(l))
		}
		trace.Inputs = append(trace.Inputs, own)
		if j, found := latest[string(key)]; found && rounds[i] > rounds[j] {
			trace.Loop = j
			break
		} else if !found {
			latest[string(key)] = i
		}
		var list []int
		for transition, l := range w.fires {
			if value(l) {
				list = append(list, transition)
			}
		}
		fired = append(fired, list)
		rounds = append(rounds, rounds[i])
		if value(w.round) {
			rounds[i+1]++
		}
		latches = c.Next(latches, values)
	}
	if trace.Loop < 0 || w.net == nil {
		return nil, trace, trace.Loop >= 0
	}
	loop := len(fired)
	for i, list := range fired {
		if i == trace.Loop {
			loop = len(steps)
		}
		steps = append(steps, list...)
	}
	if trace.Loop = loop; loop == len(steps) { // the last step is that of a dead marking
		trace.Loop = engine.NoLoop
	}
	return steps, trace, true
}

// Breaks reports whether a trace of the circuit ends where a promised bound is about to be broken.
func (w *Where) Breaks(c *circuit.Circuit, t *circuit.Trace) bool {
	latches := append([]bool(nil), t.Latches...)
	var values []bool
	for i, inputs := range t.Inputs {
		values = c.Values(values, latches, inputs)
		if i < t.Steps() {
			latches = c.Next(latches, values)
		}
	}
	return w.lit(w.beyond).In(values)
}
