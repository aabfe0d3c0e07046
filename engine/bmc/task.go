package bmc

import (
	"fmt"

	"brim/ctl/syntax"
	"brim/engine"
)

// A task is what a path has to show.
type task struct {
	path  *syntax.Formula // EF p or EG p in the form of syntax.NNF, or a formula without path operators
	found engine.Result   // the verdict if there is such a path
}

// newTask says how to decide f.
func newTask(f *syntax.Formula) (*task, error) {
	t := &task{syntax.NNF(f), engine.Holds}
	if t.path.Op == syntax.AG || t.path.Op == syntax.AF {
		t.path, t.found = syntax.NNF(f.Pool().Not(f)), engine.Fails
	}
	if op := t.path.Op; t.path.Temporal() && (op != syntax.EF && op != syntax.EG || t.path.Args[0].Temporal()) {
		return nil, fmt.Errorf("bounded model checking decides EF p, AG p, EG p and AF p, where p has no path operators; found %v", f)
	}
	return t, nil
}
