package symbolic

import "brim/engine/symbolic/race"

// What an exploration is told and tells: the terms of package race, which chooses the order, under the names that users
// of spaces need.
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
