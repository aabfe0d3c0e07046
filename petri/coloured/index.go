package coloured

// A finder finds things by their identifiers, and by second names that mean one thing.
type finder map[string]int64

// ambiguous is what several second names stand for.
const ambiguous = -1

// newFinder makes a finder of n things.
func newFinder(n int, of func(i int) (id, name string)) finder {
	f, ids := make(finder, n), make(map[string]bool, n)
	for i := range n {
		id, _ := of(i)
		f[id], ids[id] = int64(i), true
	}
	for i := range n {
		_, name := of(i)
		if name == "" || ids[name] {
			continue
		}
		if _, twice := f[name]; twice {
			f[name] = ambiguous
			continue
		}
		f[name] = int64(i)
	}
	return f
}

func (f finder) find(name string) (int, bool) {
	i, ok := f[name]
	return int(i), ok && i != ambiguous
}

// text returns the second name of i if that finds it, else its identifier.
func (f finder) text(i int, id, name string) string {
	if j, ok := f[name]; ok && j == int64(i) {
		return name
	}
	return id
}

// index makes the tables behind the functions below.
func (n *Net) index() {
	n.places = newFinder(len(n.Places), func(i int) (string, string) { return n.Places[i].Name, n.Places[i].Alias })
	n.transitions = newFinder(len(n.Transitions),
		func(i int) (string, string) { return n.Transitions[i].Name, n.Transitions[i].Alias })
	n.variables = newFinder(len(n.Variables),
		func(i int) (string, string) { return n.Variables[i].ID, n.Variables[i].Name })
	n.constants = make([]finder, len(n.Sorts))
	for s := range n.Sorts {
		list := n.Sorts[s].Constants
		n.constants[s] = newFinder(len(list), func(i int) (string, string) { return list[i].ID, list[i].Name })
	}
}

// PlaceIndex returns the index of the place with that name or, if there is none, of the only place with that alias.
func (n *Net) PlaceIndex(name string) (int, bool) { return n.places.find(name) }

// TransitionIndex is PlaceIndex for transitions.
func (n *Net) TransitionIndex(name string) (int, bool) { return n.transitions.find(name) }

// VariableIndex returns the index of the variable with that identifier or, if there is none, of the only variable with
// that name.
func (n *Net) VariableIndex(name string) (int, bool) { return n.variables.find(name) }

// ConstantIndex returns the constant of a sort with that identifier or, if there is none, the only constant with that
// name. Otherwise ok is false, and several reports whether more than one constant has that name.
func (n *Net) ConstantIndex(sort int, name string) (colour int64, ok, several bool) {
	colour, found := n.constants[sort][name]
	several = found && colour == ambiguous
	return colour, found && !several, several
}

// PlaceAlias returns what people call place p: its alias if PlaceIndex takes that for p, else its name.
func (n *Net) PlaceAlias(p int) string { return n.places.text(p, n.Places[p].Name, n.Places[p].Alias) }

// TransitionAlias is PlaceAlias for transitions.
func (n *Net) TransitionAlias(t int) string {
	return n.transitions.text(t, n.Transitions[t].Name, n.Transitions[t].Alias)
}
