package nets

import (
	"fmt"
	"math/big"
	"strconv"
	"strings"

	"brim/petri"
)

// A builder is a petri.Builder with a shorthand for transitions whose arcs all
// have weight 1.
type builder struct {
	*petri.Builder
	size []int
}

// builds sets the function that builds the nets of f: it checks the size and has build add the places, transitions and
// units, where n is the first number of the size. A mistake in what build adds is one of this package.
func (f *Family) builds(build func(b builder, n int)) {
	f.Build = func(size ...int) *petri.Net {
		f.mustHave(size)
		b := builder{petri.NewBuilder(f.spec(size)), size}
		build(b, size[0])
		net, err := b.Net()
		if err != nil {
			panic("nets: " + err.Error())
		}
		return net
	}
}

// mustHave panics if there is no net of the given size.
func (f Family) mustHave(size []int) {
	if len(size) != len(f.Numbers) {
		panic(fmt.Sprintf("nets: size %d, expected %s", size, f.Form()))
	}
	for i, x := range f.Numbers {
		if size[i] < x.Min || size[i] > x.Max {
			panic(fmt.Sprintf("nets: size %d, expected %s with %s = %d … %d", size, f.Form(), x.Name, x.Min, x.Max))
		}
	}
}

// fire adds a transition that takes one token from each place of pre and gives
// one to each place of post.
func (b builder) fire(name string, pre, post []int) {
	t := b.Transition(name)
	for _, p := range pre {
		b.In(t, p, 1)
	}
	for _, p := range post {
		b.Out(t, p, 1)
	}
}

// copies adds the places name_1 … name_n of all names, the first copy of each before the second ones. A name with * at
// its end stands for a place with a token.
func (b builder) copies(n int, names ...string) {
	for i := 1; i <= n; i++ {
		for _, name := range names {
			base, marked := strings.CutSuffix(name, "*")
			b.Place(at(base, i), tokens(marked))
		}
	}
}

// at returns base_i.
func at(base string, i int) string {
	var buf [32]byte
	return string(strconv.AppendInt(append(append(buf[:0], base...), '_'), int64(i), 10))
}

// linear returns the function n ↦ a·n + b of the first number of a size.
func linear(a, b int64) func(size ...int) *big.Int {
	return func(size ...int) *big.Int {
		x := big.NewInt(a)
		return x.Mul(x, big.NewInt(int64(size[0]))).Add(x, big.NewInt(b))
	}
}

// power returns base^n.
func power(base int64, n int) *big.Int {
	return new(big.Int).Exp(big.NewInt(base), big.NewInt(int64(n)), nil)
}

// binomial returns C(n, k).
func binomial(n, k int) *big.Int {
	return new(big.Int).Binomial(int64(n), int64(k))
}

// polynomial returns (Σ c[i]·nⁱ) / d, which must be an integer.
func polynomial(n int, d int64, c ...int64) *big.Int {
	x, sum := big.NewInt(int64(n)), new(big.Int)
	for i := len(c) - 1; i >= 0; i-- { // Horner
		sum.Mul(sum, x).Add(sum, big.NewInt(c[i]))
	}
	return sum.Quo(sum, big.NewInt(d))
}
