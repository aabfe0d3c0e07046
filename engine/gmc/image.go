package gmc

import (
	"context"

	"github.com/dalzilio/rudd"
)

// Images computes images of sets part by part of the relation. Each variable is taken out with the last part that looks at it.
type images struct {
	*Model
	forward, backward []rudd.Node // by part: the sets of variables to take out
}

func newImages(m *Model) (*images, error) {
	x := &images{Model: m}
	last := make([]int, m.variables()) // by variable: the last part that looks at it
	for i, part := range m.parts {
		err := m.d.Allnodes(func(id, level, _, _ int) error {
			if id > 1 {
				last[level] = i
			}
			return nil
		}, part)
		if err != nil {
			return nil, err
		}
	}
	forward, backward := make([][]int, len(m.parts)), make([][]int, len(m.parts))
	for v, i := range last {
		if v < m.code || v%2 == m.now(0)%2 {
			forward[i] = append(forward[i], v)
		}
		if v < m.code || v%2 == m.next(0)%2 {
			backward[i] = append(backward[i], v)
		}
	}
	for i := range m.parts {
		x.forward = append(x.forward, m.d.hold(m.d.Makeset(forward[i])))
		x.backward = append(x.backward, m.d.hold(m.d.Makeset(backward[i])))
	}
	return x, nil
}

// image returns the states that a step leads to from those of n, and preImage those from which one leads there. If the context ends, the result is
// empty.
func (x *images) image(ctx context.Context, n rudd.Node) rudd.Node {
	return x.d.hold(x.d.Replace(x.apply(ctx, n, x.forward), x.unprime))
}

func (x *images) preImage(ctx context.Context, n rudd.Node) rudd.Node {
	return x.apply(ctx, x.d.hold(x.d.Replace(n, x.prime)), x.backward)
}

func (x *images) apply(ctx context.Context, n rudd.Node, out []rudd.Node) rudd.Node {
	for i, part := range x.parts {
		if ctx.Err() != nil {
			return x.d.False()
		}
		n = x.d.exists(out[i], n, part)
	}
	return n
}
