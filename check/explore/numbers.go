package explore

import (
	"context"
	"math/big"
	"slices"

	"brim/check/model"
	"brim/engine/symbolic"
	"brim/petri"
	"brim/petri/counting"
)

// Numbers of a state space by those of a smaller net.

// A Residue is what is left of a net that was made smaller: its markings, over which sums give the numbers of the
// original.
type Residue interface {
	sum(context.Context, *counting.Sum) (*big.Int, error)
	ranges() (least, most []int64)
	most(*counting.Linear) *big.Int
}

// NumberParts is the part of the memory that diagrams, and then numbers, may have.
const NumberParts = 4

// NumberOf returns a number of the state space of the original.
func NumberOf(ctx context.Context, f *counting.Forest, k model.Kind, l Residue) (*big.Int, error) {
	var s *counting.Sum
	var err error
	switch k {
	case model.States:
		s, err = f.States()
	case model.Firings:
		s, err = f.Firings()
	case model.MostInPlace:
		return f.MostInPlace(l.ranges()), nil
	default:
		return l.most(f.InMarking()), nil
	}
	if err != nil {
		return nil, err
	}
	return l.sum(ctx, s)
}

// EmptyResidue is a net without places, which has one marking.
type EmptyResidue struct{}

func (EmptyResidue) sum(_ context.Context, s *counting.Sum) (*big.Int, error) {
	return s.Of(slices.Values([]petri.Marking{{}}))
}

func (EmptyResidue) ranges() (least, most []int64) { return nil, nil }

func (EmptyResidue) most(f *counting.Linear) *big.Int { return new(big.Int).Quo(f.Const, f.Den) }

// SpaceResidue has the markings as diagrams, and Room bytes for numbers.
type SpaceResidue struct {
	*symbolic.Space
	Room int64
}

func (l *SpaceResidue) sum(ctx context.Context, s *counting.Sum) (*big.Int, error) {
	return l.Weigh(ctx, s, l.Room)
}

func (l *SpaceResidue) ranges() (least, most []int64) {
	return l.PlaceMinima(), l.PlaceBounds()
}

func (l *SpaceResidue) most(f *counting.Linear) *big.Int { return l.Largest(f) }
