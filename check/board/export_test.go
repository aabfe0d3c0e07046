package board

import (
	"context"

	"brim/check/model"
)

// What the tests of other packages need of the board.
var (
	Shorten   = shorten
	Operators = operators
)

// Implied returns the question of CTL that is added for one of LTL, nil if there is none, and a function that says what
// an answer to it implies.
func Implied(ctx context.Context, m *model.Model, q *model.Question, o *Options) (*model.Question,
	func(*model.Answer) *model.Answer) {
	b := newBoard(ctx, m, []*model.Question{q}, o)
	more := b.addImplied()
	if len(more) != 1 {
		return nil, nil
	}
	return more[0].Question, func(a *model.Answer) *model.Answer { return b.implied(more[0], a) }
}

// AnsweredBy lists the questions that have an answer by a technique: its own, or one of CTL that implies it. It is to
// be called when the technique has returned; nil if it was abandoned.
func AnsweredBy(t *Turn) (list []*model.Question) {
	t.board.mu.Lock()
	defer t.board.mu.Unlock()
	if t.board.ended {
		return nil
	}
	answered := map[*entry]bool{}
	for e := range t.answered {
		switch {
		case e.whole == nil:
			answered[e] = true
		case e.implied.of(e.answer.Result) != model.Unknown:
			answered[e.whole] = true
		}
	}
	for e := range answered {
		list = append(list, e.Question)
	}
	return list
}
