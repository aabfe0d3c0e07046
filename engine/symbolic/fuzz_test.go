package symbolic_test

import (
	"context"
	"errors"
	"fmt"
	"testing"
	"time"

	"brim/engine/symbolic"
	"brim/internal/testkit/oracle"
	"brim/internal/testkit/randnet"
	"brim/petri"
	"brim/petri/encode"
	"brim/petri/order"
)

// FuzzExplore compares Explore with the oracle on nets made of arbitrary bytes.
func FuzzExplore(f *testing.F) {
	f.Add([]byte{})
	f.Add([]byte{2, 1, 0, 0, 0, 1, 0, 1, 1})
	f.Add([]byte{0x52, 3, 0, 2, 1, 0, 1, 1, 1, 1, 2, 0, 2, 0x41, 2, 3, 0xff})
	f.Add([]byte("the quick brown fox jumps over the lazy dog"))
	f.Fuzz(func(t *testing.T, data []byte) {
		net, o := decode(data)
		space, err := oracle.Explore(net, 500)
		if errors.Is(err, oracle.ErrTooMany) {
			ctx, cancel := context.WithTimeout(context.Background(), 100*time.Millisecond) // it may be unbounded
			defer cancel()
			o.Memory = 8 << 20
			s, err := symbolic.Explore(ctx, net, o)
			var unbounded *symbolic.UnboundedError
			var overflow *encode.OverflowError
			switch {
			case errors.As(err, &overflow):
			case errors.As(err, &unbounded):
				if err := replay(net, unbounded); err != nil {
					t.Errorf("%v\n%s", err, randnet.Text(net))
				}
			case s != nil:
				s.Close()
			default:
				t.Errorf("%v\n%s", err, randnet.Text(net))
			}
			return
		}
		if err != nil {
			return // more than 64 bits
		}
		if err := differs(space, o); err != nil {
			t.Errorf("%+v: %v\n%s", o, err, randnet.Text(net))
		}
	})
}

// decode makes a net of at most six places and twelve transitions, and options, from arbitrary bytes; missing ones are
// 0.
func decode(data []byte) (*petri.Net, symbolic.Options) {
	next := func() int {
		if len(data) == 0 {
			return 0
		}
		x := data[0]
		data = data[1:]
		return int(x)
	}
	b := petri.NewBuilder("fuzz")
	head := next()
	places := 1 + head%6
	for p := range places {
		b.Place(fmt.Sprint("p", p), amount(next()))
	}
	for t := 0; t < 12 && len(data) > 0; t++ {
		b.Transition(fmt.Sprint("t", t))
		arcs := next()
		for ; arcs%8 > 0; arcs-- {
			where, kind := next(), next()
			p, weight := where%places, 1+amount(where/places)
			switch kind % 5 {
			case 0, 1:
				b.In(t, p, weight)
			case 2, 3:
				b.Out(t, p, weight)
			default:
				b.Inhibit(t, p, weight)
			}
		}
	}
	net, err := b.Net()
	if err != nil {
		panic(err)
	}
	all := everyOption(net)
	o := all[head/6%len(all)]
	if o.Order != nil && head%5 == 0 {
		o.Order = &order.Decomposition{Levels: [][]int{o.Order.Levels[0]}}
		for p := range places {
			if p != o.Order.Levels[0][0] {
				o.Order.Levels[0] = append(o.Order.Levels[0], p)
			}
		}
	}
	return net, o
}

// amount is mostly a small number, now and then one of many bits.
func amount(x int) int64 {
	if x >= 40 {
		return int64(x%5) << (x % 61)
	}
	return int64(x % 5)
}
