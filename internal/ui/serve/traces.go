package serve

import (
	"context"
	"errors"
	"fmt"
	"net/http"

	"brim/internal/ui/tracefile"
)

// Traces from files, played on a net.

// loadTrace plays the body, a trace in any form of package tracefile, as far as the net's rule allows.
func (s *Server) loadTrace(w http.ResponseWriter, r *http.Request) {
	of(s, func(ctx context.Context, m *model) (*Play, error) {
		if m.played == nil {
			return nil, errors.New(m.why)
		}
		name := r.URL.Query().Get("name")
		text, err := sent(w, r, name)
		if err != nil {
			return nil, err
		}
		t, err := tracefile.Read(text, name)
		if err != nil {
			return nil, err
		}
		found, err := t.Replay(ctx, m.played, nil)
		if err != nil {
			return nil, err
		}
		x, err := s.play(ctx, m, PlayRequest{Steps: found.Played()})
		if f := found.Failed; err == nil && f != nil && x.Problem == "" {
			x.Problem = fmt.Sprintf("%s: %s", f.Where(len(t.Witness.Steps)), f.Reason)
		}
		return x, err
	})(w, r)
}
