package polytope

import (
	"context"
	"errors"
	"fmt"
	"math/big"
	"math/rand/v2"

	"brim/internal/checked"
)

// A Polytope is the set of all y with Σ Of[i]·y[i] + Plus ≥ 0 for each row.
type Polytope struct {
	Dim  int
	Rows []Row
}

// A Row is a linear function of a point.
type Row struct {
	Of   []int64
	Plus int64
}

// Limits end the work. A field of zero sets no limit.
type Limits struct {
	Vertices int // of a polytope
	Index    int // of the group of a vertex
}

// The reasons for which points are not counted.
var (
	ErrUnbounded = errors.New("the polytope is unbounded")
	ErrRange     = errors.New("numbers of the polytope exceed the range of its tables")
	ErrLimit     = errors.New("the polytope has too many vertices, or its vertices have too many classes of points")
)

// errMany says that there are more vertices than may be looked at.
var errMany = fmt.Errorf("%w", ErrLimit)

// errGeneric says that a random direction or displacement was not generic.
var errGeneric = errors.New("the polytope has no generic direction")

// tries is how many random directions are tried.
const tries = 4

// Points returns the number of integer points. The error is ErrUnbounded, which is also the error of some empty sets
// that would be unbounded otherwise; ErrRange, ErrLimit, that of ctx, or a *Fault. Cost: two pivots for each vertex, in
// O(Dim·(rows−Dim)), and O(Dim²) operations for each of 62 bits of the result.
func (p *Polytope) Points(ctx context.Context, l Limits) (*big.Int, error) {
	rows, empty := p.tightened()
	if empty {
		return new(big.Int), nil
	}
	if p.Dim == 0 {
		return big.NewInt(1), nil
	}
	var err error
	for seed := range uint64(tries) {
		rng := rand.New(rand.NewPCG(seed, 20))
		var n *big.Int
		if n, err = count(ctx, p.Dim, rows, l, rng); !errors.Is(err, errGeneric) {
			return n, err
		}
	}
	return nil, fmt.Errorf("%w: %w", ErrLimit, err)
}

// tightened returns the rows divided by their greatest common divisors, which loses no integer point, the tightest of
// those with equal coefficients, without those that always hold; empty reports that one never does.
func (p *Polytope) tightened() (rows []Row, empty bool) {
	at := map[string]int{}
	for _, r := range p.Rows {
		g := int64(0)
		for _, c := range r.Of {
			g = checked.GCD(g, c)
		}
		if g == 0 {
			if r.Plus < 0 {
				return nil, true
			}
			continue
		}
		n := Row{Of: make([]int64, p.Dim), Plus: floor(r.Plus, g)}
		for i, c := range r.Of {
			n.Of[i] = c / g
		}
		key := fmt.Sprint(n.Of)
		if i, ok := at[key]; ok {
			rows[i].Plus = min(rows[i].Plus, n.Plus)
			continue
		}
		at[key] = len(rows)
		rows = append(rows, n)
	}
	return rows, false
}

// count counts the points, modulo as many primes as it takes. The error may be errGeneric.
func count(ctx context.Context, dim int, rows []Row, l Limits, rng *rand.Rand) (*big.Int, error) {
	t, err := fewest(ctx, dim, rows, l, rng)
	if err != nil || t == nil {
		return new(big.Int), err
	}
	g := &guess{dim: dim}
	for {
		var parts []*part
		for range g.primes(rows) {
			parts = append(parts, newPart(g.next(), dim, len(rows), rng))
		}
		bound, err := t.sum(ctx, l, parts)
		if err != nil {
			return nil, err
		}
		for _, x := range parts {
			g.add(x.prime, x.total)
		}
		if n, err := g.number(bound); n != nil || err != nil {
			return n, err
		}
	}
}

// fewest returns the table of a vertex in the style that has few vertices, nil if the polytope is empty: the first one
// of which all vertices are found, when the number that may be looked at grows.
func fewest(ctx context.Context, dim int, rows []Row, l Limits, rng *rand.Rand) (*table, error) {
	const first, times = 1 << 10, 4
	for most := first; ; most *= times {
		last := l.Vertices > 0 && most >= l.Vertices
		if last {
			most = l.Vertices
		}
		for s := range styles {
			t, err := newTable(dim, rows, s, rng)
			if err != nil {
				return nil, err
			}
			if ok, err := t.feasible(ctx); err != nil || !ok {
				return nil, err
			}
			if _, err = t.sum(ctx, Limits{Vertices: most, Index: l.Index}, nil); err == nil {
				return t, nil
			}
			if !errors.Is(err, errMany) {
				return nil, err
			}
		}
		if last {
			return nil, ErrLimit
		}
	}
}

// A guess is a number of which remainders are known.
type guess struct {
	dim    int
	last   *big.Int // prime
	known  *big.Int // modulo product
	moduli *big.Int
}

// most is the number of primes of one pass.
const most = 8

// primes returns how many primes the next pass should have.
func (g *guess) primes(rows []Row) int {
	if g.moduli != nil {
		return most
	}
	longest := 1
	for _, r := range rows {
		longest = max(longest, big.NewInt(r.Plus).BitLen())
	}
	return min(most, 2+g.dim*longest/primeBits)
}

// next returns the next prime.
func (g *guess) next() uint64 {
	if g.last == nil {
		g.last = new(big.Int).Lsh(big.NewInt(1), primeBits)
	}
	for {
		g.last.Sub(g.last, big.NewInt(1))
		if g.last.ProbablyPrime(0) { // certain below 2^64
			return g.last.Uint64()
		}
	}
}

// add adds a remainder.
func (g *guess) add(prime, rest uint64) {
	p, r := new(big.Int).SetUint64(prime), new(big.Int).SetUint64(rest)
	if g.moduli == nil {
		g.known, g.moduli = r, p
		return
	}
	// known + moduli·k ≡ rest
	k := new(big.Int).ModInverse(g.moduli, p)
	k.Mul(k, r.Sub(r, g.known)).Mod(k, p)
	g.known.Add(g.known, k.Mul(k, g.moduli))
	g.moduli.Mul(g.moduli, p)
}

// A Fault says that remainders are those of no number within the bound: a mistake of this package.
type Fault struct{ Known, Bound *big.Int }

func (f *Fault) Error() string {
	return fmt.Sprintf("the remainders of a number up to %v are those of %v", f.Bound, f.Known)
}

// number returns the number, nil if primes are missing for one up to bound.
func (g *guess) number(bound *big.Int) (*big.Int, error) {
	enough := new(big.Int).Lsh(bound, primeBits) // one prime more
	if g.moduli.Cmp(enough) <= 0 {
		return nil, nil
	}
	if g.known.Cmp(bound) > 0 {
		return nil, &Fault{g.known, bound}
	}
	return g.known, nil
}

// floor returns the largest integer up to a/b, for b > 0.
func floor(a, b int64) int64 {
	q := a / b
	if a%b < 0 {
		q--
	}
	return q
}
