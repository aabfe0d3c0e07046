package mdd

import (
	"context"
	"errors"
	"math/big"
	"time"
)

// A budget bounds the time and the memory of an operation that works on Go's heap, as Weigh and Index do. The limits of
// Guard do not apply to these: they only read a forest.
type budget struct {
	ctx    context.Context
	memory int64 // most bytes; 0 stands for no limit
	start  time.Time
	bytes  int64 // held
	ops    int   // since ctx was last checked
}

func newBudget(ctx context.Context, who string, memory int64) budget {
	given(ctx != nil, who, "context")
	return budget{ctx: ctx, memory: memory, start: time.Now()}
}

// over returns an error if a limit is passed.
func (b *budget) over() error {
	if b.memory > 0 && b.bytes > b.memory {
		return &LimitError{Kind: "memory", At: b.bytes, Max: b.memory}
	}
	if b.ops < 1<<12 {
		return nil
	}
	b.ops = 0
	err := b.ctx.Err()
	if err == nil {
		return nil
	}
	limit := &LimitError{Kind: "canceled", At: int64(time.Since(b.start)), Err: err}
	if errors.Is(err, context.DeadlineExceeded) {
		limit.Kind = "time"
	}
	return limit
}

// numberBytes is the memory of a number besides its words.
const numberBytes = 48

// product sets z to x·y, and counts it. A factor of 1 costs nothing.
func (b *budget) product(z, x, y *big.Int) {
	b.ops += 1 + len(x.Bits())*len(y.Bits())>>8
	switch {
	case x.IsUint64() && x.Uint64() == 1:
		z.Set(y)
	case y.IsUint64() && y.Uint64() == 1:
		z.Set(x)
	default:
		z.Mul(x, y)
	}
}
