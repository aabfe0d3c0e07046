package nets

import (
	"fmt"
	"strconv"
	"strings"

	"brim/petri/coloured"
)

// Coloured returns the families of coloured nets, sorted by name, in a slice that the caller may change. Each is the
// twin of a family of place/transition nets, with -col behind its name: one sort has the components, and a net unfolds
// into that of the other family of the same size, where the place of Fork with colour 3 is Fork_3. So the closed forms
// are those of the other family.
func Coloured() []Family { return made(twins()) }

// twins lists the families of coloured nets by name.
func twins() []named { return []named{{"dphil-col", dphilCol}, {"rr-col", rrCol}, {"sr-col", srCol}} }

// IsColoured reports whether s is meant as a spec for ParseColoured: the name of a family of coloured nets, alone or
// with a colon and a size.
func IsColoured(s string) bool {
	name, _, _ := strings.Cut(s, ":")
	f, ok := find(name)
	return ok && f.Coloured != nil && IsSpec(s)
}

// ParseColoured builds the coloured net that a spec names, as dphil-col:10. See Parse.
func ParseColoured(spec string) (*coloured.Net, error) {
	f, size, err := Split(spec)
	if err == nil && f.Coloured == nil {
		err = fmt.Errorf("the nets of family %s are not coloured", f.Name)
	}
	if err != nil {
		return nil, err
	}
	return f.Coloured(size...), nil
}

// twin returns the family of coloured twins of f, whose components are the colours of one cyclic sort that is called
// component. The function declares places and transitions.
func twin(f Family, component string, declare func(b *twinBuilder)) Family {
	f.Name += "-col"
	f.Title += ", coloured"
	f.Build = nil
	f.Propositions = nil // their formulas speak of places without colours
	f.Coloured = func(size ...int) *coloured.Net {
		f.mustHave(size)
		b := &twinBuilder{Builder: coloured.NewBuilder(f.spec(size))}
		list := make([]coloured.Constant, size[0])
		for i := range list {
			name := strconv.Itoa(i + 1)
			list[i] = coloured.Constant{ID: component + name, Name: name}
		}
		b.component = b.Cyclic(component, component, list)
		v := b.Variable("i", "i", b.component)
		b.i = &coloured.Term{Op: coloured.Bound, Sort: b.component, Value: int64(v)}
		declare(b)
		net, err := b.Net()
		if err != nil {
			panic("nets: " + err.Error())
		}
		return net
	}
	return f
}

// A twinBuilder is a coloured.Builder with shorthands for nets of components in a circle.
type twinBuilder struct {
	*coloured.Builder
	component int            // the sort
	i         *coloured.Term // the component that a transition belongs to
}

// An inscription is what an arc from or to a place moves.
type inscription struct {
	place int
	term  *coloured.Term
}

// all is each component once.
func (b *twinBuilder) all() *coloured.Term {
	return &coloured.Term{Op: coloured.All, Sort: b.component}
}

// beside is the component after i, or the one before.
func (b *twinBuilder) beside(op coloured.Op) *coloured.Term {
	return &coloured.Term{Op: op, Sort: b.component, Args: []*coloured.Term{b.i}}
}

// local adds places of components, empty ones if initial is nil.
func (b *twinBuilder) local(initial *coloured.Term, names ...string) (places []int) {
	for _, name := range names {
		p := b.Place(name, b.component)
		if initial != nil {
			b.Initial(p, b.tokens(initial))
		}
		places = append(places, p)
	}
	return places
}

// fire adds a transition.
func (b *twinBuilder) fire(name string, pre, post []inscription) {
	t := b.Transition(name)
	for _, a := range pre {
		b.Input(a.place, t, b.tokens(a.term))
	}
	for _, a := range post {
		b.Output(t, a.place, b.tokens(a.term))
	}
}

// tokens counts single colours, 1'i: some programs, verifypn among them, read no colour where tokens are due.
func (b *twinBuilder) tokens(t *coloured.Term) *coloured.Term {
	switch t.Op {
	case coloured.Sum, coloured.Difference:
		whole := &coloured.Term{Op: t.Op, Sort: t.Sort}
		for _, a := range t.Args {
			whole.Args = append(whole.Args, b.tokens(a))
		}
		return whole
	case coloured.Bound, coloured.Colour, coloured.Successor, coloured.Predecessor:
		return &coloured.Term{Op: coloured.Times, Sort: t.Sort, Value: 1, Args: []*coloured.Term{t}}
	}
	return t
}

// of returns inscriptions of places with one term.
func of(term *coloured.Term, places ...int) (list []inscription) {
	for _, p := range places {
		list = append(list, inscription{p, term})
	}
	return list
}
