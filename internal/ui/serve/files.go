package serve

import (
	"bytes"
	"context"
	"io"
	"os"
	"path/filepath"
	"time"

	"brim/check"
	"brim/internal/input"
	"brim/petri/format"
	"brim/petri/timed"
)

// Files of models: they are read again when they change, and have the positions of nodes.

// A file is the one that a model was read from, with how it was then.
type file struct {
	path string // "" for none
	size int64
	time time.Time
}

// fileOf returns the file of a model of that name, none if it is a family's.
func fileOf(name string) file {
	info, err := os.Stat(format.File(name))
	switch {
	case err != nil:
		return file{}
	case info.IsDir():
		return file{path: filepath.Join(name, "model.pnml")}
	}
	return file{path: name}
}

// note looks at the file, and reports whether it differs from the last look. One that is gone does not: editors put a
// new file in the place of the old one.
func (f *file) note() bool {
	if f.path == "" {
		return false
	}
	info, err := os.Stat(format.File(f.path))
	if err != nil || info.Size() == f.size && info.ModTime().Equal(f.time) {
		return false
	}
	f.size, f.time = info.Size(), info.ModTime()
	return true
}

// reload reads a model anew. A panic is a fault of brim, and no end of the server: the page had no part in it.
func (s *shelf) reload(ctx context.Context, o Options, name string) (x *model, err error) {
	defer func() {
		if v := recover(); v != nil {
			x, err = nil, broken(o.Fault, v)
		}
	}()
	return s.load(ctx, o, name, readTime, readShare)
}

// reread reads the models anew whose files have changed since the last look. One that cannot be read stays as it was,
// and says why.
func (s *shelf) reread(ctx context.Context, o Options) {
	for _, m := range s.all() {
		now := m.file
		if !now.note() {
			continue
		}
		x, err := s.reload(ctx, o, m.info.Name)
		if ctx.Err() != nil {
			return
		}
		if err != nil {
			same := *m
			x = &same
			x.file, x.info.Problem = now, err.Error()
		} else {
			x.info.ID, x.info.Version = m.info.ID, m.info.Version+1
		}
		_ = s.change(m, x) // else a page has drawn it or closed it meanwhile
	}
}

const (
	mostPlaced = 20_000  // nodes of a net whose positions are read
	mostKept   = 8 << 20 // bytes of a file that a page sent, of which they are read
)

// asDrawn returns a net as its file draws it, which open opens anew; nil if there is no such drawing: the model is no
// net without colours, a large one, or one of another format.
func asDrawn(ctx context.Context, m *check.Model, name string, open func() (io.ReadCloser, error)) *timed.Document {
	if m == nil || m.Net == nil || m.Coloured != nil || len(m.Net.Places)+len(m.Net.Transitions) > mostPlaced {
		return nil
	}
	r, err := open()
	if err != nil {
		return nil
	}
	defer r.Close()
	d, err := format.Read(ctx, r, name)
	if err != nil {
		return nil
	}
	n := d.Untimed
	if n == nil || len(n.Places) != len(m.Net.Places) || len(n.Transitions) != len(m.Net.Transitions) {
		return nil // the file has changed meanwhile
	}
	for i := range n.Places {
		if n.Places[i].ID != m.Net.Places[i].Name {
			return nil
		}
	}
	for i := range n.Transitions {
		if n.Transitions[i].ID != m.Net.Transitions[i].Name {
			return nil
		}
	}
	return d
}

// asDrawnIn is asDrawn of a file, nil if it has no name.
func asDrawnIn(ctx context.Context, m *check.Model, path string) *timed.Document {
	if path == "" {
		return nil
	}
	return asDrawn(ctx, m, path, func() (io.ReadCloser, error) { return input.Open(ctx, format.File(path)) })
}

// A keeper keeps what is written to it, unless that is too much.
type keeper struct{ kept bytes.Buffer }

func (k *keeper) Write(b []byte) (int, error) {
	if k.kept.Len() <= mostKept {
		k.kept.Write(b)
	}
	return len(b), nil
}

// drawn is asDrawn of what was kept.
func (k *keeper) drawn(ctx context.Context, m *check.Model, name string) *timed.Document {
	if k.kept.Len() > mostKept {
		return nil
	}
	return asDrawn(ctx, m, name, func() (io.ReadCloser, error) { return io.NopCloser(&k.kept), nil })
}
