package unfold

// This file searches the bindings of a transition along a plan.

// search finds the bindings of a transition that the colours joined so far enable, following a plan.
func (f *inference) search(r *rule, p *plan, start started) {
	if f.start, f.transition = start, r.number; f.full(r) {
		return
	}
	if f.agrees(p.first, start.colour) && f.pass(p.tests) {
		f.run(r, p.steps)
	}
	for _, x := range p.first {
		if x.variable != unbound {
			f.env[x.variable] = unbound
		}
	}
}

// agrees binds the variables of parts as a colour says, and reports whether it is as they and what was bound say.
func (f *inference) agrees(parts []part, colour int64) bool {
	for i := range parts {
		x := &parts[i]
		d := x.of(colour)
		if x.variable != unbound && f.env[x.variable] == unbound {
			f.env[x.variable] = next(d, x.size-x.shift, x.size)
		} else if x.under(f.env) != d {
			return false
		}
	}
	return true
}

// pass reports whether all tests hold.
func (f *inference) pass(tests []*condition) bool {
	for _, c := range tests {
		if !c.holds(&f.evaluator) {
			return false
		}
	}
	return f.err == nil
}

func (f *inference) release(variables []int) {
	for _, v := range variables {
		f.env[v] = unbound
	}
}

// run follows the steps of a plan, by recursion, and reports whether it came to a binding. A step tries each joined
// colour of its place that agrees with what is bound, found by an index, or each colour that the guard leaves to a
// variable if these are fewer.
func (f *inference) run(r *rule, steps []step) (any bool) {
	if f.full(r) {
		return false
	}
	if len(steps) == 0 {
		if r.exact || f.allThere(r, unbound) {
			f.found(r)
		}
		return true
	}
	s := &steps[0]
	if s.atom == unbound {
		return f.spread(r, s, steps[1:], f.domain(s), nil)
	}
	place := r.atoms[s.atom].place
	rel := &f.relations[place]
	key := int64(0)
	for i := range s.known {
		key += s.known[i].under(f.env) * s.known[i].stride
	}
	// What the search starts with is found by later atoms only, or two atoms would find the same binding twice.
	skip := int64(unbound)
	if s.atom < f.start.atom && place == f.start.place {
		skip = f.start.colour
	}
	try := func(colour int64) {
		if colour != skip {
			any = f.agrees(s.rest, colour) && f.pass(s.tests) && f.run(r, steps[1:]) || any
			f.release(s.binds)
		}
	}
	if s.filter != nil {
		count := rel.joined
		if s.by != nil {
			if k, _, ok := s.by.keys.find(key); !ok {
				return false
			} else {
				count = int(s.by.many[k])
			}
		}
		if d := f.domain(s); d.count() < float64(count) {
			return f.spread(r, s, steps[1:], d, func() bool {
				colour := f.colourOf(&r.atoms[s.atom])
				return colour != skip && rel.has(colour)
			})
		}
	}
	switch {
	case len(s.rest) == 0:
		if f.take(s.cost) && rel.has(key) {
			try(key)
		}
	case s.by == nil:
		for n := 0; n < rel.joined && f.take(s.cost); n++ {
			try(rel.keys[n])
		}
	default:
		if k, _, ok := s.by.keys.find(key); ok {
			for n := s.by.last[k]; n != 0 && f.take(s.cost); n = s.by.before[n-1] {
				try(rel.keys[n-1])
			}
		}
	}
	return any
}

// domain returns the colours that the guard leaves to the variable of a step.
func (f *inference) domain(s *step) spans {
	size := f.net.Sorts[f.net.Variables[s.variable].Sort].Size
	if s.filter == nil || !f.take(s.cost) {
		return allColours(size)
	}
	return s.filter.domain(s.variable, f.env, size)
}

// spread goes over the colours of the variable of a step that are also in some place, if there is one to ask.
func (f *inference) spread(r *rule, s *step, rest []step, domain spans, isThere func() bool) (any bool) {
	for _, d := range domain {
		for c := d.first; c <= d.last && f.take(s.cost) && !(any && s.once); c++ {
			f.env[s.variable] = c
			if isThere == nil || isThere() {
				any = f.pass(s.tests) && f.run(r, rest) || any
			}
		}
	}
	f.env[s.variable] = unbound
	return any
}

// colourOf returns the colour that an atom is, whose variables are bound.
func (f *inference) colourOf(a *atom) (colour int64) {
	for i := range a.parts {
		colour += a.parts[i].under(f.env) * a.parts[i].stride
	}
	return colour
}

// allThere reports whether each colour that the binding takes is there. If not, the binding waits for one that is not:
// under its number among those kept, or as a new one if that is unbound.
func (f *inference) allThere(r *rule, kept int) bool {
	for _, a := range r.Pre {
		f.list = f.multiset(f.list, a.Term)
		if f.err != nil || f.isNegative() {
			return false
		}
		for _, x := range f.list {
			rel := &f.relations[a.Place]
			if rel.has(x.colour) {
				continue
			}
			if kept == unbound {
				kept = len(r.pending) / len(r.Variables)
				r.pending = f.append(r.pending, r)
				f.bytes += int64(len(r.Variables))*8 + waiterBytes
				f.within("bytes", f.bytes, f.options.Limits.Bytes)
			}
			rel.wait(x.colour, waiter{r.number, kept})
			return false
		}
	}
	return true
}

// isNegative reports whether a difference was negative since it was asked last.
func (f *inference) isNegative() bool {
	was := f.negative
	f.negative = false
	return was
}
