package symbolic

import "brim/engine/symbolic/race"

// The options, progress reports and errors of an exploration. They are those of package race, which chooses the order;
// callers of Explore know them by these names.
type (
	Options        = race.Options
	Progress       = race.Progress
	Method         = race.Method
	Choice         = race.Choice
	Stopped        = race.Stopped
	UnboundedError = race.UnboundedError
)

// The ways to the reachable set; see race.Method.
const (
	Saturation = race.Saturation
	Chaining   = race.Chaining
	BFS        = race.BFS
)

// Methods returns all methods, the best first.
func Methods() []Method { return race.Methods() }
