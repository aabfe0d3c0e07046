package formula

import (
	"fmt"
	"math"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"brim/cmd/brim-verify/internal/net"
)

// parse reads a formula, or says what is wrong with it.
func parseText(text string, n *net.Net) (f *Formula, err error) {
	defer net.Catch(&err)
	return Parse(text, n), nil
}

func parsePath(text string, n *net.Net) (f *Formula, err error) {
	defer net.Catch(&err)
	return ParsePath(text, n), nil
}

// question reads a question, or says what is wrong with it.
func question(text string, n *net.Net) (q *Question, err error) {
	defer net.Catch(&err)
	return ReadQuestion(text, n), nil
}

const many = math.MaxInt64 // for arcs that do not inhibit

// small returns a net with the places p, q, r, x-y, X, and "a b", and the transitions t, u and v.
func small() *net.Net {
	n := &net.Net{
		Places:     []string{"p", "q", "r", "x-y", "X", "a b"},
		PlaceNamed: map[string][]int{"sum": {0, 1}, "p_1": {0}}, TransitionNamed: map[string][]int{"some": {0, 1}},
		Initial: []int64{1, 0, 2, 0, 0, 0},
		Transitions: []net.Transition{
			{Name: "t", Arcs: []net.Arc{{Place: 0, Pre: 1, Most: many}, {Place: 1, Post: 1, Most: many}}},
			{Name: "u", Arcs: []net.Arc{{Place: 1, Pre: 2, Most: many}, {Place: 2, Most: 2}}},
			{Name: "v", Arcs: []net.Arc{{Place: 3, Pre: 1, Most: many}, {Place: 4, Pre: 1, Most: many}}},
		},
	}
	for i, name := range n.Places {
		n.PlaceNamed[name] = []int{i}
		n.PlaceNames = append(n.PlaceNames, name)
	}
	for i, t := range n.Transitions {
		n.TransitionNamed[t.Name] = []int{i}
		n.TransitionNames = append(n.TransitionNames, t.Name)
	}
	return n
}

// TestSame has texts that are the same formula, and as String prints it.
func TestSame(t *testing.T) {
	n := small()
	for _, row := range [][]string{
		{"p >= 1", "p", "p > 0", "!p = 0 & p >= 0", "!(p < 1)", "2*p >= 1", "1 <= p", "-p <= -1",
			"p + q - q >= 1"},
		{"p <= 2", "2*p <= 5", "p < 3"},
		{"p_1 <= 1", `"p" < 2`, "p_1<2"},
		{"true", "p >= 0", "p + q > -1", "EF true", "AG true", "AX true", "p -> p | true", "A F true", "0 = 0",
			"AF true"},
		{"false", "p < 0", "EF false", "AG false", "EX false", "E(p U false)", "1 = 2", "EG false",
			"enabled(t) & false"},
		{"p >= 1 & q >= 1 & r >= 1", "r & (q & p) & q", "p&q&r"},
		{"q >= 1 | p <= 0", "p -> q", "!p | q", "!(p & !q)"},
		{"p -> (q -> r)", "p -> q -> r"},
		{"p <-> q", "(p & q) | (!p & !q)"},
		{"(p <-> q) <-> r", "p <-> q <-> r"},
		{"p = q & q < r", "r > q & q = p"},
		{"EF (p >= 1)", "EF p", "!AG !p", "E(true U p)", "EF EF p", "E F p", "!A G !p",
			"E F (p)"},
		{"EF (p & q) | r", "r | EF (q & p)"},
		{"EF p & q", "(EF p) & q"},
		{"AG (p & EF q)", "!EF(!p | AG !q)", "A G (EF q & p)"},
		{"E(p & q U r)", "E((p & q) U r)"},
		{"AX p", "!EX !p"},
		{"A X p", "A (X p)", "A X (p)"},
		{"A (G p)", "A (!F !p)", "A ((false R p))", "A (G G p)", "A (p W false)"},
		{"A (p W q)", "A (q R (p | q))"},
		{"A (G F p -> G F q)", "A(F G !p | G F q)", "A (G F p -> G (F q))"},
		{"E (F p & G !q)"},
		{"A (F p & F q & X r)"},
		{"x-y >= 1", "x-y", `"x-y" > 0`},
		{"p - q >= 1", "p - q > 0", "1 <= p - q"},
		{`"a b" + "X" = 3`, `"X" + "a b" = 3`, `"\x61 b" = 3 - "X"`},
		{`A X "X"`, `A X ("X" >= 1)`},
		{`EX "X"`, `EX ("X" > 0)`},
		{"enabled(t, u)", "enabled(some)", "enabled(u, t, t)", "!!enabled(t,u)"},
		{"p + q <= 1", "sum <= 1", "2*sum <= 3"},
		{"!deadlock", "!(deadlock & true)"},
		{"AF p & A(p U q)", "A F p & A(p U q)"},
		{"-1*p <= -9223372036854775807", "p >= 9223372036854775807"},
		{"p - q <= -1", "q > p"},
		{"-(p - q) < -9223372036854775807", "q - p + 1 < -9223372036854775806"},
	} {
		first, err := parseText(row[0], n)
		if err != nil {
			t.Errorf("%s: %v", row[0], err)
			continue
		}
		for _, text := range row {
			if f, err := parseText(text, n); err != nil || f.Key != first.Key {
				t.Errorf("%s: %v, %v; want %s as of %s", text, f, err, first.Key, row[0])
			}
		}
		if first.Op != E && first.Op != A && Not(Not(first)).Key != first.Key {
			t.Errorf("%s: twice negated it is %s", row[0], Not(Not(first)).Key)
		}
	}
}

// TestDifferent has texts that are not the same formula.
func TestDifferent(t *testing.T) {
	n := small()
	seen := map[string]string{}
	for _, text := range []string{"p", "q", "!p", "p <= 1", "p = 1", "p != 1", "2*p + 3*q <= 5", "AX p", "A X p",
		"AG p", "A (G p)",
		"EG p", "AF false", "E(q U p)", "A(q U p)", "A(p U false)", "EG true", "!AF !EX p", "E (G true)",
		"enabled(v)", "enabled(t,v)",
		"deadlock", "!deadlock", "!enabled(u)", "A ((p U q))", "A (p R q)", "A (q R p)", `EX "X"`, `E X "X"`,
		"EF(p | q)",
		"EF p | EF q"} {
		f, err := parseText(text, n)
		if err != nil {
			t.Errorf("%s: %v", text, err)
		} else if other, ok := seen[f.Key]; ok {
			t.Errorf("%s is the same as %s", text, other)
		} else {
			seen[f.Key] = text
		}
	}
}

func TestErrors(t *testing.T) {
	n := small()
	deep := strings.Repeat("(", 2000) + "p" + strings.Repeat(")", 2000)
	double := "p" + strings.Repeat(" <-> AX q", 40)
	for _, text := range []string{"", "p q", "y", "p +", "p & ", "(p", "p]", "EF", "p + q", "3", "enabled(p)",
		"enabled", "p * q = 1",
		"F p", "A G p & F q", "E(p U q U r)", "p U q", "A (p U q R r)", "p-q = 1", "p = q < r",
		"EF (A X p)", "A X p & AG p",
		"A X AX p", `"p`, `"\y" = 1`,
		"p = 9223372036854775808", "9223372036854775807*2*p = 1", "p => q", "p == == q", "EX F p",
		"enabled(t u)", deep, double} {
		if f, err := parseText(text, n); err == nil {
			t.Errorf("%.40s is read as %.100s", text, f.String(n))
		}
	}
	n.PlaceNamed[""] = []int{0}
	if f, err := parseText(`"\y" = 1`, n); err == nil {
		t.Errorf("no string of Go is read as %s", f.String(n))
	}
	if _, err := parsePath("AX p", n); err == nil {
		t.Error("AX p is no path formula")
	}
	if f, err := parsePath("G (p | X q)", n); err != nil || f.String(n) != "G (X (q >= 1) | p >= 1)" && f.Op != R {
		t.Error(f, err)
	}
}

// A value evaluates the text of a random formula naively.
type value func(m net.Marking) bool

// random returns the text of a formula, fully in brackets, and its meaning.
func random(r *rand.Rand, n *net.Net, depth int) (string, value) {
	if depth == 0 || r.IntN(5) == 0 {
		if r.IntN(4) == 0 {
			i := r.IntN(len(n.Transitions))
			return "enabled(" + n.Transitions[i].Name + ")", func(m net.Marking) bool { return n.Enabled(m, i) }
		}
		if r.IntN(8) == 0 {
			return "deadlock", func(m net.Marking) bool { return dead(n, m) }
		}
		i, j := r.IntN(3), r.IntN(3)
		a, b, c := int64(r.IntN(7)-3), int64(r.IntN(7)-3), int64(r.IntN(9)-4)
		k := r.IntN(6)
		text := fmt.Sprintf("%d*%s + %d*%s %s %d", a, n.Places[i], b, n.Places[j], []string{"=", "!=", "<", "<=", ">",
			">="}[k], c)
		return text, func(m net.Marking) bool {
			s := a*m[i] + b*m[j]
			return []bool{s == c, s != c, s < c, s <= c, s > c, s >= c}[k]
		}
	}
	x, f := random(r, n, depth-1)
	y, g := random(r, n, depth-1)
	switch r.IntN(5) {
	case 0:
		return "!(" + x + ")", func(m net.Marking) bool { return !f(m) }
	case 1:
		return "(" + x + ") & (" + y + ")", func(m net.Marking) bool { return f(m) && g(m) }
	case 2:
		return "(" + x + ") | (" + y + ")", func(m net.Marking) bool { return f(m) || g(m) }
	case 3:
		return "(" + x + ") -> (" + y + ")", func(m net.Marking) bool { return !f(m) || g(m) }
	}
	return "(" + x + ") <-> (" + y + ")", func(m net.Marking) bool { return f(m) == g(m) }
}

// TestHolds compares the normal form of random formulas, and of their negations, with their meaning.
func TestHolds(t *testing.T) {
	n := small()
	for seed := range uint64(3000) {
		r := rand.New(rand.NewPCG(seed, 1))
		text, holds := random(r, n, 4)
		f, err := parseText(text, n)
		if err != nil {
			t.Fatalf("seed %d: %s: %v", seed, text, err)
		}
		not := Not(f)
		for range 30 {
			m := net.Marking{r.Int64N(4), r.Int64N(4), r.Int64N(4), 0, 0, 0}
			if want := holds(m); f.Holds(m) != want || not.Holds(m) == want {
				t.Fatalf("seed %d: %s in %v; want %v", seed, text, m, want)
			}
		}
	}
}

// TestLarge evaluates sums beyond 64 bits.
func TestLarge(t *testing.T) {
	n := small()
	m := net.Marking{math.MaxInt64, math.MaxInt64, 1, 0, 0, 0}
	for text, want := range map[string]bool{
		"p + q <= 0": false, "p + q + 2*r > 9223372036854775807": true, "p - q = 0": true,
		"9223372036854775807*p - 9223372036854775807*q + r = 1": true, "-p - q - r < -9223372036854775807": true} {
		if f, err := parseText(text, n); err != nil || f.Holds(m) != want {
			t.Errorf("%s: %v; want %v", text, err, want)
		}
	}
}

func TestQuestions(t *testing.T) {
	n := small()
	file := filepath.Join(t.TempDir(), "some.xml")
	xml := `<property-set xmlns="http://mcc.lip6.fr/"><property><id>a-1</id><formula><all-paths><globally><negation>
		<integer-le><integer-constant>3</integer-constant>
		<tokens-count><place>p</place><place>q</place></tokens-count></integer-le>
		</negation></globally></all-paths></formula></property>
		<property><id>a-2</id><formula><place-bound><place>p</place><place>p</place></place-bound></formula></property>
		<property><id>a-3</id><formula><exists-path>
		<until><before><is-fireable><transition>t</transition></is-fireable></before>
		<reach><deadlock/></reach></until></exists-path></formula></property>
		<property><id>a-4</id><formula><unknown/></formula></property></property-set>`
	if err := os.WriteFile(file, []byte(xml), 0o600); err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct{ question, answer, want string }{
		{"EF p", "holds", "EF p"},
		{"EF p", "fails", "AG !p"},
		{"ReachabilityDeadlock", "fails", "AG !deadlock"},
		{"OneSafe", "holds", `AG(p<=1 & q<=1 & r<=1 & x-y<=1 & "X"<=1 & "a b"<=1)`},
		{"QuasiLiveness", "fails", "AG !enabled(t) | AG !enabled(u) | AG !enabled(v)"},
		{"Liveness", "holds", "AG EF enabled(t) & AG EF enabled(u) & AG EF enabled(v)"},
		{"StableMarking", "holds", `AG p = 1 | AG q = 0 | AG r = 2 | AG x-y = 0 | AG "X" = 0 | AG "a b" = 0`},
		{"bound p + 2*q", "3", "AG p + 2*q <= 3 & EF p + 2*q >= 3"},
		{"MAX_TOKEN_PER_MARKING", "3", `AG sum + r + x-y + "X" + "a b" <= 3 & EF sum + r + x-y + "X" + "a b" >= 3`},
		{"MAX_TOKEN_IN_PLACE", "2", `AG(p<=2 & q<=2 & r<=2 & x-y<=2 & "X"<=2 & "a b"<=2) &
			(EF p>=2 | EF q>=2 | EF r>=2 | EF x-y>=2 | EF "X">=2 | EF "a b">=2)`},
		{file + ":a-1", "holds", "AG sum < 3"},
		{file + "#a-2", "4", "AG 2*p <= 4 & EF 2*p >= 4"},
		{file + ":a-3", "holds", "E(enabled(t) U deadlock)"},
		{"STATES", "7", ""},
		{"TRANSITIONS", "infinite", ""},
		{"bound p", "infinite", ""},
	} {
		q, err := question(c.question, n)
		if err != nil {
			t.Errorf("%s: %v", c.question, err)
			continue
		}
		goal := q.Goal(c.answer)
		if c.want == "" {
			if goal != nil {
				t.Errorf("%s: %s", c.question, goal.String(n))
			}
		} else if want, err := parseText(c.want, n); err != nil || goal.Key != want.Key {
			t.Errorf("%s: %s, %v; want %s", c.question, goal.String(n), err, c.want)
		}
		func() {
			var err error
			defer func() {
				if err == nil {
					t.Errorf("%s: maybe is no answer", c.question)
				}
			}()
			defer net.Catch(&err)
			q.Goal("maybe")
		}()
	}
	for _, bad := range []string{file + ":a-4", file + ":a-5", "bound p + 1", "bound 3 = p", "nowhere.xml:a"} {
		if _, err := question(bad, n); err == nil {
			t.Errorf("%s is read", bad)
		}
	}
}

// TestXML has files, each with its name, formulas, and what the first one is; "" if the file is malformed.
func TestXML(t *testing.T) {
	n := small()
	wrap := func(text, word string) string { // word is names of elements, the outermost first
		for _, name := range slices.Backward(strings.Fields(word)) {
			text = "<" + name + ">" + text + "</" + name + ">"
		}
		return text
	}
	p, dead := wrap("p", "tokens-count place"), "<deadlock/>"
	next, infinitely := wrap(dead, "all-paths next"), wrap(dead, "all-paths globally finally")
	until := wrap(dead, "before") + wrap(dead, "reach")
	n.PlaceNamed["Atrue"], n.PlaceNamed["Adeadlock"] = []int{0}, []int{0}
	for _, c := range []struct{ name, formulas, want string }{
		{"x", next, "AX deadlock"},
		{"x-LTL", next, "A X deadlock"},
		{"x-LTL", infinitely, "A (G F deadlock)"},
		{"x", next + " " + infinitely, "AX deadlock"}, // the other formulas do not matter
		{"x", infinitely, ""},
		{"x", wrap(next, "all-paths globally"), "AG AX deadlock"},
		{"x-LTL", wrap(next, "all-paths globally"), ""},
		{"x-LTL", next + " " + wrap(next, "all-paths globally") + " <unknown/>", "A X deadlock"},
		{"x", wrap(dead, "next"), ""},
		{"x-LTL", wrap(dead, "next"), ""},
		{"x-LTL", dead, ""},
		{"x", wrap(until, "all-paths until"), "A(deadlock U deadlock)"},
		{"x-LTL", wrap(until, "all-paths until"), "A ((deadlock U deadlock))"},
		{"x", wrap(dead+dead, "all-paths until"), ""},
		{"x", wrap(until+wrap(dead, "reach"), "all-paths until"), ""},
		{"x", wrap(wrap(dead+dead, "before")+wrap(dead, "reach"), "all-paths until"), ""},
		{"x", wrap(dead, "before"), ""},
		{"x", wrap(dead+dead, "implication"), "deadlock -> deadlock"},
		{"x", wrap(p+p, "integer-le"), "true"},
		{"x", wrap(p, "integer-le"), ""},
		{"x", wrap(p+p+p, "integer-le"), ""},
		{"x", wrap(p+"<integer-constant/>", "integer-le"), ""},
		{"x", wrap(p+"<integer-constant>p</integer-constant>", "integer-le"), ""},
		{"x", wrap(p, "negation"), ""},
		{"x", wrap(dead+dead, "negation"), ""},
		{"x", wrap(p, "all-paths finally"), ""},
		{"x", wrap(p+dead, "conjunction"), ""},
		{"x", wrap("p", "conjunction place"), ""},
		{"x", wrap("p", "integer-le"), ""},
		{"x", wrap("t<deadlock/>", "is-fireable transition"), ""},
		{"x-LTL", wrap("<true/>", "all-paths finally"), "true"},
		{"x", wrap(dead, "all-paths"), ""},
		{"x-LTL", wrap(dead, "all-paths"), "A (deadlock)"},
	} {
		file, xml := filepath.Join(t.TempDir(), c.name+".xml"), ""
		for i, f := range strings.Split(c.formulas, " ") {
			xml += fmt.Sprintf("<property><id>%d</id><formula>%s</formula></property>", i, f)
		}
		if err := os.WriteFile(file, []byte(wrap(xml, "set")), 0o600); err != nil {
			t.Fatal(err)
		}
		q, err := question(file+":0", n)
		if want, _ := parseText(c.want, n); (err == nil) != (c.want != "") || err == nil && q.Formula.Key != want.Key {
			t.Errorf("%s: %s: %v, %v; want %s", c.name, c.formulas, q, err, c.want)
		}
	}
}

// dead reports whether no transition can fire in m.
func dead(n *net.Net, m net.Marking) bool {
	for t := range n.Transitions {
		if n.Enabled(m, t) {
			return false
		}
	}
	return true
}
