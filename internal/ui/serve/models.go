package serve

import (
	"bytes"
	"cmp"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"net/http"
	"slices"
	"strconv"
	"sync"
	"time"

	"brim/check"
	"brim/internal/input"
	"brim/internal/naming"
	"brim/internal/quantity"
	"brim/internal/ui/trace"
	"brim/internal/watch"
	"brim/petri/format"
	"brim/petri/timed"
)

// The models of a server: reading, uploads and the list of them.

// A model is one that the page shows. It does not change: a file that does makes another one with the same ID.
type model struct {
	info   ModelInfo
	whole  *check.Model    // as it was read
	played *check.Model    // the same, or its unfolding; nil if that broke a limit
	why    string          // then
	file   file            // that it was read from
	text   []byte          // that the page sent, uncompressed, of a coloured net; nil if it was too long to be kept
	digest string          // the SHA-256 of what the page sent, uncompressed; "" for others
	rule   rule            // by which it is played if played is nil; nil for none
	drawn  *timed.Document // as its file or the editor draws it; nil if there is no such drawing

	listing *listing // of a listed system that is drawn
}

// names returns what its places and transitions are called.
func (m *model) names() naming.Names {
	if m.played == nil {
		return naming.Names{}
	}
	return trace.NamesOf(m.played)
}

// newModel makes a model of what was read, and unfolds it if it is a coloured net.
func newModel(ctx context.Context, o Options, m *check.Model) (*model, error) {
	if m.Circuit != nil || m.LTS != nil {
		return newSystem(m), nil
	}
	if m.HasTime() {
		return newClocked(m, &timed.Document{Timed: m.Timed, Arcs: m.TimedArcs})
	}
	if m.Net == nil && m.Document != nil {
		_, plain := m.Document.Plain()
		return newRuled(m, cmp.Or(plain, fmt.Errorf("%s is no place/transition net", m.Name)))
	}
	if m.Net == nil && m.Coloured == nil {
		return nil, fmt.Errorf("%s is neither a net, a circuit nor a listed system; expected a file of one of "+
			"these, or family:N", m.Name)
	}
	x := &model{whole: m, played: m, info: ModelInfo{Name: m.Name, Kind: "net", Version: 1}}
	if c := m.Coloured; c != nil {
		x.info.Kind, x.info.Places, x.info.Transitions = "coloured net", len(c.Places), len(c.Transitions)
		x.info.Unedited = unedited(m.Name, x.info.Kind)
		for i := range c.Transitions {
			x.info.Arcs += c.Transitions[i].ArcCount()
		}
		u, _, err := m.Unfold(ctx, nil, check.UnfoldOptions{Whole: true, AllColours: true,
			Limits: o.Limits.Unfolding()})
		if x.played = u; err != nil {
			x.played, x.why = nil, err.Error()
		}
	} else {
		x.info.Places, x.info.Transitions, x.info.Arcs = len(m.Net.Places), len(m.Net.Transitions), m.Net.ArcCount()
	}
	return x, nil
}

// A shelf is the models of a server.
type shelf struct {
	reading chan struct{} // held by who reads: one at a time, as each may take much memory

	mu   sync.Mutex
	list []*model // by ID, from 1; nil are those that were closed
}

// newShelf loads models.
func newShelf(ctx context.Context, o Options) (*shelf, error) {
	s := &shelf{reading: make(chan struct{}, 1)}
	for _, name := range o.Models {
		x, err := s.load(ctx, o, name, o.Limits.Time, 1)
		if err != nil {
			return nil, err
		}
		s.put(x)
	}
	return s, nil
}

const (
	readTime  = time.Minute // for reading what a page sends, or a file that changed
	readShare = 4           // the part of the limit of memory, as a divisor, that reading may take
)

// load reads a model by its name, with the given part of the memory. A time of 0 is no limit.
func (s *shelf) load(ctx context.Context, o Options, name string, most time.Duration, share int64) (*model, error) {
	at := fileOf(name)
	at.note()
	x, err := s.read(ctx, o, name, most, share,
		func(ctx context.Context) (*check.Model, error) { return o.Load(ctx, name) })
	if err != nil {
		x, err = beyond(name, err, func() (*timed.Document, error) { return format.ReadFile(ctx, at.path) })
	}
	if err == nil {
		x.file, x.drawn = at, cmp.Or(asDrawnIn(ctx, x.whole, at.path), x.drawn)
	}
	return x, err
}

// read calls read to read a model, and unfolds it, under limits of time and memory; share is the divisor of the limit
// of memory. Only one model is read at a time, since each may take much memory. The error says which limit ended the
// reading, or is that of read.
func (s *shelf) read(ctx context.Context, o Options, name string, most time.Duration, share int64,
	read func(context.Context) (*check.Model, error)) (x *model, err error) {
	select {
	case s.reading <- struct{}{}:
		defer func() { <-s.reading }()
	case <-ctx.Done():
		return nil, ctx.Err()
	}
	l := watch.Limits{Start: time.Now(), Time: most, Memory: o.Limits.Memory}
	if share > 1 && l.Memory > 0 {
		l.Memory = min(l.Memory, watch.Resident()+l.Memory/share)
	}
	w := watch.New(ctx, l)
	defer w.Cancel(nil)
	var got *model
	var wrong error
	late := w.Do(time.Second, func() {
		var m *check.Model
		if m, wrong = read(w.Ctx); wrong == nil {
			m.Name = name
			got, wrong = newModel(w.Ctx, o, m)
		}
	})
	if late == nil && w.Cause() == nil {
		return got, wrong
	}
	switch err := cmp.Or(late, w.Cause()); {
	case errors.Is(err, watch.ErrMemory) && share > 1:
		return nil, fmt.Errorf("%s took too much memory; reading may take %s", name,
			quantity.Size(o.Limits.Memory/share))
	case errors.Is(err, context.Canceled):
		return nil, &check.Stop{Kind: check.StopInterrupt, Err: err}
	default:
		return nil, (&check.Limits{Time: most, Memory: o.Limits.Memory}).Stop(err)
	}
}

// put puts a model on the shelf.
func (s *shelf) put(x *model) {
	s.mu.Lock()
	defer s.mu.Unlock()
	x.info.ID = len(s.list) + 1
	s.list = append(s.list, x)
}

// find returns the model with an ID.
func (s *shelf) find(id string) (*model, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if i, err := strconv.Atoi(id); err == nil && 1 <= i && i <= len(s.list) && s.list[i-1] != nil {
		return s.list[i-1], nil
	}
	return nil, fmt.Errorf("there is no model %s", strconv.Quote(id))
}

// all returns the models as they are now.
func (s *shelf) all() []*model {
	s.mu.Lock()
	defer s.mu.Unlock()
	return slices.DeleteFunc(slices.Clone(s.list), func(m *model) bool { return m == nil })
}

// change puts another model in the place of one, which has its ID then, or closes it if that is nil. The error says
// that the model was changed or closed meanwhile.
func (s *shelf) change(m, to *model) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.list[m.info.ID-1] != m {
		return fmt.Errorf("%s was changed or closed by another page", m.info.Name)
	}
	s.list[m.info.ID-1] = to
	return nil
}

func (s *Server) listModels(w http.ResponseWriter, _ *http.Request) {
	list := []ModelInfo{}
	for _, m := range s.models.all() {
		list = append(list, m.info)
	}
	tell(w, list)
}

const (
	mostModels = 100      // that are open when a page sends another one
	mostModel  = 64 << 20 // bytes that a model from a page may have
	mostSwept  = 1 << 30  // bytes of one with more that are taken and dropped, so that the browser hears the answer
)

// addModel handles the upload of a model: it reads the body as PNML, adds the model to the list and returns its
// description, or an error if the body is too large, is not a model, or too many models are open.
func (s *Server) addModel(w http.ResponseWriter, r *http.Request) {
	name := cmp.Or(r.URL.Query().Get("name"), "the model")
	if !typed(w, r, "application/octet-stream") {
		return
	}
	if len(s.models.all()) >= mostModels {
		sweep(r)
		refuse(w, http.StatusUnprocessableEntity,
			fmt.Errorf("%d models are open; expected fewer before another one", mostModels))
		return
	}
	body, sum, kept := http.MaxBytesReader(w, r.Body, mostModel), sha256.New(), &keeper{}
	x, err := s.models.read(r.Context(), s.options, name, cmp.Or(s.options.Limits.Time, readTime), readShare,
		func(ctx context.Context) (*check.Model, error) {
			text := io.TeeReader(input.Reader(ctx, body), io.MultiWriter(sum, kept))
			m, wrong := check.Read(text, name)
			if _, err := io.Copy(io.Discard, text); wrong == nil {
				wrong = err
			}
			return m, wrong
		})
	if err != nil && r.Context().Err() == nil {
		x, err = beyond(name, err, func() (*timed.Document, error) {
			return format.Read(r.Context(), bytes.NewReader(kept.kept.Bytes()), name)
		})
	}
	var large *http.MaxBytesError
	switch {
	case errors.As(err, &large):
		sweep(r)
		refuse(w, http.StatusRequestEntityTooLarge,
			fmt.Errorf("%s is larger than %s, the most that a page may send; start brim serve with its path", name,
				quantity.Size(mostModel)))
	case err != nil:
		refuse(w, http.StatusUnprocessableEntity, err)
	default:
		x.drawn = cmp.Or(kept.drawn(r.Context(), x.whole, name), x.drawn)
		if x.whole.Coloured != nil && kept.kept.Len() <= mostKept {
			x.text = kept.kept.Bytes()
		}
		x.digest = hex.EncodeToString(sum.Sum(nil))
		s.models.put(x)
		tell(w, x.info)
	}
}
