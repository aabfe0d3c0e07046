package symbolic

import (
	"context"

	"brim/engine/symbolic"
	"brim/petri"
)

// The search for all markings at once.

// A wholeSearch is a search for all markings at once, without rounds.
type wholeSearch struct {
	net   *petri.Net
	o     symbolic.Options
	space *symbolic.Space
	begun bool
}

func (w *wholeSearch) More() bool             { return !w.begun }
func (w *wholeSearch) Work() int64            { return 0 }
func (w *wholeSearch) Done() []symbolic.Round { return nil }

func (w *wholeSearch) Next(ctx context.Context) (s *symbolic.Space, err error) {
	w.begun = true
	w.space, err = symbolic.Explore(ctx, w.net, w.o)
	return w.space, err
}

func (w *wholeSearch) Close() {
	if w.space != nil {
		w.space.Close()
	}
}
