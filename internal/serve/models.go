package serve

import (
	"context"
	"fmt"
	"net/http"
	"strconv"
	"sync"

	"brim/check"
	"brim/internal/naming"
	"brim/internal/trace"
)

// A model is one that the page shows. It does not change: a file that does makes another one with the same ID.
type model struct {
	info   ModelInfo
	whole  *check.Model // as it was read
	played *check.Model // the same, or its unfolding; nil if that broke a limit
	why    string       // then
}

// names returns what its places and transitions are called.
func (m *model) names() naming.Names { return trace.NamesOf(m.played) }

// A shelf is the models of a server.
type shelf struct {
	mu   sync.Mutex
	list []*model // by ID, from 1
}

// newShelf loads models.
func newShelf(ctx context.Context, o Options) (*shelf, error) {
	s := new(shelf)
	for _, name := range o.Models {
		m, err := check.Load(ctx, name)
		if err != nil {
			return nil, err
		}
		if _, err := s.add(ctx, o, m); err != nil {
			return nil, err
		}
	}
	return s, nil
}

// add puts a model on the shelf.
func (s *shelf) add(ctx context.Context, o Options, m *check.Model) (*model, error) {
	if m.Net == nil && m.Coloured == nil {
		return nil, fmt.Errorf("%s is no net; expected a PNML file, or family:N", m.Name)
	}
	x := &model{whole: m, played: m, info: ModelInfo{Name: m.Name, Kind: "net", Version: 1}}
	if c := m.Coloured; c != nil {
		x.info.Kind, x.info.Places, x.info.Transitions = "coloured net", len(c.Places), len(c.Transitions)
		u, _, err := m.Unfold(ctx, nil, check.Unfold{Whole: true, AllColours: true, Limits: o.Limits.Unfolding()})
		if x.played = u; err != nil {
			x.played, x.why = nil, err.Error()
		}
	} else {
		x.info.Places, x.info.Transitions, x.info.Arcs = len(m.Net.Places), len(m.Net.Transitions), m.Net.ArcCount()
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	x.info.ID = len(s.list) + 1
	s.list = append(s.list, x)
	return x, nil
}

// find returns the model with an ID.
func (s *shelf) find(id string) (*model, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if i, err := strconv.Atoi(id); err == nil && 1 <= i && i <= len(s.list) {
		return s.list[i-1], nil
	}
	return nil, fmt.Errorf("there is no model %s", strconv.Quote(id))
}

func (s *Server) listModels(w http.ResponseWriter, _ *http.Request) {
	s.models.mu.Lock()
	list := make([]ModelInfo, 0, len(s.models.list))
	for _, m := range s.models.list {
		list = append(list, m.info)
	}
	s.models.mu.Unlock()
	tell(w, list)
}

// mostModel is how many bytes a model that is dropped may have.
const mostModel = 64 << 20

func (s *Server) addModel(w http.ResponseWriter, r *http.Request) {
	name := r.URL.Query().Get("name")
	m, err := check.Read(http.MaxBytesReader(w, r.Body, mostModel), name)
	if err != nil {
		refuse(w, http.StatusUnprocessableEntity, err)
		return
	}
	m.Name = name
	x, err := s.models.add(r.Context(), s.options, m)
	if err != nil {
		refuse(w, http.StatusUnprocessableEntity, err)
		return
	}
	tell(w, x.info)
}
