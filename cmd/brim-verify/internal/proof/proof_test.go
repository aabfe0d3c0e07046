package proof

import (
	"context"
	"math"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"brim/cmd/brim-verify/internal/formula"
	"brim/cmd/brim-verify/internal/net"
)

// small returns a net from text: words "p=3" are places with tokens, and lines "t: p 2*q !3*r -> q" are transitions.
func small(t testing.TB, text string) *net.Net {
	n := &net.Net{PlaceNamed: map[string][]int{}, TransitionNamed: map[string][]int{}}
	lines := strings.Split(text, ";")
	for _, word := range strings.Fields(lines[0]) {
		name, tokens, _ := strings.Cut(word, "=")
		k, _ := strconv.ParseInt(tokens, 10, 64)
		n.PlaceNamed[name] = []int{len(n.Places)}
		n.Places, n.Initial, n.PlaceNames = append(n.Places, name), append(n.Initial, k), append(n.PlaceNames, name)
	}
	for _, line := range lines[1:] {
		name, arcs, _ := strings.Cut(line, ":")
		pre, post, _ := strings.Cut(arcs, "->")
		tr, at := net.Transition{Name: strings.TrimSpace(name)}, map[int]int{}
		for i, side := range []string{pre, post} {
			for _, word := range strings.Fields(side) {
				inhibits := strings.HasPrefix(word, "!")
				weight, place, ok := strings.Cut(strings.TrimPrefix(word, "!"), "*")
				if !ok {
					weight, place = "1", weight
				}
				k, err := strconv.ParseInt(weight, 10, 64)
				p := slices.Index(n.Places, place)
				if p < 0 || err != nil {
					t.Fatalf("%q in %q", word, line)
				}
				if _, known := at[p]; !known {
					at[p], tr.Arcs = len(tr.Arcs), append(tr.Arcs, net.Arc{Place: p, Most: math.MaxInt64})
				}
				switch a := &tr.Arcs[at[p]]; {
				case inhibits:
					a.Most = k - 1
				case i == 0:
					a.Pre = k
				default:
					a.Post = k
				}
			}
		}
		n.TransitionNamed[tr.Name] = []int{len(n.Transitions)}
		n.TransitionNames = append(n.TransitionNames, tr.Name)
		n.Transitions = append(n.Transitions, tr)
	}
	return n
}

const (
	shuttle = "left=1 right; there: left -> right; back: right -> left"
	line    = "a=1 b c; t: a -> b; u: b -> c"          // ends in a dead marking
	choice  = "a=1 b c; t: a -> b; u: a -> c; v: b->b" // v for ever, or dead
	counter = "p=1 q; t: p -> p q"
)

// header returns the lines before the sections; an answer may have "/infinite" behind it.
func header(answer string) string {
	answer, paths, ok := strings.Cut(answer, "/")
	if !ok {
		paths = "maximal"
	}
	return ".brim-certificate 2\n.model 00ff\n.deadlock " + paths + "\n.answer " + answer + "\n"
}

// verify returns the text of the outcome.
func verify(t testing.TB, n *net.Net, question, certificate string) string {
	q := formula.ReadQuestion(question, n)
	ctx, cancel := context.WithTimeout(context.Background(), 20*time.Second)
	defer cancel()
	answer, err := Verify(ctx, Model{n, "00ff"}, q, "c", strings.NewReader(certificate))
	if err != nil {
		return err.Error()
	}
	return "verified: " + answer
}

// A row is a certificate with the beginning of what is said about it, or a part of it behind "…".
type row struct{ net, question, answer, body, want string }

func check(t *testing.T, rows []row) {
	t.Helper()
	for i, r := range rows {
		body := strings.ReplaceAll(strings.TrimSpace(r.body), "\t", "")
		if body != "" {
			body += "\n"
		}
		got := verify(t, small(t, r.net), r.question, header(r.answer)+body+".end\n")
		want, inside := strings.CutPrefix(r.want, "…")
		if inside && !strings.Contains(got, want) || !inside && !strings.HasPrefix(got, want) {
			t.Errorf("row %d: %s, %s, %s:\n%.600s\ngot  %s\nwant %s", i, r.net, r.question, r.answer, body, got, r.want)
		}
	}
}

func TestPart(t *testing.T) {
	const notSeen = "rejected: c:"
	check(t, []row{
		{line, "a = 1", "holds", "", "verified: holds"},
		{line, "a = 1", "fails", "", "…not seen to hold in the initial marking"},
		{line, "EF c = 1", "holds", ".part\nfire 0 \"t\" \"u\"", "verified"},
		{line, "EF c = 1", "holds", ".part\nfire 0 \"t\"\nfire 1 \"u\"", "verified"},
		{line, "EF c = 1", "holds", ".part\nfire 0 \"t\"", notSeen},
		{line, "EF c = 1", "holds", ".part\nfire 0 \"u\" \"t\"", "rejected: c:6: transition \"u\" is not enabled"},
		{line, "EF c = 1", "holds", ".part\nfire 2 \"t\"", "rejected: c:6: marking 2 of 1"},
		{line, "EF c = 1", "holds", ".part\nfire 0 \"w\"", "malformed: c:6: expected the name of a transition"},
		{line, "EF c = 1", "holds", ".part\nexplore 3", "verified"},
		{line, "EF c = 1", "holds", ".part\nexplore 9223372036854775807", "verified"},
		{line, "EF c = 1", "holds", ".part\nexplore 2", "rejected: c:6: explore: the part has more than 2"},
		{line, "EF c = 1", "holds", ".part\nexplore 0", "rejected: c:6: explore: the part has more than 0"},
		{counter, "EF q = 2", "holds", ".part\nexplore 9", "…more than 9 markings"},
		{line, "AF c = 1", "holds", ".part\nfire 0 \"t\" \"u\"", "verified"},
		{line, "AF c = 1", "holds", ".part\nfire 0 \"t\"", notSeen},
		{choice, "AF c = 1", "holds", ".part\nfire 0 \"u\"", notSeen}, // b is not in the part
		{choice, "AF c = 1", "holds", ".part\nexplore 3", notSeen},
		{choice, "AF (c = 1 | b = 1)", "holds", ".part\nexplore 3", "verified"},
		{choice, "EG c = 0", "holds", ".part\nfire 0 \"t\"", "verified"},
		{choice, "EG b = 0", "holds", ".part\nfire 0 \"u\"", "verified"},
		{choice, "EG b = 0", "holds/infinite", ".part\nexplore 3", notSeen},
		{choice, "EG c = 0", "holds/infinite", ".part\nexplore 3", "verified: holds on infinite paths"},
		{choice, "AF b = 1", "holds/infinite", ".part\nexplore 3", "verified"}, // AF holds in dead markings then
		{choice, "A(a + c > 0 U b = 1)", "holds/infinite", ".part\nexplore 3", "verified"},
		{line, "E(b = 0 U c = 1)", "holds", ".part\nexplore 3", notSeen},
		{line, "E(c = 0 U c = 1)", "holds", ".part\nexplore 3", "verified"},
		{choice, "AG a + b + c = 1", "holds", ".part\nexplore 3", "verified"},
		{choice, "AG a + b + c = 1", "holds", ".part\nfire 0 \"t\"", notSeen},
		{choice, "AX b + c = 1", "holds", ".part\nfire 0 \"t\"", notSeen},
		{choice, "AX b + c = 1", "holds", ".part\nfire 0 \"t\"\nfire 0 \"u\"", "verified"},
		{choice, "EX c = 1", "holds", ".part\nfire 0 \"u\"", "verified"},
		{choice, "EX c = 1", "holds", ".part\nfire 0 \"t\"", notSeen},
		{choice, "EX true", "holds", ".part\nfire 0 \"t\"", "verified"},
		{line, "AX false", "holds", ".part\nexplore 3", notSeen},
		{line, "EF AX false", "holds", ".part\nexplore 3", "verified"},
		{line, "EF EX true", "fails", ".part\nexplore 3", notSeen},
		{line, "EF deadlock", "holds", ".part\nexplore 3", "verified"},
		{line, "ReachabilityDeadlock", "holds", ".part\nfire 0 \"t\" \"u\"", "verified"},
		{line, "ReachabilityDeadlock", "holds", ".part\nfire 0 \"t\"", notSeen},
		{shuttle, "ReachabilityDeadlock", "fails", ".part\nexplore 2", "verified"},
		{shuttle, "QuasiLiveness", "holds", ".part\nfire 0 \"there\"", "verified"},
		{shuttle, "QuasiLiveness", "holds", ".part", notSeen},
		{shuttle, "Liveness", "holds", ".part\nexplore 2", "verified"},
		{shuttle, "Liveness", "holds", ".part\nfire 0 \"there\"", "verified"}, // which is all
		{line, "Liveness", "fails", ".part\nexplore 3", "verified"},
		{line, "Liveness", "holds", ".part\nexplore 3", notSeen},
		{shuttle, "OneSafe", "holds", ".part\nexplore 2", "verified"},
		{shuttle, "StableMarking", "fails", ".part\nexplore 2", "verified"},
		{shuttle, "bound left + right", "1", ".part\nexplore 2", "verified"},
		{shuttle, "bound left + right", "2", ".part\nexplore 2", notSeen},
		{shuttle, "bound left + right", "0", ".part\nexplore 2", notSeen},
		{shuttle, "STATES", "2", ".part\nexplore 2", "…there is no section space"},
		{choice, "MAX_TOKEN_IN_PLACE", "1", ".part\nexplore 3", "verified: 1"},
		{choice, "MAX_TOKEN_PER_MARKING", "1", ".part\nexplore 3", "verified: 1"},
		{line, "EF c = 1", "holds", ".part\nfire 0 \"t\"\n.part\nfire 1 \"u\"",
			"malformed: c:7: expected one section part"},
		{line, "EF c = 1", "holds", ".levels \"a\" \"b\" \"c\"\n.sets\n2 1 1:1\n.claims\n1 part 2 " +
			"\"a=1\"\n.part\nexplore 3",
			"malformed: c:10: expected one section part"},
		{"p=9223372036854775807; t: p -> 2*p", "EF p = 0", "fails", ".part\nexplore 9", notSeen},
		{"p=9223372036854775807; t: p -> 2*p", "AG p > 1", "holds", "", notSeen},
		{"p=9223372036854775807; t: p -> 2*p", "STATES", "1", "", "rejected"},
	})
}

func TestNever(t *testing.T) {
	const twoMachines = "p=1 q=1 r s; t: p -> r; u: q -> s; v: r -> p; w: s -> q"
	check(t, []row{
		{shuttle, "AG left + right <= 1", "holds", ".never \"left + right >= 2\"\nsum 0:1", "verified"},
		{shuttle, "AG left + right <= 1", "holds", ".never \"left + right >= 2\"\nsum 0:0", "…no contradiction"},
		{shuttle, "AG left + right <= 1", "holds", ".never \"left + right >= 1\"\nsum 0:1", "…no contradiction"},
		{shuttle, "AG left + right <= 1", "holds", ".never \"left + right >= 2\"\nsum 0:-1", "…negative factor"},
		{shuttle, "AG left + right <= 1", "holds", ".never \"left + right >= 2\"\nsum 1:1", "…fact 1 of 1"},
		{shuttle, "AG left + right <= 1", "holds", ".never \"left + right >= 3\"\nsum 0:1", "…not seen to hold"},
		{shuttle, "AG left <= 1", "holds", ".never \"left >= 2\"\nsum 0:1", "…transition \"back\" raises"},
		{shuttle, "AG left <= 1", "holds", ".never \"left >= 2\"\nsum 0:1 \"right\":1", "verified"},
		{shuttle, "OneSafe", "holds", ".never \"left >= 2 | right >= 2\"\ncase 0\n" +
			"sum 0:1 \"right\":1\nsum 0:1 \"left\":1", "verified"},
		{shuttle, "OneSafe", "holds", ".never \"left >= 2 | right >= 2\"\ncase 0\n" +
			"sum 0:1 \"right\":1", "malformed: c:8: expected sum, case"},
		{shuttle, "OneSafe", "holds", ".never \"left >= 2 | right >= 2\"\ncase 1\n", "…choice 1 of 1"},
		{shuttle, "AG !deadlock", "holds", ".never \"-left >= 0 & -right >= 0\"\nsum 0:1 1:1", "verified"},
		{line, "AG !deadlock", "holds", ".never \"-a >= 0 & -b >= 0\"\nsum 0:1 1:1", "…raises"},
		{twoMachines, "AG !(enabled(t) & enabled(v))", "holds", ".never \"p >= 1 & r >= 1\"\nsum 0:1 1:1",
			"verified"},
		{twoMachines, "AG (enabled(t) -> q + s <= 1)", "holds",
			".never \"p >= 1 & q + s >= 2\"\nsum 1:1", "verified"},
		{"p=1 q; t: p -> q; u: p q -> p", "AG p + q >= 1", "fails", ".part\nexplore 9", "…not seen"},
		// q is there only after p was: an order. p never rises, so u never fires.
		{"p q; t: q -> q p; u: p -> p q", "AG q <= 0", "holds",
			".never \"q >= 1\"\norder \"p\" \"q\" /\nsum 0:1\nsum 1:1",
			"verified"},
		{"p q; t: q -> q p; u: p -> p q; v: -> q", "AG q <= 0", "holds",
			".never \"q >= 1\"\norder \"p\" \"q\" /\nsum 0:1\nsum 1:1", "…transition \"v\" raises it"},
		{"p=1 q; t: p -> q", "AG q <= 0", "holds", ".never \"q >= 1\"\norder \"p\" /\nsum 0:1\nsum 1:1",
			"rejected: c:7: sum: transition \"t\" raises it"},
		{"p q; t: q -> q p; u: p -> p q; v: -> p", "AG q <= 0", "holds",
			".never \"q >= 1\"\norder \"p\" \"q\" /\nsum 0:1\nsum 0:1",
			"rejected: c:8: sum: transition \"u\" raises it"},
		{"p=2 q; t: p !2*p -> q; u: q -> q 2*p", "AG q <= 0", "holds",
			".never \"q >= 1\"\norder \"q\" / \"p\"\nsum 0:1\nsum 1:1", "verified"},
		{"p=1 q; t: p !2*p -> q; u: q -> q 2*p", "AG q <= 0", "holds",
			".never \"q >= 1\"\norder \"q\" / \"p\"\nsum 0:1\nsum 1:1", "…raises it"},
		// An odd number is not twice an integer.
		{"p q; t: -> 2*p; u: 2*p ->", "AG p != 3", "holds",
			".never \"p >= 3 & -p >= -3\"\ncut / 1 \"t\" -1 \"u\" at 1\n" +
				"sum 0:1 2:2\nsum 1:1 2:2", "verified"},
		{"p q; t: -> 2*p; u: 2*p ->", "AG p != 4", "holds",
			".never \"p >= 4 & -p >= -4\"\ncut / 1 \"t\" -1 \"u\" at 1\n" +
				"sum 0:1 2:2\nsum 1:1 2:2", "rejected"},
		{shuttle, "AG left <= 1", "holds", ".never \"left >= 2\"\nsum 0:1 \"right\":1\nsum 0:1",
			"malformed: c:7: expected a section"},
		{shuttle, "AG left <= 1", "holds", ".never \"left >= 2\"", "malformed: c:6: expected sum, case"},
		{shuttle, "AG left <= 1", "holds", ".never \"left >= 2\"\n" + strings.Repeat("cut 1 \"left\" / at 1\n", 20000),
			"malformed: c:10006: expected at most 10000"},
		{shuttle, "AG left <= 1", "holds", ".never \"9223372036854775808*left >= 2\"",
			"malformed: c:5: formula: found"},
		{shuttle, "AG left <= 1", "holds", ".never \"9223372036854775807*left + 9223372036854775807*left >= 2\"",
			"malformed"},
	})
}

func TestPump(t *testing.T) {
	check(t, []row{
		{counter, "bound q", "infinite", ".pump 0\n\"t\"", "verified: infinite"},
		{counter, "bound p + q", "infinite", ".pump 1\n\"t\"\n\"t\"", "verified"},
		{counter, "bound p", "infinite", ".pump 0\n\"t\"", "…no section pump raises"},
		{counter, "bound q", "infinite", "", "…no section pump raises"},
		{counter, "bound q", "3", ".pump 0\n\"t\"", "…not seen to hold"},
		{counter, "bound q", "infinite", ".pump 1\n\"t\"", "…position 1 of a run with 1 steps"},
		{counter, "STATES", "infinite", ".pump 0\n\"t\"", "verified"},
		{counter, "TRANSITIONS", "infinite", ".pump 0\n\"t\"", "verified"},
		{counter, "MAX_TOKEN_IN_PLACE", "infinite", ".pump 0\n\"t\"", "verified"},
		{shuttle, "STATES", "infinite", ".pump 0\n\"there\" \"back\"", "…no section pump raises"},
		{shuttle, "bound right", "infinite", ".pump 0\n\"there\"", "…place \"left\" has fewer tokens"},
		{shuttle, "bound right", "infinite", ".pump 0\n\"back\"", "…not enabled"},
		{"p=1 q; t: p !3*q -> p q", "bound q", "infinite", ".pump 0\n\"t\"",
			"…place \"q\" has fewer tokens than at position 0, or inhibits"},
		{"p=1 q r; t: p !3*q -> p r", "bound r", "infinite", ".pump 0\n\"t\"", "verified"},
	})
}

func TestLasso(t *testing.T) {
	check(t, []row{
		{shuttle, "E (G F right = 1)", "holds", ".lasso 0\n\"there\" \"back\"", "verified"},
		{shuttle, "E (G F right = 1)", "holds", ".lasso 1\n\"there\"\n\"back\" \"there\"", "verified"},
		{shuttle, "A (G F right = 1)", "holds", ".lasso 0\n\"there\" \"back\"", "…a run shows E of LTL only"},
		{shuttle, "A (F G right = 1)", "fails", ".lasso 0\n\"there\" \"back\"", "verified"},
		{shuttle, "E (F G right = 1)", "holds", ".lasso 0\n\"there\" \"back\"", "…does not satisfy"},
		{shuttle, "E (G F right = 1)", "holds", ".lasso 0\n\"there\"", "…neither that at position 0"},
		{shuttle, "E (G F right = 1)", "holds", ".lasso 1\n\"there\"", "…neither that at position 1"},
		{shuttle, "E (G F right = 1)", "holds", ".lasso 1\n\"there\"", "…nor dead"},
		{shuttle, "E (G F right = 1)", "holds", ".lasso 7\n\"there\"", "…neither that at position 7"},
		{shuttle, "E (G F right = 1)", "holds", ".lasso 0", "…neither that at position 0"},
		{shuttle, "E (X right = 1 & X X left = 1 & (left = 1 U right = 1))", "holds", ".lasso 0\n\"there\" \"back\"",
			"verified"},
		{shuttle, "E (X (left = 1 R (left + right = 1)))", "holds", ".lasso 0\n\"there\" \"back\"", "verified"},
		{line, "E (F G c = 1)", "holds", ".lasso 2\n\"t\" \"u\"", "verified"},
		{line, "E (X X X c = 1 & F X deadlock)", "holds", ".lasso 2\n\"t\" \"u\"", "verified"},
		{line, "E (X X deadlock & X !deadlock)", "holds", ".lasso 2\n\"t\" \"u\"", "verified"},
		{line, "E (X deadlock)", "holds", ".lasso 2\n\"t\" \"u\"", "…does not satisfy"},
		{line, "E (F G c = 1)", "holds/infinite", ".lasso 2\n\"t\" \"u\"", "…nor dead"},
		{choice, "E (F G enabled(v))", "holds", ".lasso 1\n\"t\" \"v\"", "verified"},
		{choice, "E (F G enabled(v))", "holds/infinite", ".lasso 1\n\"t\" \"v\"", "verified"},
		{shuttle, "EF right = 1", "holds", ".lasso 0\n\"there\" \"back\"", "…a run shows E of LTL only"},
	})
}

// TestCycles has formulas of LTL that the product of single markings decides.
func TestCycles(t *testing.T) {
	for _, x := range []struct {
		net, question  string
		infinite, want bool
	}{
		{shuttle, "A (G F right = 1)", false, true},
		{shuttle, "A (F G right = 1)", false, false},
		{shuttle, "A (G (left = 1 -> X right = 1))", false, true},
		{shuttle, "E (F G right = 1)", false, false},
		{shuttle, "E (G F right = 1)", false, true},
		{line, "A (F G c = 1)", false, true},
		{line, "A (X X X X deadlock)", false, true},
		{line, "A (G !deadlock)", false, false},
		{line, "A (G !deadlock)", true, true}, // there is no run
		{choice, "A (F (b = 1 | c = 1))", false, true},
		{choice, "A (F b = 1)", false, false},
		{choice, "A (F b = 1)", false, false},
		{choice, "A ((F b = 1))", true, true},
		{choice, "A (G F enabled(v) | F deadlock)", false, true},
		{choice, "A ((a = 1 U b = 1) | (a = 1 U c = 1))", false, true},
		{choice, "A ((a = 1 U b = 1) & (a = 1 U c = 1))", false, false},
	} {
		n := small(t, x.net)
		if got := decide(n, formula.Parse(x.question, n), x.infinite); got != x.want {
			t.Errorf("%s, %s, infinite paths %v: %v", x.net, x.question, x.infinite, got)
		}
	}
}
