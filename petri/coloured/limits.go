package coloured

import "fmt"

// Limits bounds an unfolding; 0 is no bound.
type Limits struct {
	Places, Transitions, Arcs int

	// Steps bounds the work of finding bindings, of which few may survive: colours that are tried, and colours that
	// terms list. Where it is 0 and Transitions is not, it is 10⁷ and 20 for each transition.
	Steps int64

	// Bytes bounds an estimate of the memory, that of the finished net and of the tables on the way.
	Bytes int64
}

func (l *Limits) steps() int64 {
	if l.Steps == 0 && l.Transitions > 0 {
		return 1e7 + 20*int64(l.Transitions)
	}
	return l.Steps
}

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
		return fmt.Sprintf("the unfolding takes more than %d steps, reached at %s", e.Limit, at)
	case "bytes":
		return fmt.Sprintf("the unfolding takes more than %d MiB, reached at %s", e.Limit>>20, at)
	}
	return fmt.Sprintf("the unfolding has more than %d %s, reached at %s", e.Limit, e.What, at)
}
