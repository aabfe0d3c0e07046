package coloured

// A Net is a coloured net with its initial marking. It is immutable: the slices must not be changed. Names of places
// and transitions are identifiers of PNML, aliases what people call them; see petri.Net.
type Net struct {
	Name        string
	Sorts       []Sort
	Variables   []Variable
	Places      []Place
	Transitions []Transition

	places, transitions, variables finder
	constants                      []finder // by sort
}

// A Place holds a multiset of colours of its sort.
type Place struct {
	Name, Alias string
	Sort        int   // index
	Initial     *Term // without variables; nil for none
}

// A Transition moves colours. It may fire with an assignment of colours to all its variables that satisfies the guard,
// if each input place holds what its arc's term gives, and each place with an inhibitor arc holds less: of each colour
// in the arc's term fewer tokens than the term has [CDFH93]. Of other colours it may hold any number.
type Transition struct {
	Name, Alias string
	Guard       *Guard // nil for true
	Variables   []int  // indices of all variables of guard and arcs, ascending
	Pre         []Arc  // taken; by place, each at most once
	Post        []Arc  // given; by place, each at most once
	Inhibit     []Arc  // not held; by place, of which one may have several
}

// ArcCount returns the number of arcs, inhibitor arcs included.
func (t *Transition) ArcCount() int { return len(t.Pre) + len(t.Post) + len(t.Inhibit) }

// An Arc joins a transition to a place.
type Arc struct {
	Place int
	Term  *Term // of the place's sort
}
