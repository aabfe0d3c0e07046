package symbolic

import (
	"brim/ctl/syntax"
	"brim/engine"
	"brim/mdd"
	"brim/petri"
)

// always returns a path of f, an EG, from m: its steps, and where the last one leads back to, or engine.NoLoop if the path ends in a
// dead marking.
func (x *tracer) always(f *syntax.Formula, m petri.Marking) (steps []int, loop int, err error) {
	set, err := x.must(f)
	if err != nil {
		return nil, 0, err
	}
	return x.walk(set, m)
}

// walk follows the first transition that stays in set, until a marking comes again or is dead.
func (x *tracer) walk(set mdd.Set, m petri.Marking) (steps []int, loop int, err error) {
	net := x.s.Net
	seen := map[string]int{}
	m = m.Clone()
	to := m.Clone()
	for {
		if err := x.ctx.Err(); err != nil {
			return nil, 0, err
		}
		id := key(m)
		if at, ok := seen[id]; ok {
			return steps, at, nil
		}
		seen[id] = len(steps)
		t := x.s.step(func(t int) bool { return net.Enabled(m, t) && net.FireInto(to, m, t) && x.in(set, to) })
		if t < 0 && (x.c.Paths() == syntax.Infinite || x.s.step(func(t int) bool { return net.Enabled(m, t) }) >= 0) {
			return nil, 0, errOpen
		}
		if t < 0 {
			return steps, engine.NoLoop, nil
		}
		if len(steps) >= x.left {
			return nil, 0, errTooLong
		}
		steps = append(steps, t)
		copy(m, to)
	}
}
