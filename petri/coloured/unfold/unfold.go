package unfold

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"sort"

	"brim/petri"
	"brim/petri/coloured"
)

// Options says how a net is unfolded.
type Options struct {
	Limits Limits

	// Merge has bindings of one transition with the same effect, the same colours in all arcs, count once: one of them
	// stands for all. Markings are the same, but not the number of firings, and what is asked of a single binding
	// may be the business of another one.
	Merge bool

	// Most is how many bindings of each transition are found at most; 0 is no bound. If there may be more, the
	// unfolding is Partial: each of its runs is one of the net, but the net may have others. All initial tokens are
	// there.
	Most int

	coarse *Coarsening // some colours of its net stand for others; nil for none
}

// Net returns the net that behaves as n: a place for each colour that a place may hold and a transition for each
// binding that may be enabled, as far as colours alone tell, whatever their numbers are. Places that no transition
// changes are there as well. A binding with which a difference takes
// away what is not there is never enabled. The error is a *LimitError or that of ctx.
//
// Names are those of n with the names of colours behind them, Fork_3 or Pos_1_alice, in letters, digits and "._-", so
// that they are identifiers of XML. No place or transition has the name of another. Cost: linear in the result, but for
// sorting it, and in what is tried in vain; see Limits.Steps.
func Net(ctx context.Context, n *coloured.Net, o Options) (*Unfolding, error) {
	f, err := infer(ctx, n, &o)
	if err == nil {
		var u *Unfolding
		if u, err = f.unfold(); err == nil {
			return u, nil
		}
	}
	return nil, fmt.Errorf("net %s: %w", n.Name, err)
}

// unfold builds the net of all that has been found.
func (f *inference) unfold() (*Unfolding, error) {
	f.options = &Options{coarse: f.options.coarse} // the limits have been kept
	u := &Unfolding{
		Coloured: f.net, Partial: f.partial, colours: make([]int64, 0, f.places),
		bindings:   make([][]int64, len(f.rules)),
		firstPlace: make([]int, 1, len(f.relations)+1), firstTransition: make([]int, 1, len(f.rules)+1),
	}
	b := petri.NewBuilder(f.net.Name)
	names := newNamer(f.net, b)
	ranks := make([][]int32, len(f.relations)) // by number of the colour: the place of the net
	for p := range f.relations {
		ranks[p] = f.unfoldPlace(u, b, names, p)
	}
	for t, r := range f.rules {
		f.unfoldTransition(u, b, names, ranks, r)
		f.rules[t] = nil // its tables
		if f.err != nil {
			return nil, f.err
		}
	}
	var err error
	u.Net, err = b.Net()
	return u, err
}

// unfoldPlace adds the places of a coloured place and returns them by the numbers of their colours.
func (f *inference) unfoldPlace(u *Unfolding, b *petri.Builder, names *namer, p int) []int32 {
	rel, place := &f.relations[p], &f.net.Places[p]
	rel.indices, rel.waiting = nil, nil
	rank := make([]int32, len(rel.keys))
	for i := range rank {
		rank[i] = int32(i)
	}
	slices.SortFunc(rank, func(x, y int32) int { return cmp.Compare(rel.keys[x], rel.keys[y]) })
	f.list = f.list[:0]
	if place.Initial != nil {
		f.list = f.held(p, place.Initial)
	}
	places, initial := make([]int32, len(rank)), f.list
	for _, number := range rank {
		colour, tokens := rel.keys[number], int64(0)
		if len(initial) > 0 && initial[0].colour == colour {
			tokens, initial = initial[0].count, initial[1:]
		}
		places[number] = int32(b.Place(names.place(p, colour), tokens))
		u.colours = append(u.colours, colour)
	}
	u.firstPlace = append(u.firstPlace, len(u.colours))
	return places
}

// unfoldTransition adds the transitions of a coloured transition.
func (f *inference) unfoldTransition(u *Unfolding, b *petri.Builder, names *namer, places [][]int32, r *rule) {
	width := len(r.Variables)
	if width > 0 {
		sort.Sort(&rows{words: r.bindings, width: width})
	}
	for i := range r.found {
		f.bind(r, r.bindings, i)
		t := b.Transition(names.transition(r.number, f.env))
		for i, a := range r.arcs {
			f.list = f.held(a.Place, a.Term)
			for _, x := range f.list {
				number, _, ok := f.relations[a.Place].find(x.colour)
				switch {
				case i < len(r.Pre):
					b.In(t, int(places[a.Place][number]), x.count)
				case i < len(r.Pre)+len(r.Post):
					b.Out(t, int(places[a.Place][number]), x.count)
				case ok: // else the colour is never there
					b.Inhibit(t, int(places[a.Place][number]), x.count)
				}
			}
		}
		if i%(1<<12) == 0 && f.ctx.Err() != nil {
			f.stop(f.ctx.Err())
			return
		}
	}
	u.bindings[r.number] = slices.Clip(r.bindings)
	u.firstTransition = append(u.firstTransition, u.firstTransition[r.number]+r.found)
}

// rows are words of one width, one behind the other.
type rows struct {
	words []int64
	width int
}

func (r *rows) row(i int) []int64  { return r.words[i*r.width : (i+1)*r.width] }
func (r *rows) Len() int           { return len(r.words) / r.width }
func (r *rows) Less(i, j int) bool { return slices.Compare(r.row(i), r.row(j)) < 0 }

func (r *rows) Swap(i, j int) {
	a, b := r.row(i), r.row(j)
	for k := range a {
		a[k], b[k] = b[k], a[k]
	}
}
