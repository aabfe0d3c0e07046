package gmc

import "fmt"

// Options say how paths are looked for. The zero value takes the defaults.
type Options struct {
	Length int // of the path, in steps, between its ends in the layers; 0 means DefaultLength
	Tries  int // quasi paths to begin with; 0 means DefaultTries
	Flips  int // of each; 0 means DefaultFlips
	Seed   uint64
	// Longest is the length up to which a state may be put in where neither of those at the gap can be replaced, or a
	// flip would undo the last one; less than Length means never.
	Longest int
	// Exact leaves out the early stop: only paths of the length are found, but for what Longest adds.
	Exact bool
	// Forward and Backward are numbers of steps by sets: paths begin where at most Forward steps lead from the
	// initial state, end where at most Backward steps lead to the goal, and are completed at both ends.
	Forward, Backward int
	// Nodes is the largest number of nodes of the diagrams; 0 means no limit. It is looked at now and then.
	Nodes int
	// Finite lets Lasso look for paths that end where no step leads on, too.
	Finite bool
}

// Defaults and limits of Options.
const (
	DefaultLength = 25
	DefaultTries  = 50
	DefaultFlips  = 100
	MostLength    = 1_000_000
	MostTries     = 1 << 40
	MostLayers    = 1000
)

// check puts in the defaults. The error names the first number that makes no sense.
func (o *Options) check() error {
	for _, x := range []struct {
		name            string
		value           *int
		otherwise, most int
	}{
		{"length", &o.Length, DefaultLength, MostLength}, {"number of tries", &o.Tries, DefaultTries, MostTries},
		{"number of flips", &o.Flips, DefaultFlips, MostTries},
		{"longest length", &o.Longest, 0, MostLength}, {"number of steps forward", &o.Forward, 0, MostLayers},
		{"number of steps backward", &o.Backward, 0, MostLayers},
		{"number of nodes", &o.Nodes, 0, MostTries},
	} {
		if *x.value < 0 || *x.value > x.most {
			return fmt.Errorf("gmc: %s %d: expected a number from 0 to %d", x.name, *x.value, x.most)
		}
		if *x.value == 0 {
			*x.value = x.otherwise
		}
	}
	return nil
}
