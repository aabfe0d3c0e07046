package mdd

// What the tests of package mdd_test share with those of package mdd.

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
