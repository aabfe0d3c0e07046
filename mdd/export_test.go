package mdd

// Names of this package that only the tests of package mdd_test need.

type (
	Tuples    = tuples
	EventTwin = eventTwin
)

var (
	RandomEffect = randomEffect
	CheckExtents = checkExtents
	CheckRule    = Set.checkRule
	CheckMatrix  = Matrix.check
	FromTop      = fromTop
	TupleKey     = key
)

// OneWay reports whether e is a Map without a function back.
func OneWay(e Effect) bool {
	m, ok := e.(*Map)
	return ok && m.inverse == nil
}
