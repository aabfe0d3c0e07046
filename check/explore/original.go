package explore

import (
	"context"
	"errors"
	"math/big"

	"brim/check/model"
	"brim/internal/input"
	"brim/malformed"
	"brim/petri"
	"brim/petri/counting"
	"brim/petri/reduce"
)

// An Original is a net of which a smaller one was made that keeps its markings by equations: see Reduce and the class
// reduce.Count. It is known by what 'brim reduce' wrote.
type Original struct {
	Name                string
	Places, Transitions int
	net, small          *petri.Net
	equations           *reduce.Equations
}

// ReadOriginal reads the file of equations that was written with the smaller net. Reading ends with ctx. An error says
// what is wrong with the text, or is that of the system.
func ReadOriginal(ctx context.Context, file string, small *petri.Net) (*Original, error) {
	r, err := input.Open(ctx, file)
	if err != nil {
		return nil, model.ReadError(err)
	}
	defer r.Close()
	e, of, err := reduce.ReadEquations(r, file, small)
	if err != nil {
		return nil, model.ReadError(err)
	}
	if _, err := counting.New(ctx, of, e); err != nil {
		return nil, &malformed.Error{File: file, Line: 1, Msg: err.Error()}
	}
	return &Original{Name: of.Name, Places: len(of.Places), Transitions: len(of.Transitions), net: of, small: small, equations: e}, nil
}

// Number returns a number of the original's state space, for a kind from States on; x is the complete space of the
// smaller net. It is to be called by x.Ask. The error is a limit.
func (o *Original) Number(x *Space, k model.Kind) (*big.Int, error) {
	if k < model.States {
		return nil, errors.New("equations count the markings of nets")
	}
	ctx := x.watch.Ctx
	forest, err := counting.New(ctx, o.net, o.equations)
	if err != nil {
		return nil, err
	}
	var l Residue = &SpaceResidue{x.Space, x.bounds().Memory / NumberParts}
	if len(o.small.Places) == 0 {
		l = EmptyResidue{}
	}
	return NumberOf(ctx, forest, k, l)
}
