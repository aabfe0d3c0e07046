package serve

import (
	"bytes"
	"context"
	"io"

	"brim/check"
	"brim/internal/input"
	"brim/petri/extended"
	"brim/petri/format"
)

// The positions that files have.

const (
	mostPlaced = 20_000  // nodes of a net whose positions are read
	mostKept   = 8 << 20 // bytes of a file that a page sent, of which they are read
)

// asDrawn returns a net as its file draws it, which open opens anew; nil if there is no such drawing: the model is no
// net without colours, a large one, or one of another format.
func asDrawn(ctx context.Context, m *check.Model, name string, open func() (io.ReadCloser, error)) *extended.Net {
	if m == nil || m.Net == nil || m.Coloured != nil || len(m.Net.Places)+len(m.Net.Transitions) > mostPlaced {
		return nil
	}
	r, err := open()
	if err != nil {
		return nil
	}
	defer r.Close()
	n, err := format.Read(ctx, r, name)
	if err != nil || len(n.Places) != len(m.Net.Places) || len(n.Transitions) != len(m.Net.Transitions) {
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
	return n
}

// asDrawnIn is asDrawn of a file, nil if it has no name.
func asDrawnIn(ctx context.Context, m *check.Model, path string) *extended.Net {
	if path == "" {
		return nil
	}
	return asDrawn(ctx, m, path, func() (io.ReadCloser, error) { return input.Open(ctx, path) })
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
func (k *keeper) drawn(ctx context.Context, m *check.Model, name string) *extended.Net {
	if k.kept.Len() > mostKept {
		return nil
	}
	return asDrawn(ctx, m, name, func() (io.ReadCloser, error) { return io.NopCloser(&k.kept), nil })
}
