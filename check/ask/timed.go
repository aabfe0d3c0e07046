package ask

import (
	"fmt"

	"brim/engine"
)

// Which answers about nets with time are those of real time.

// integerTime returns why the answer to a question about a net with time may be another one in real time; "" if it is
// the same. Closed nets have the same firing sequences in both; docs/time.md has the reasons. Whether a net is a
// workflow net does not depend on its time.
func (s *session) integerTime(n Name, a *Answer) string {
	if !s.model.HasTime() || a.Result == engine.Unknown || n.Name == "workflow" || a.byArcs {
		return ""
	}
	exact := s.model.Exact()
	switch {
	case exact != nil:
		return fmt.Sprintf("This answer is one for integer time: %v.", exact)
	case n.runs, n.Name == "deadlocks" && (a.Result == engine.Holds || s.model.Timed != nil):
		return ""
	}
	return "This answer is one for integer time."
}
