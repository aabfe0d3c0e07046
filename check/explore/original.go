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

// The net that brim reduce made smaller, by its file of equations.

// An Original is a net from which 'brim reduce' made a smaller net of the class reduce.Count: equations tell the
// markings of the original from those of the smaller net.
type Original struct {
	Name                string
	Places, Transitions int
	net, small          *petri.Net
	equations           *reduce.Equations
}

// ReadOriginal reads the file of equations that was written with the smaller net. Reading ends with ctx. An error says
// what is wrong with the text, or is the error of the operating system.
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
	return &Original{Name: of.Name, Places: len(of.Places), Transitions: len(of.Transitions), net: of, small: small,
		equations: e}, nil
}

// Number returns a number of the original's state space, for a kind from model.States on. x is the complete space of
// the smaller net. Number must be called inside x.Ask. The error is a limit.
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
