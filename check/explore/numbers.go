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

// Left is what is left of a net that was made smaller: markings over which sums of the original are added up.
type Left interface {
	sum(context.Context, *counting.Sum) (*big.Int, error)
	ranges() (least, most []int64)
	most(*counting.Linear) *big.Int
}

// NumberParts is the part of the memory that diagrams, and then numbers, may have.
const NumberParts = 4

// NumberOf returns a number of the state space of the original.
func NumberOf(ctx context.Context, f *counting.Forest, k model.Kind, l Left) (*big.Int, error) {
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

// NothingLeft is a net without places: it has one marking.
type NothingLeft struct{}

func (NothingLeft) sum(_ context.Context, s *counting.Sum) (*big.Int, error) {
	return s.Of(slices.Values([]petri.Marking{{}}))
}

func (NothingLeft) ranges() (least, most []int64) { return nil, nil }

func (NothingLeft) most(f *counting.Linear) *big.Int { return new(big.Int).Quo(f.Const, f.Den) }

// SpaceLeft has the markings as diagrams, and so many bytes for numbers.
type SpaceLeft struct {
	*symbolic.Space
	Room int64
}

func (l *SpaceLeft) sum(ctx context.Context, s *counting.Sum) (*big.Int, error) {
	return l.Weigh(ctx, s, l.Room)
}

func (l *SpaceLeft) ranges() (least, most []int64) {
	return l.PlaceMinima(), l.PlaceBounds()
}

func (l *SpaceLeft) most(f *counting.Linear) *big.Int { return l.Largest(f) }
