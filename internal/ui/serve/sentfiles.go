package serve

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"net/http"

	"brim/check"
	"brim/ctl/syntax"
	"brim/internal/ui/trace"
	"brim/internal/ui/tracefile"
)

// Files about a model that a page sends: traces, which are played, and property files of the Model Checking Contest.

// loadTrace plays the body, a trace in any form of package tracefile, as far as the net's rule allows.
func (s *Server) loadTrace(w http.ResponseWriter, r *http.Request) {
	of(s, func(ctx context.Context, m *model) (*Play, error) {
		of := m.played
		switch {
		case of == nil && !m.ruled() && !m.clocked():
			return nil, errors.New(m.why)
		case of == nil:
			of = m.whole
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
		found, err := t.Replay(ctx, of, nil)
		if err != nil {
			return nil, err
		}
		steps := found.Played()
		if m.clocked() { // a trace that is not a run of the net is not played
			if steps = nil; found.Run != nil {
				steps = m.clockedRun(found.Run)
			}
		}
		x, err := s.play(ctx, m, PlayRequest{Steps: steps})
		if f := found.Failed; err == nil && f != nil && x.Problem == "" {
			x.Problem = fmt.Sprintf("%s: %s", f.Where(len(t.Witness.Steps)), f.Reason)
		}
		return x, err
	})(w, r)
}

// properties handles a request with a property file of the Model Checking Contest in its body: it returns the formulas
// in it, or for a property that cannot be asked the reason.
func (s *Server) properties(w http.ResponseWriter, r *http.Request) {
	of(s, func(_ context.Context, m *model) ([]Listed, error) {
		if err := m.askable(); err != nil {
			return nil, err
		}
		name := r.URL.Query().Get("name")
		text, err := sent(w, r, name)
		if err != nil {
			return nil, err
		}
		list, err := m.whole.ReadProperties(bytes.NewReader(text), name, check.Maximal, syntax.ByFile)
		if err == nil && len(list) == 0 {
			err = fmt.Errorf("%s has no properties; expected at least one <property>", name)
		}
		if err != nil {
			return nil, err
		}
		names := trace.NamesOf(m.whole).Aliases()
		properties := make([]Listed, 0, len(list))
		for _, q := range list {
			p := Listed{ID: q.ID}
			switch {
			case q.Wrong != nil:
				p.Wrong = q.Wrong.Error()
			case q.Kind != check.Truth:
				p.Wrong = "it asks for a number, not a verdict: brim check --properties answers it"
			default:
				p.Formula = q.Format(names)
			}
			properties = append(properties, p)
		}
		return properties, nil
	})(w, r)
}
