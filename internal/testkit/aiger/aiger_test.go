package aiger_test

import (
	"strings"
	"testing"

	"brim/internal/testkit/aiger"
)

// toggle has a bad state, the latch, which its input changes, and a constraint: the input is true if the latch is.
const toggle = `aag 6 1 1 0 4 1 1
2
4 10
4
13
6 2 4
8 3 5
10 7 9
12 4 3
`

// fair has a latch that the input sets, the fairness constraint that the input is true again and again, and two justice
// properties: the latch; the latch and its negation.
const fair = `aag 2 1 1 0 0 0 0 2 1
2
4 2
1
2
4
4
5
2
`

func parsed(t *testing.T, text string) *aiger.Circuit {
	t.Helper()
	c, err := aiger.Parse(text)
	if err != nil {
		t.Fatal(err)
	}
	return c
}

// Each wrong witness is refused, for a reason that its name has.
func TestWitnesses(t *testing.T) {
	for _, x := range []struct{ circuit, text, wrong string }{
		{toggle, "1\nb0\n0\n1\n1\n.\n", ""},
		{toggle, "1\nb0\n0\n1\n1\n.\n1\nb0\n0\n0\n1\n1\n.\n", ""},
		{toggle, "1\nb0\n0\n1\n1\n.\n1\nb0\n0\n0\n1\n.\n", "never true"},
		{toggle, "1\nb0\n0\n1\n0\n.\n", "constraint"},
		{toggle, "1\nb0\n1\n1\n1\n.\n", "initial"},
		{toggle, "1\nb0\n0\n0\n1\n.\n", "never true"},
		{toggle, "1\nb1\n0\n1\n1\n.\n", "no property"},
		{toggle, "1\nj0\n0\n1\n1\n.\n", "no property"},
		{toggle, "1\nb0\n0\n11\n1\n.\n", "digits"},
		{toggle, "1\nb0\n0\n1\n1\n", "no witness"},
		{toggle, "0\nb0\n.\n", "no witness"},
		{fair, "1\nj0\n0\n0\n1\n.\n", "no loop"}, // does not come back
		{fair, "1\nj0\n0\n0\n0\n.\n", "no loop"}, // unfair
		{fair, "1\nj0j1\n0\n1\n0\n.\n", ""},
		{fair, "1\nj0\n0\n1\n1\n.\n", ""},
		{fair, "1\nj0j1\n0\n1\n1\n.\n", "j1 has no loop"},
	} {
		err := parsed(t, x.circuit).Simulate(x.text)
		if (err == nil) != (x.wrong == "") || err != nil && !strings.Contains(err.Error(), x.wrong) {
			t.Errorf("%q: %v, want %q", x.text, err, x.wrong)
		}
	}
}

// swap has two latches that change places, one of them set at first: never are both, and bad says otherwise.
const swap = `aag 3 0 2 0 1 1
2 4 1
4 2
6
6 4 2
`

// equal begins a witness circuit of swap, whose bad state is true where the latches are equal.
const (
	equal = "aag 5 0 2 0 3 1\n2 4 1\n4 2\n11\n6 4 2\n8 5 3\n10 9 7\n"
	names = "l0 = 2\nl1 = 4\n"
)

// Each wrong witness circuit is refused, for the conditions that do not hold.
func TestCertificates(t *testing.T) {
	for _, x := range []struct{ circuit, wrong string }{
		{equal + names, ""},
		{swap + names, ""}, // its own property is inductive
		{equal, "no literal"},
		{equal + "l0 = 2\nl1 = 2\n", "no literal"},
		{strings.Replace(equal, "2 4 1", "2 4 0", 1) + names, "base reset"},
		{strings.Replace(equal, "4 2\n", "4 3\n", 1) + names, "transition"},
		{strings.Replace(equal, "\n11\n", "\n10\n", 1) + names, "base"}, // bad where they differ
		{"aag 2 0 2 0 0 1\n2 4 1\n4 2\n4\n" + names, "induction"},       // bad where the other latch is set
		{"aag 2 0 2 0 0 1\n2 4 1\n4 2\n0\n" + names, "safety"},
	} {
		err := aiger.Certifies(parsed(t, swap), parsed(t, x.circuit))
		if (err == nil) != (x.wrong == "") || err != nil && !strings.Contains(err.Error(), x.wrong) {
			t.Errorf("%q: %v, want %q", x.circuit, err, x.wrong)
		}
	}
}
