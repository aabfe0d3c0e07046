package coloured

import (
	"context"
	"slices"
)

// An inference finds which colours places may hold and which bindings may be enabled, if numbers of tokens were no
// matter: a binding is found if its guard holds and each colour that it takes has been found in its place; then what
// it gives is found. This is the least such set, so it has all markings of the net and depends on no order.
//
// Each colour is joined once with all that have been joined before, by semi-naive evaluation [BR86]: a binding
// is found when the last of the colours that it takes comes, and only then. Cost: the bindings found, and those begun
// in vain, which Limits.Steps bounds.
type inference struct {
	evaluator
	ctx       context.Context
	options   *Options
	relations []relation // by place
	rules     []*rule    // by transition
	queue     []int      // places with colours to join
	list      []amount   // reused

	place, transition         int // what is at work, for messages; unbound for none
	start                     started
	steps, look               int64 // done, and when the context is looked at next
	places, transitions, arcs int   // found
	bytes                     int64 // of all these
}

// started is the colour of an atom that a search starts with.
type started struct {
	atom, place int
	colour      int64
}

// infer runs an inference to its end.
func infer(ctx context.Context, net *Net, o *Options) (*inference, error) {
	f := &inference{ctx: ctx, options: o, relations: make([]relation, len(net.Places)), place: unbound, transition: unbound}
	f.net, f.env, f.room = net, make([]int64, len(net.Variables)), f.lists
	for v := range f.env {
		f.env[v] = unbound
	}
	for p := range net.Places {
		if t := net.Places[p].Initial; t != nil {
			f.place = p
			f.list = f.held(p, t)
			for _, a := range f.list {
				f.possible(p, a.colour)
			}
		}
	}
	f.place = unbound
	g := &guardian{net: net}
	p := &planner{net: net, relations: f.relations, bound: make([]bool, len(net.Variables))}
	for t := range net.Transitions {
		if f.transition = t; t%64 == 0 && ctx.Err() != nil {
			return nil, ctx.Err()
		}
		f.rules = append(f.rules, f.newRule(t, g, p))
	}
	for _, r := range f.rules {
		for a := range r.atoms {
			rel := &f.relations[r.atoms[a].place]
			rel.uses = append(rel.uses, use{r.number, a})
		}
	}
	for _, r := range f.rules {
		if !r.dead {
			f.rouse(r)
		}
	}
	for len(f.queue) > 0 && f.err == nil {
		p := f.queue[0]
		f.queue = f.queue[1:]
		for rel := &f.relations[p]; rel.joined < len(rel.keys) && f.err == nil; {
			f.join(p)
		}
	}
	return f, f.err
}

// possible notes that a place may hold a colour.
func (f *inference) possible(place int, colour int64) {
	rel := &f.relations[place]
	if f.err != nil {
		return
	}
	if _, fresh := rel.add(colour); !fresh {
		return
	}
	if rel.joined == len(rel.keys)-1 {
		f.queue = append(f.queue, place)
	}
	f.places++
	f.bytes += placeBytes + int64(len(rel.indices))*indexBytes
	f.within("places", int64(f.places), int64(f.options.Limits.Places))
	f.within("bytes", f.bytes, f.options.Limits.Bytes)
}

// join joins the next colour of a place with those before.
func (f *inference) join(place int) {
	rel := &f.relations[place]
	colour := rel.keys[rel.joined]
	for _, x := range rel.indices {
		x.add(colour)
	}
	rel.joined++
	for i, u := range rel.uses {
		r := f.rules[u.transition]
		if rel.joined == 1 && (i == 0 || rel.uses[i-1].transition != u.transition) {
			r.hungry--
		}
		if r.awake && r.hungry == 0 {
			f.search(r, &r.plans[u.atom], started{u.atom, place, colour})
		}
	}
	if len(rel.waiting) == 0 {
		return
	}
	waiters := rel.waiting[colour]
	delete(rel.waiting, colour)
	for _, w := range waiters {
		r := f.rules[w.transition]
		if w.kept == asleep {
			f.rouse(r)
			continue
		}
		f.bind(r, r.pending, w.kept)
		f.transition = r.number
		if f.allThere(r, w.kept) {
			f.found(r)
		}
		f.release(r.Variables)
	}
}

// rouse has a transition wait for the next colour that all its bindings take; if there is none left, it searches the
// transition's bindings and leaves it awake.
func (f *inference) rouse(r *rule) {
	for ; len(r.ground) > 0; r.ground = r.ground[:len(r.ground)-1] {
		n := r.ground[len(r.ground)-1]
		if rel := &f.relations[n.place]; !rel.has(n.colour) {
			rel.wait(n.colour, waiter{r.number, asleep})
			return
		}
	}
	if r.awake = true; r.hungry == 0 {
		f.search(r, &r.whole, started{atom: unbound})
	}
}

// search finds the bindings of a transition that the colours joined so far enable, following a plan.
func (f *inference) search(r *rule, p *plan, start started) {
	f.start, f.transition = start, r.number
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

// run follows the steps of a plan and reports whether it came to a binding.
func (f *inference) run(r *rule, steps []step) (any bool) {
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

// found notes a binding and what it gives.
func (f *inference) found(r *rule) {
	f.weigh(r)
	if f.isNegative() || f.err != nil || r.merge && !f.isNew(r) {
		return
	}
	r.found++
	r.bindings = f.append(r.bindings, r)
	inputs, outputs := 0, 0
	for i, at := 0, 0; at < len(r.effect); i++ {
		n := int(r.effect[at])
		if i < len(r.Pre) {
			inputs += n
		} else {
			outputs += n
			for _, c := range r.effect[at+1 : at+1+n] {
				f.possible(r.Post[i-len(r.Pre)].Place, c)
			}
		}
		at += 1 + 2*n
	}
	r.inputs, r.outputs = r.inputs+inputs, r.outputs+outputs
	f.transitions++
	f.arcs += inputs + outputs
	f.bytes += transitionBytes + int64(len(r.Variables))*wordBytes + int64(inputs+outputs)*arcBytes
	f.within("transitions", int64(f.transitions), int64(f.options.Limits.Transitions))
	f.within("arcs", int64(f.arcs), int64(f.options.Limits.Arcs))
	f.within("bytes", f.bytes, f.options.Limits.Bytes)
}

// weigh computes the effect of the binding: of each arc how many colours there are, which, and how many of each.
func (f *inference) weigh(r *rule) {
	r.effect = r.effect[:0]
	for i := range len(r.Pre) + len(r.Post) {
		a := r.arc(i)
		f.list = f.held(a.Place, a.Term)
		r.effect = append(r.effect, int64(len(f.list)))
		for _, x := range f.list {
			r.effect = append(r.effect, x.colour)
		}
		for _, x := range f.list {
			r.effect = append(r.effect, x.count)
		}
	}
}

// isNew reports whether no binding before has the same effect as this one. If so, it is the next one.
func (f *inference) isNew(r *rule) bool {
	mine := slices.Clone(r.effect)
	key := int64(0)
	for _, x := range mine {
		key = (key ^ x) * 0x100000001b3
		key ^= int64(uint64(key) >> 29)
	}
	for ; ; key++ { // until the key is free or that of an equal effect
		n, fresh := r.effects.add(key)
		if fresh {
			f.bytes += effectBytes
			return true
		}
		binding := f.append(nil, r)
		f.bind(r, r.bindings, n)
		f.weigh(r)
		f.bind(r, binding, 0)
		if slices.Equal(mine, r.effect) {
			return false
		}
		r.effect = append(r.effect[:0], mine...)
	}
}

// bind binds the variables of a transition as the i-th of a list of bindings has them.
func (f *inference) bind(r *rule, list []int64, i int) {
	for j, v := range r.Variables {
		f.env[v] = list[i*len(r.Variables)+j]
	}
}

// append appends the colours of the variables of a transition to a list.
func (f *inference) append(list []int64, r *rule) []int64 {
	for _, v := range r.Variables {
		list = append(list, f.env[v])
	}
	return list
}

// held returns what a term gives to a place, as multiset does, in the colours that stand for all.
func (f *inference) held(place int, t *Term) []amount {
	list := f.multiset(f.list, t)
	if c := f.options.coarse; c != nil && c.merged[place] {
		for i := range list {
			list[i].colour = c.Colour(place, list[i].colour)
		}
		list = f.tidy(list)
	}
	return list
}
