package drive

import (
	"time"

	"brim/check/board"
	"brim/check/model"
	"brim/ctl/syntax"
	"brim/engine"
)

// Formulas that follow from facts about the net.

// Rewrite hands over what rewrite makes of the formula of a question. If no path operators are left, that is the
// answer, which has no trace, since the verdict follows from why.
func Rewrite(t *board.Turn, q *model.Question, why string, rewrite func(*syntax.Formula) *syntax.Formula) {
	start := time.Now()
	before := t.Formula(q)
	f := rewrite(before)
	switch {
	case f == before:
	case f.Temporal():
		t.Simplify(q, f)
	default:
		a := model.Answer{Untraced: true, Took: time.Since(start)}
		a.Result, a.Bound = engine.Decided(engine.Eval(t.Net(), f, t.Net().Initial())), model.Complete
		if q.Trace && model.WantsTrace(q.Formula, a.Result) {
			a.Reason = "the verdict follows from " + why
		}
		t.Answer(q, a)
	}
}
