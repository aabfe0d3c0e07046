package puzzles

import (
	"log"
	"math/big"
	"math/bits"

	"github.com/dalzilio/rudd"
)

// withRudd solves the puzzles with the BDD library rudd. It encodes a value in binary, with the bits of a variable next
// to each other and the last variable on top; the queens have a bit for each square.
type withRudd struct{}

func newBDD(variables int) *rudd.BDD {
	b, err := rudd.New(variables, rudd.Nodesize(1<<20), rudd.Cachesize(1<<20))
	if err != nil {
		log.Fatal(err)
	}
	return b
}

// counted returns the number of valuations of n, and ends the program if b has failed.
func counted(b *rudd.BDD, n rudd.Node) *big.Int {
	if b.Errored() {
		log.Fatal(b.Error())
	}
	return b.Satcount(n)
}

// queens has a BDD variable for each square. It requires a queen in each row, and for each square that a queen there
// excludes queens on all squares that it attacks.
func (withRudd) queens(n int) *big.Int {
	b := newBDD(n * n)
	at := func(r, c int) int { return r*n + c }
	boards := b.True()
	for r := range n {
		some := b.False()
		for c := range n {
			some = b.Or(some, b.Ithvar(at(r, c)))
		}
		boards = b.And(boards, some)
	}
	for r := range n {
		for c := range n {
			alone := b.True()
			for r2 := range n {
				for c2 := range n {
					if (r2 != r || c2 != c) && (r2 == r || c2 == c || r2-r == c2-c || r2-r == c-c2) {
						alone = b.And(alone, b.NIthvar(at(r2, c2)))
					}
				}
			}
			boards = b.And(boards, b.Imp(b.Ithvar(at(r, c)), alone))
		}
	}
	return counted(b, boards)
}

// bitsOf are the variables of the bits of one variable, and the way to say that it has a value.
type bitsOf struct {
	b     *rudd.BDD
	width int
	first func(variable int) int // its highest bit; the others follow
	every int                    // from one bit to the next
}

func (x bitsOf) is(variable, value int) rudd.Node {
	n := x.b.True()
	for i := x.width - 1; i >= 0; i-- {
		bit := x.first(variable) + i*x.every
		if value>>(x.width-1-i)&1 == 1 {
			n = x.b.And(x.b.Ithvar(bit), n)
		} else {
			n = x.b.And(x.b.NIthvar(bit), n)
		}
	}
	return n
}

func (x bitsOf) isOneOf(variable int, values []int) rudd.Node {
	n := x.b.False()
	for _, v := range values {
		n = x.b.Or(n, x.is(variable, v))
	}
	return n
}

func (withRudd) choices(n int, excluded []pair) *big.Int {
	b := newBDD(2 * n)
	x := bitsOf{b, 2, func(i int) int { return 2 * (n - 1 - i) }, 1}
	all := b.True()
	for _, p := range excluded {
		all = b.And(all, b.Not(b.And(x.is(p.i, p.v), x.is(p.j, p.w))))
	}
	return counted(b, all)
}

// reach interleaves the bits of the current state and of the next one, and builds one transition relation from all
// events. It adds the images of the states reached last until nothing is new, and returns the number of states.
func (withRudd) reach(s system) *big.Int {
	width := bits.Len(uint(s.values - 1))
	b := newBDD(2 * width * s.variables)
	first := func(i int) int { return 2 * width * (s.variables - 1 - i) }
	now, next := bitsOf{b, width, first, 2}, bitsOf{b, width, func(i int) int { return first(i) + 1 }, 2}
	stays := make([]rudd.Node, s.variables)
	for i := range stays {
		stays[i] = b.True()
		for k := range width {
			stays[i] = b.And(stays[i], b.Equiv(b.Ithvar(first(i)+2*k), b.Ithvar(first(i)+2*k+1)))
		}
	}
	step := b.False()
	for _, e := range s.events {
		t := b.True()
		for i := range s.variables {
			if may, ok := e.may[i]; ok {
				t = b.And(t, now.isOneOf(i, may))
			}
			if to, ok := e.to[i]; ok {
				t = b.And(t, next.is(i, to))
			} else {
				t = b.And(t, stays[i])
			}
		}
		step = b.Or(step, t)
	}
	var these, those []int
	start := b.True()
	for i := range s.variables {
		start = b.And(start, now.is(i, 0))
		for k := range width {
			these, those = append(these, first(i)+2*k), append(those, first(i)+2*k+1)
		}
	}
	back, err := b.NewReplacer(those, these)
	if err != nil {
		log.Fatal(err)
	}
	drop := b.Makeset(these)
	reached := start
	for border := start; !b.Equal(border, b.False()); {
		border = b.And(b.Replace(b.AndExist(drop, step, border), back), b.Not(reached))
		reached = b.Or(reached, border)
	}
	// of the next state nothing is said, which Satcount counts
	n := counted(b, reached)
	return n.Rsh(n, uint(len(those)))
}
