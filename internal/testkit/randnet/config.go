package randnet

// The limits of random nets.

// A Config says what nets Generate makes. The zero value is usable: bounded nets
// of every kind with at most 1000 markings.
type Config struct {
	States      int   // at most so many reachable markings; 0 means 1000; no meaning with Arbitrary
	Blocks      int   // at most so many groups of places; 0 means 4
	Transitions int   // at most so many transitions; 0 means 16
	Tokens      int64 // at most so many tokens in a group at first; 0 means 4
	Weight      int64 // the largest weight drawn for an arc; 0 means 3; arcs that meet add up

	Safe         bool // never more than one token in a place, and all weights are 1
	Open         bool // also transitions without input places or without output places
	NoInhibitors bool // no inhibitor arcs

	// Arbitrary nets have arcs that keep no invariant, so most are unbounded or
	// lose their tokens. It overrides States and Safe.
	Arbitrary bool
}

// filled returns c with the defaults in place of zeros. It panics on a negative
// limit.
func (c Config) filled() Config {
	if c.States < 0 || c.Blocks < 0 || c.Transitions < 0 || c.Tokens < 0 || c.Weight < 0 {
		panic("randnet: Generate: negative limit in Config")
	}
	or := func(x *int, standard int) {
		if *x == 0 {
			*x = standard
		}
	}
	or(&c.States, 1000)
	or(&c.Blocks, 4)
	or(&c.Transitions, 16)
	if c.Tokens == 0 {
		c.Tokens = 4
	}
	if c.Weight == 0 {
		c.Weight = 3
	}
	if c.Arbitrary {
		c.Safe = false
	}
	if c.Safe {
		c.Tokens, c.Weight = 1, 1
	}
	return c
}
