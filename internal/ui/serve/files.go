package serve

import (
	"context"
	"os"
	"path/filepath"
	"time"
)

// Files of models that are read again when they change.

// A file is the one that a model was read from, with how it was then.
type file struct {
	path string // "" for none
	size int64
	time time.Time
}

// fileOf returns the file of a model of that name, none if it is a family's.
func fileOf(name string) file {
	info, err := os.Stat(name)
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
	info, err := os.Stat(f.path)
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
