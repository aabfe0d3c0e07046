package syntax

// Paths says whether a path may end in a dead marking, one without successors, or paths are infinite only.
//
// In both readings EX f is false in a dead marking and AX f true, and E(f U g) and
// EF g ask for a finite number of steps. They differ in EG and, through
// AF f = !EG !f and A(f U g) = !E(!g U !f & !g) & !EG !g, in the two others.
type Paths uint8

const (
	// Maximal paths are infinite or end in a dead marking: EG f holds in a dead
	// marking where f does. As a fixed point, EG f is the greatest Z with
	// Z = f & (EX Z | deadlock). This is the reading of the Model Checking Contest.
	Maximal Paths = iota

	// Infinite paths only: EG f is the greatest Z with Z = f & EX Z, and holds in
	// no dead marking.
	Infinite
)

func (p Paths) String() string { return [...]string{"maximal", "infinite"}[p] }
