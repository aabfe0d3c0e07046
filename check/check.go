package check

import (
	"context"
	"io"

	"brim/check/board"
	"brim/check/certify"
	"brim/check/limit"
	"brim/check/model"
	"brim/ctl/syntax"
	"brim/engine"
	"brim/engine/ic3/certificate"
	"brim/petri"
	"brim/petri/coloured"
	"brim/petri/extended"
	"brim/petri/timed"
)

// The names of packages model, engine, board and limit that users of package check need.

// What questions are about, and what is asked and answered; see package check/model.
type (
	Model         = model.Model
	Question      = model.Question
	Answer        = model.Answer
	Kind          = model.Kind
	UnfoldOptions = model.UnfoldOptions
	Circuit       = model.Circuit
	CircuitTrace  = model.CircuitTrace
	LTS           = model.LTS
	System        = model.System
	Property      = model.Property
	Run           = model.Run
	RunStep       = model.RunStep
	TimedRun      = model.TimedRun
	TimedStep     = model.TimedStep
	Reading       = model.Reading
	AutomatonSize = model.AutomatonSize
)

// Verdicts and witnesses; see package engine.
type (
	Result  = engine.Result
	Verdict = engine.Verdict
	Witness = engine.Witness
	Branch  = engine.Branch
)

// How a run goes; see package check/board.
type (
	Options   = board.Options
	Report    = board.Report
	Progress  = board.Progress
	Fault     = board.Fault
	Technique = board.Technique
	Traits    = board.Traits
	Turn      = board.Turn
)

// Proofs of answers; see package check/certify, and engine/ic3/certificate for those about circuits.
type (
	Certifier      = certify.Certifier
	Certificate    = certify.Certificate
	Uncertified    = certify.Uncertified
	WitnessCircuit = certificate.Witness
)

// What ends a run early; see package check/limit.
type (
	Limits   = limit.Limits
	Stop     = limit.Stop
	StopKind = limit.StopKind
)

// The results, what the bound of a verdict is that rests on all reachable states, and the loop of a path without one.
const (
	Unknown  = engine.Unknown
	Holds    = engine.Holds
	Fails    = engine.Fails
	Complete = engine.Complete
	NoLoop   = engine.NoLoop
)

// The kinds of questions.
const (
	Truth         = model.Truth
	Bound         = model.Bound
	Deadlock      = model.Deadlock
	QuasiLiveness = model.QuasiLiveness
	StableMarking = model.StableMarking
	Liveness      = model.Liveness
	OneSafe       = model.OneSafe
	States        = model.States
	Firings       = model.Firings
	MostInPlace   = model.MostInPlace
	MostInMarking = model.MostInMarking
	LeastTime     = model.LeastTime
	LongestTime   = model.LongestTime
)

// Paths says what EG asks of a path in a dead marking: with Maximal it may end there, with Infinite it must go on for
// ever.
type Paths = model.Paths

const (
	Maximal  = model.Maximal
	Infinite = model.Infinite
)

// The properties of single transitions and places that techniques tell each other; see Turn.Learn.
const (
	Fireable = model.Fireable
	Changing = model.Changing
	Safe     = model.Safe
)

// The limits in one word.
const (
	StopTime      = limit.StopTime
	StopMemory    = limit.StopMemory
	StopNodes     = limit.StopNodes
	StopStates    = limit.StopStates
	StopDepth     = limit.StopDepth
	StopWork      = limit.StopWork
	StopInterrupt = limit.StopInterrupt
	StopUnfolding = limit.StopUnfolding
)

// Models other than nets, by the names that Load takes.
const (
	Motor     = model.Motor // a motor control that reacts to events, a circuit
	Lift      = model.Lift  // three lifts that raise a load together, a labelled transition system
	LiftTitle = model.LiftTitle
)

// Load reads a model: a net in PNML or another format of package petri/format, or a directory with a file model.pnml; a
// net of a family, such as kanban:10 or the coloured dphil-col:10; a circuit in the AIGER format, .aag or .aig; a
// labelled transition system in the Aldebaran format, .aut. Files may be compressed by gzip. Reading ends with ctx. An
// error says what is wrong with the text, and in which line, or is the error of the operating system.
func Load(ctx context.Context, name string) (*Model, error) { return model.Load(ctx, name) }

// Read reads a net, coloured or not, in one of the formats of package petri/format, which the ending of name or the
// beginning of the text tells; name is what messages call r.
func Read(r io.Reader, name string) (*Model, error) { return model.Read(r, name) }

// OfNet returns a net as a model. A net whose name is a spec family:N has the propositions of the family.
func OfNet(net *petri.Net) *Model { return model.OfNet(net) }

// OfColoured returns a coloured net as a model. It has no Net until it is unfolded, by Unfold or by check.DecideAll.
func OfColoured(net *coloured.Net) *Model { return model.OfColoured(net) }

// OfCircuit returns a circuit as a model.
func OfCircuit(c *Circuit) *Model { return model.OfCircuit(c) }

// OfExtended returns a net with capacities, reset arcs and priorities as a model: as the place/transition net with the
// same behaviour, if there is one, else as a system. The error says what is wrong with the net, or why it is
// neither; then it wraps an *extended.ExtendedError.
func OfExtended(ctx context.Context, n *extended.Net) (*Model, error) {
	return model.OfExtended(ctx, n)
}

// OfTimed returns a time Petri net as a model. Formulas name its places and transitions; EF[2,5] p and timelock are
// about its time. The error is that of its Check.
func OfTimed(n *timed.Net) (*Model, error) { return model.OfTimed(n) }

// OfTimedArcs is OfTimed for a timed-arc net.
func OfTimedArcs(n *timed.ArcNet) (*Model, error) { return model.OfTimedArcs(n) }

// OfLTS returns a labelled transition system as a model.
func OfLTS(l *LTS) *Model { return model.OfLTS(l) }

// OfSystem returns a system as a model. Several runs about it take turns.
func OfSystem(s *System) *Model { return model.OfSystem(s) }

// IsLTS reports whether a model of that name is a labelled transition system.
func IsLTS(name string) bool { return model.IsLTS(name) }

// IsCircuit reports whether a model of that name is a circuit.
func IsCircuit(name string) bool { return model.IsCircuit(name) }

// NoNet is the error for a model that is not a net and an engine that needs a net or a circuit.
func NoNet(name, engine string) error { return model.NoNet(name, engine) }

// ReadError makes an error of the operating system say which file could not be read.
func ReadError(err error) error { return model.ReadError(err) }

// Shown returns what a witness of a verdict on f shows: f, or !f if it fails, in the form of syntax.NNF.
func Shown(f *syntax.Formula, r Result) *syntax.Formula { return engine.Shown(f, r) }

// Claimed reports whether f, in the form of syntax.NNF, speaks of all paths, so that no path shows it.
func Claimed(f *syntax.Formula) bool { return engine.Claimed(f) }

// Along returns the readings of the path formula φ of a witness of E φ and of its subformulas; see model.Along.
func Along(net *petri.Net, w *Witness) []Reading { return model.Along(net, w) }
