package proof

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"
	"testing"

	"brim/cmd/brim-verify/internal/formula"
	"brim/cmd/brim-verify/internal/net"
)

// mutex has two processes that wait for one lock, and a place that counts for ever.
const mutex = "lock=1 a=1 b=1 x y n; in: a lock -> x; out: x -> a lock n; enter: b lock -> y; leave: y -> b lock"

// gate lets something pass at first only, and no sum says so.
const gate = "open=1 shut i=1 o; pass: open i -> open o; close: open -> shut; back: o shut -> i shut; jam: i o -> o o"

func TestClauses(t *testing.T) {
	const sums = "\"lock + x + y = 1\"\n\"a + x = 1\"\n"
	check(t, []row{
		{mutex, "AG x + y <= 1", "holds", ".clauses \"x + y > 1\"\n" + sums, "verified: holds"},
		{mutex, "EF (x = 1 & y = 1)", "fails", ".clauses \"x >= 1 & y >= 1\"\n" + sums, "…not seen to hold"},
		{mutex, "EF (x = 1 & y >= 1)", "fails", ".clauses \"x = 1 & y >= 1\"\n" + sums, "verified: fails"},
		{mutex, "EF (x = 1 & y >= 1)", "fails", ".clauses \"x = 1 & y >= 1\"", "…not seen to exclude"},
		{mutex, "AG EF x = 1", "holds", ".clauses \"EF x = 1\"", "…path operators"},
		{mutex, "bound x", "1", ".clauses \"x > 1\"\n" + sums + ".part\nfire 0 \"in\"", "verified: 1"},
		{mutex, "EF n = 1", "fails", ".clauses \"n + x = 1\"\n\"n + x <= 0\"",
			"…neither a clause nor a sum that never grows"},
		{mutex, "AG n <= 1", "holds", ".clauses \"n > 1\"\n\"n <= 1\"", "…\"out\" is not seen to keep"},
		{mutex, "AG !(enabled(in) & y > 0)", "holds", ".clauses \"enabled(in) & y > 0\"\n\"y <= 0 | lock <= 0\"",
			"…not seen to keep"},
		{mutex, "AG !(enabled(in) & y > 0)", "holds", ".clauses \"enabled(in) & y > 0\"\n" + sums, "verified"},
		{mutex, "AG !(enabled(in) & y > 0)", "holds", ".clauses \"enabled(in) & y > 0\"\n\"y <= 0 | lock <= 0\"\n" +
			"\"y <= 0 | x <= 0\"\n\"lock <= 0 | x <= 0\"\n\"lock <= 1\"\n\"x <= 1\"\n\"y <= 1\"", "verified"},
		{mutex, "ReachabilityDeadlock", "fails", ".clauses \"deadlock\"\n\"lock + x + y = 1\"", "…not seen to exclude"},
		{mutex, "ReachabilityDeadlock", "fails", ".clauses \"deadlock\"\n" + sums, "verified"},
		{gate, "AG (o <= 1 | i >= 1)", "holds", ".clauses \"o > 1 & i = 0\"\n\"i + o <= 1\"", "verified"},
		{gate, "AG !enabled(jam)", "holds", ".clauses \"enabled(jam)\"\n\"i + o <= 1\"", "verified"},
		{mutex, "EF x = 2", "fails", ".clauses \"x = 2\"\n\"false\"", "…the initial marking does not satisfy false"},
		{mutex, "EF x = 2", "fails", ".clauses \"x = 2\"\n\"x >= 1\"", "…the initial marking does not satisfy"},
		{mutex, "EF x = 2", "fails", ".clauses \"x = 2\"\n\"x >= 0\"\n\"x <= 1 | y >= 0\"", "…not seen to exclude"},
		{mutex, "EF x = 2", "fails", ".clauses \"x = 2\"\n\"x <= 9223372036854775807\"",
			"…neither a clause nor a sum that never grows, or numbers beyond 2^30"},
		{mutex, "EF x = 2", "fails", ".clauses \"x = 2\"\n\"9223372036854775807*lock + 9223372036854775807*a <= 1\"",
			"…the initial marking"},
		{mutex, "EF x = 2", "fails", ".clauses \"x = 2\"\n\"2147483648*lock + a <= 2147483649\"", "…neither a clause"},
		{mutex, "EF x = 2", "fails", ".clauses \"x = 2\"\n\"EF x = 1\"", "…path operators"},
		{mutex, "EF x = 2", "fails", ".clauses \"x = 2\"\n\"x <= 1 | x + y <= 1\"", "…neither a clause"},
		{mutex, "EF x = 2", "fails", ".clauses \"x = 2\"\n\"x <= 1 | (y <= 1 & n = 0)\"", "…neither a clause"},
		{mutex, "EF x = 2", "fails", ".clauses \"x = 2\"\nclause \"x <= 1\"", "malformed: c:6: expected a formula"},
		{mutex, "EF x = 2", "fails", ".clauses \"x = 2\" 3", "malformed: c:5: expected the end"},
		{mutex, "EF x = 2", "fails", ".clauses x = 2", "malformed: c:5: expected a formula in quotes"},
		{mutex, "EF x >= 9223372036854775807", "fails", ".clauses \"x >= 9223372036854775807\"\n" + sums, "verified"},
		{mutex, "EF x > 9223372036854775806", "fails", ".clauses \"x > 9223372036854775806\"\n\"a + x <= 1\"",
			"verified"},
		{mutex, "AG x <= 9223372036854775806", "holds", ".clauses \"x > 9223372036854775806\"", "…not seen to exclude"},
		{mutex, "AG x - n <= 1", "holds", ".clauses \"x - n > 1\"\n" + sums, "verified"},
		{mutex, "AG x - n <= 1", "holds", ".clauses \"x - n > 1\"", "…not seen to exclude"},
		{mutex, "AG n - x <= 1", "holds", ".clauses \"n - x > 1\"\n" + sums, "…not seen to exclude"},
		{mutex, "AG 4*x - 9223372036854775807*n <= 3", "holds", ".clauses \"4*x - 9223372036854775807*n > 3\"\n" + sums,
			"…not seen to exclude"},
		// an arc that moves more than any bound, which is no reason to believe that a place is empty before
		{"p=1 q; t: p -> 1099511627776*q; u: q -> q", "AG q <= 5", "holds", ".clauses \"q > 5\"\n\"q <= 5\"",
			"…not seen to keep"},
		{"p=1 q=9223372036854775807; t: 9223372036854775807*q -> p", "AG p <= 1", "holds",
			".clauses \"p > 1\"\n\"p <= 1\"", "…not seen to keep"},
		{"p=1 q r=1; t: p r !2*q -> p q r; u: q -> r", "AG q <= 2", "holds", ".clauses \"q > 2\"\n\"q <= 2\"",
			"verified"},
		{"p=1 q r=1; t: p r !3*q -> p q r; u: q -> r", "AG q <= 2", "holds", ".clauses \"q > 2\"\n\"q <= 2\"",
			"…not seen to keep"},
	})
}

// A literal of a clause.
type literal struct {
	place int
	least bool
	k     int64
}

func (l literal) holds(m net.Marking) bool { return m[l.place] == l.k || m[l.place] > l.k == l.least }

func clauseText(n *net.Net, c []literal) string {
	var list []string
	for _, l := range c {
		list = append(list, fmt.Sprintf("%q %s %d", n.Places[l.place],
			map[bool]string{true: ">=", false: "<="}[l.least], l.k))
	}
	return strconv.Quote(strings.Join(list, " | "))
}

// sum returns that a sum of the first places is at most what it is at first.
func sum(n *net.Net, weights ...int) string {
	var terms []string
	value := int64(0)
	for p, w := range weights {
		terms = append(terms, fmt.Sprintf("%d*%s", w, n.Places[p]))
		value += int64(w) * n.Initial[p]
	}
	return fmt.Sprintf("%q", fmt.Sprintf("%s <= %d", strings.Join(terms, " + "), value))
}

// TestRandomClauses gives all short clauses that are true as an invariant, some of them changed. What is accepted
// is true, and much of what is true is accepted.
func TestRandomClauses(t *testing.T) {
	r := rand.New(rand.NewPCG(7, 8))
	accepted, rejected, changed := 0, 0, 0
	for range rounds(3000) {
		n := randomNet(t, r)
		s := newSpace(n, false, n.Initial)
		question := fmt.Sprintf("%s %s %s", randomState(r, n), []string{"&", "|"}[r.IntN(2)], randomState(r, n))
		bad := formula.Parse(question, n)
		always := func(c []literal) bool {
			return !slices.ContainsFunc(s.markings, func(m net.Marking) bool {
				return !slices.ContainsFunc(c, func(l literal) bool { return l.holds(m) })
			})
		}
		random := func() literal { return literal{r.IntN(3), r.IntN(2) == 0, int64(r.IntN(4))} }
		var lines []string
		for range 60 {
			c := []literal{random(), random(), random()}[:1+r.IntN(3)]
			if always(c) {
				lines = append(lines, clauseText(n, c))
			}
		}
		lines = append(lines, sum(n, 1, 1, 1))
		change := r.IntN(3) == 0
		if change {
			i := r.IntN(len(lines))
			switch r.IntN(4) {
			case 0:
				lines = slices.Delete(lines, i, i+1)
			case 1:
				lines[i] = sum(n, 1+r.IntN(2), 1+r.IntN(2))
			default:
				lines[i] = clauseText(n, []literal{random(), random()}[:1+r.IntN(2)])
			}
		}
		truth := !slices.Contains(s.values(bad), true)
		text := header("fails") + fmt.Sprintf(".clauses %q\n%s\n.end\n", question, strings.Join(lines, "\n"))
		switch got := verify(t, n, "EF ("+question+")", text); {
		case got == "verified: fails" && !truth:
			t.Fatalf("%v\n%s", n, text)
		case got == "verified: fails" && bad.Op != formula.False:
			accepted++
			if change {
				changed++
			}
		case truth && bad.Op != formula.False:
			rejected++
		}
	}
	t.Logf("%d accepted, %d of them changed; %d rejected that are true", accepted, changed, rejected)
	if accepted < 3*rejected/2 || changed == 0 {
		t.Errorf("%d accepted, %d rejected", accepted, rejected)
	}
}
