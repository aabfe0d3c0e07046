package board_test

import (
	"context"
	"errors"
	"fmt"
	"log"

	"brim/check/board"
	"brim/check/model"
	"brim/engine"
)

// A guess says that every formula holds, without a trace.
type guess struct{}

func (guess) Name() string { return "guess" }

func (guess) Takes(_ *model.Model, q *model.Question) error {
	if q.Formula == nil {
		return errors.New("guesses are about formulas of CTL")
	}
	return nil
}

func (guess) Run(_ context.Context, t *board.Turn) error {
	for _, q := range t.Open() {
		t.Answer(q, model.Answer{Verdict: engine.Verdict{Result: engine.Holds}, Untraced: true})
	}
	return nil
}

// A technique answers the open questions of its turn.
func ExampleTechnique() {
	ctx := context.Background()
	m, err := model.Load(ctx, "dphil:3")
	if err != nil {
		log.Fatal(err)
	}
	q, err := m.Ask("AG EF eating_1", model.Maximal)
	if err != nil {
		log.Fatal(err)
	}
	q.Trace = false
	r, err := board.Decide(ctx, m, []*model.Question{q}, board.Options{Techniques: []board.Technique{guess{}}})
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(r.Answers[0].Result, "by", r.Answers[0].By)
	// Output:
	// holds by guess
}
