package serve

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"

	"brim/internal/tracefile"
)

// loadTrace plays the body, a trace in any form of package tracefile, as far as the net's rule allows.
func (s *Server) loadTrace(w http.ResponseWriter, r *http.Request) {
	of(s, func(ctx context.Context, m *model) (*Play, error) {
		if m.played == nil {
			return nil, errors.New(m.why)
		}
		name := r.URL.Query().Get("name")
		text, err := io.ReadAll(http.MaxBytesReader(w, r.Body, mostJSON))
		if err != nil {
			return nil, fmt.Errorf("%s has more than %d bytes; expected a shorter trace", name, mostJSON)
		}
		t, err := tracefile.Read(text, name)
		if err != nil {
			return nil, err
		}
		found, err := t.Replay(ctx, m.played, nil)
		if err != nil {
			return nil, err
		}
		x, err := s.play(ctx, m, PlayRequest{Steps: found.Fired})
		if f := found.Failed; err == nil && f != nil && x.Problem == "" {
			x.Problem = fmt.Sprintf("step %d: %s", f.Step, f.Reason)
		}
		return x, err
	})(w, r)
}
