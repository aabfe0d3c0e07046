package sets

import (
	"context"
	"fmt"
	"io"
	"math/big"

	"brim/ctl/syntax"
	"brim/engine/symbolic"
	"brim/petri"
	"brim/petri/encode"
)

// Options of an exploration. The zero value has no limits.
type Options struct {
	Memory int64 // bytes of the diagrams; 0 is no limit
	Nodes  int   // of the diagrams; 0 is no limit
}

// A Space is the set of reachable markings of a net. It belongs to one goroutine at a time.
type Space struct {
	net   *petri.Net
	space *symbolic.Space
	o     Options
}

// Explore builds the set of reachable markings by diagrams. A net that is found to be unbounded ends in a
// *symbolic.UnboundedError, and a limit, as the end of ctx, in a *symbolic.Stopped. The caller closes the space.
func Explore(ctx context.Context, net *petri.Net, o Options) (*Space, error) {
	found, err := symbolic.Explore(ctx, net, symbolic.Options{Memory: o.Memory, Nodes: o.Nodes})
	if err != nil {
		if found != nil {
			found.Close()
		}
		return nil, fmt.Errorf("building the set of reachable markings: %w", err)
	}
	return &Space{net: net, space: found, o: o}, nil
}

// Close gives the memory of the diagrams back. Evidence stays.
func (s *Space) Close() { s.space.Close() }

// PlaceBounds returns for each place the most tokens that it has in a reachable marking.
func (s *Space) PlaceBounds() []int64 { return s.space.PlaceBounds() }

// Largest returns the largest value of a sum of tokens in a reachable marking. It is an error if that can pass 64 bits.
func (s *Space) Largest(sum []syntax.Term) (int64, error) {
	list := make([]encode.Weighted, len(sum))
	for i, t := range sum {
		list[i] = encode.Weighted{Place: t.Place.Index, Weight: t.Weight}
	}
	return s.space.Model.MaxWeighted(s.space.Reached, list)
}

// Evidence is what a certificate says about sets of markings. It grows by Prove and Count.
type Evidence struct {
	Markings, Firings *big.Int // set by Count
}

// Evidence returns evidence of nothing.
func (s *Space) Evidence() *Evidence { return &Evidence{} }

// Prove adds claims that show that f, a formula of CTL, holds in the initial marking. False says that it does not hold;
// then, and if there is an error, nothing is added. Formulas of one pool share claims. The error is a limit, or says
// that a sum of f can pass 64 bits.
func (e *Evidence) Prove(ctx context.Context, f *syntax.Formula, paths syntax.Paths) (bool, error) {
	return false, fmt.Errorf("not implemented")
}

// Count adds the section space, with the numbers of markings and firings. If there is an error, which is a limit,
// nothing is added.
func (e *Evidence) Count(ctx context.Context) error { return fmt.Errorf("not implemented") }

// WriteTo writes the sections as text.
func (e *Evidence) WriteTo(w io.Writer) (int64, error) { return 0, fmt.Errorf("not implemented") }
