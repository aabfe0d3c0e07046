package symbolic

import (
	"context"

	"brim/engine/symbolic"
	"brim/petri"
)

// A whole is the search for all markings, with nothing beside it.
type whole struct {
	net   *petri.Net
	o     symbolic.Options
	space *symbolic.Space
	begun bool
}

func (w *whole) More() bool             { return !w.begun }
func (w *whole) Work() int64            { return 0 }
func (w *whole) Done() []symbolic.Round { return nil }

func (w *whole) Next(ctx context.Context) (s *symbolic.Space, err error) {
	w.begun = true
	w.space, err = symbolic.Explore(ctx, w.net, w.o)
	return w.space, err
}

func (w *whole) Close() {
	if w.space != nil {
		w.space.Close()
	}
}
