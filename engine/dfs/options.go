package dfs

import (
	"fmt"
	"strings"
)

// An Algorithm says when a state is expanded again.
type Algorithm uint8

const (
	Threshold Algorithm = iota // when the depth is below its threshold: Figure 6
	Naive                      // when the depth is less than ever before: Figure 5
	Unsound                    // never: Figure 3; misses states
)

// A Frontier says how the states at the bound are kept for the next round.
type Frontier uint8

const (
	Tree   Frontier = iota // as transitions from an ancestor in the last frontier: Figure 8
	Traces                 // as transitions from the initial state
	States                 // in full
)

// A Visited says how visited states are recognised.
type Visited uint8

const (
	Exact   Visited = iota // by all their words
	Hash64                 // by a fingerprint of 64 bits
	Hash128                // by one of 128 bits
	Bits                   // by two cells of a table without keys, each with a depth where bit-state hashing has a bit
)

var (
	algorithms = []string{"threshold", "naive", "unsound"}
	frontiers  = []string{"tree", "traces", "states"}
	visiteds   = []string{"exact", "hash64", "hash128", "bits"}
)

func (a Algorithm) String() string { return algorithms[a] }
func (f Frontier) String() string  { return frontiers[f] }
func (v Visited) String() string   { return visiteds[v] }

// Lossy reports whether v can take a state for another one.
func (v Visited) Lossy() bool { return v != Exact }

// Algorithms, Frontiers and VisitedSets list the names of all there are, the default first.
func Algorithms() []string  { return algorithms }
func Frontiers() []string   { return frontiers }
func VisitedSets() []string { return visiteds }

// ParseAlgorithm returns the algorithm with a name.
func ParseAlgorithm(name string) (Algorithm, error) {
	return parse[Algorithm](name, "algorithm", algorithms)
}

// ParseFrontier returns the kind of frontier with a name.
func ParseFrontier(name string) (Frontier, error) {
	return parse[Frontier](name, "frontier", frontiers)
}

// ParseVisited returns the kind of visited set with a name.
func ParseVisited(name string) (Visited, error) { return parse[Visited](name, "visited set", visiteds) }

func parse[T ~uint8](name, kind string, names []string) (T, error) {
	for i, n := range names {
		if n == name {
			return T(i), nil
		}
	}
	return 0, fmt.Errorf("unknown %s %q; expected one of %s", kind, name, strings.Join(names, ", "))
}

// Defaults and limits of Options.
const (
	DefaultIncrement = 50
	DefaultCells     = 1 << 24
	MostDepth        = 1 << 30
	MostCells        = 1 << cellBits
	MostWorkers      = 1 << 10
	MostPayload      = 1 << 24
	MostWork         = 1 << 24
)

// Options say how to search. The zero value is the best known way, without limits.
type Options struct {
	Depth     int // no state more steps away is looked at; 0 is no bound
	Increment int // steps of a round; 0 is DefaultIncrement
	Algorithm Algorithm
	Frontier  Frontier
	Visited   Visited
	Cells     int   // of the table for Bits, 4 bytes each; 0 is DefaultCells
	Memory    int64 // bytes of visited set, frontier and stacks at which the search ends; 0 is no limit
	Workers   int   // that share each frontier, at least 1; 0 is 1
	// Payload is how many bytes a state carries besides its own, Work how many rounds of mixing each step costs beside
	// its own; see payload.go. Neither changes what is found.
	Payload, Work int
}

// complete checks o and fills in what is 0.
func (o Options) complete() (Options, error) {
	for _, x := range []struct {
		name        string
		value, most int
	}{{"depth", o.Depth, MostDepth}, {"increment", o.Increment, MostDepth}, {"number of cells", o.Cells, MostCells},
		{"number of workers", o.Workers, MostWorkers},
		{"payload", o.Payload, MostPayload}, {"work of a step", o.Work, MostWork}} {
		if x.value < 0 || x.value > x.most {
			return o, fmt.Errorf("%s %d: expected a number from 1 to %d, or 0 for the default", x.name, x.value, x.most)
		}
	}
	if o.Memory < 0 {
		return o, fmt.Errorf("memory of %d bytes: expected a number that is not negative", o.Memory)
	}
	if o.Depth == 0 {
		o.Depth = MostDepth
	}
	if o.Increment == 0 {
		o.Increment = DefaultIncrement
	}
	if o.Cells == 0 {
		o.Cells = DefaultCells
	}
	o.Workers = max(o.Workers, 1)
	return o, nil
}
