package unfold

import (
	"context"

	"brim/petri/coloured"
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
	partial                   bool  // the search for bindings of some transition ended at Options.Most
}

// started is the colour of an atom that a search starts with.
type started struct {
	atom, place int
	colour      int64
}

// infer finds the colours that places may hold and the bindings that may be enabled. It starts with the initial
// marking, makes a rule with plans for each transition, and joins the colours that come, place by place, until no new
// ones come or a limit is reached.
func infer(ctx context.Context, net *coloured.Net, o *Options) (*inference, error) {
	f := &inference{ctx: ctx, options: o, relations: make([]relation, len(net.Places)), place: unbound,
		transition: unbound}
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
			if f.join(p); rel.joined%1024 == 0 && ctx.Err() != nil {
				f.stop(ctx.Err())
			}
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

// join joins the next colour of a place with all colours joined before: it searches the bindings of each transition
// that takes it, starting with this colour, and goes on with bindings and transitions that waited for it.
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
