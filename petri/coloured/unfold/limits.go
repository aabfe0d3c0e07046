package unfold

import "fmt"

// Limits bounds an unfolding; 0 is no bound, but for Steps.
type Limits struct {
	Places, Transitions, Arcs int

	// Steps bounds the work in vain: colours that are tried, and colours that terms list, beyond 100 for each binding
	// and arc that is found. 0 stands for 5·10⁷, which take seconds, and what is negative for no bound.
	Steps int64

	// Bytes bounds an estimate of the memory, that of the finished net and of the tables on the way.
	Bytes int64
}

// stepsInVain is the bound on the work in vain if none is given.
const stepsInVain = 5e7

// A LimitError says that an unfolding would exceed a limit.
type LimitError struct {
	What  string // "places", "transitions", "arcs", "steps" or "bytes"
	Limit int64

	// The place whose initial marking or the transition whose bindings broke the limit; the other is "".
	Place, Transition string
}

func (e *LimitError) Error() string {
	at := fmt.Sprintf("the bindings of transition %q", e.Transition)
	if e.Transition == "" {
		at = fmt.Sprintf("the initial marking of place %q", e.Place)
	}
	switch e.What {
	case "steps":
		return fmt.Sprintf("the unfolding takes more than %d steps in vain, reached at %s", e.Limit, at)
	case "bytes":
		return fmt.Sprintf("the unfolding takes more than %d MiB, reached at %s", e.Limit>>20, at)
	}
	return fmt.Sprintf("the unfolding has more than %d %s, reached at %s", e.Limit, e.What, at)
}
