package comparisons

import (
	"path"
	"strconv"
	"strings"
	"time"

	"brim/bench"
	"brim/bench/tables/entry"
)

// The suite ltl-table: questions of LTL by sets, by single states, by satisfiability, and by all together.

// ltlFamilies are questions of LTL about the nets of paper 001 whose answers follow from what the nets are: see the
// line before each. The sizes are two: one whose markings can be listed, and one where they cannot.
var ltlFamilies = []struct {
	family, small, large string
	name, property       string
	right                string
}{
	// Others may eat for ever, or both sides of the table take their first fork.
	{"dphil", "5", "50", "response", "A G(hungry_1 -> F eating_1)", "fails"},
	// Who eats stops by thinking.
	{"dphil", "5", "50", "order", "A G(eating_1 -> (eating_1 W thinking_1))", "holds"},
	// A fork is on the table or in a hand.
	{"dphil", "5", "50", "fork", "A (F G Fork_1 = 1 -> F G HasR_1 = 0)", "holds"},
	// Parts of kind 3 can be made for ever while those of kind 1 wait.
	{"fms", "3", "30", "recurrence", "A G F P1 >= 1", "fails"},
	// The three machines of kind 1 are free or at work.
	{"fms", "3", "30", "machines", "A (G F P1M1 >= 1 -> G F M1 <= 2)", "holds"},
	// A part can be reworked for ever.
	{"kanban", "3", "30", "recurrence", "A G F pout4 >= 1", "fails"},
	// Without rework only finitely many steps come before a part leaves the last cell.
	{"kanban", "3", "30", "progress", "A (F G pb1 + pb2 + pb3 + pb4 = 0 -> G F pout4 >= 1)", "holds"},
	// The token goes round, since whoever has it can do finitely many other things.
	{"rr", "8", "80", "recurrence", "A G F Own_1 = 1", "holds"},
	// It does so again and again, so a buffer is not empty for ever.
	{"rr", "8", "80", "stable", "A F G BE_1 = 1", "fails"},
	// Slots go round for ever: a node in state D leaves it through G.
	{"sr", "4", "30", "leaving", "A (F G G_1 = 0 -> F G D_1 = 0)", "holds"},
	// A node need not fill its slot.
	{"sr", "4", "30", "recurrence", "A G F G_1 = 1", "fails"},
}

// ltlNets are formulas of ten nets of the Model Checking Contest, with the answers that its tools agree on: the net,
// the number of the formula with its examination, the answer, and the formula.
const ltlNets = `
Angiogenesis-PT-01        C14 holds A X F G X F X(KdStarGStarP3kP3 <= PtP3)
CircadianClock-PT-000010  C11 holds A G !G F G F(3 <= dr & ma_cap <= dr_a)
Dekker-PT-020             F01 fails A G F !F(enabled(withdraw_8_0) & F enabled(withdraw_5_1))
ERK-PT-000010             F00 fails A G F(enabled(r8) | X(G enabled(r7) | X X enabled(r8)))
Kanban-PT-00005           C10 fails A G(G(P3 <= Pback3) | F G X G !(P3 <= Pm1))
MAPK-PT-00008             F07 fails A G F G X F enabled(k18)
Peterson-PT-2             C12 holds A X(F G(CS_2 <= WantSection_0_F) | !G X(WantSection_0_T <= TestIdentity_0_0_1 | 3 <= TestAlone_0_1_2))
Railroad-PT-005           F13 fails A !F X(G enabled(tr_T23_17) | F G X F enabled(tr_T9_8))
ResAllocation-PT-R003C005 C10 holds A X X !((F(3 <= p_4_1) U G F(3 <= p_4_1)) U F G F(3 <= p_4_1))
TokenRing-PT-005          F15 holds A !F G F enabled(OtherProcess_5_5_4)
`

// ltlWays are the techniques side by side: which of them work.
var ltlWays = []struct{ name, heading, only string }{
	{"symbolic", "symbolic", "symbolic"},
	{"product", "explicit", "product"},
	{"sat", "SAT", "bmc,ic3"},
	{"auto", "all", ""},
}

// An ltlQuestion is a line of the table: its cells without what tells the ways apart.
type ltlQuestion struct {
	bench.Cell
	net string
}

// ltlQuestions returns the lines of the table, the first one alone if it is quick.
func ltlQuestions(quick bool) (list []ltlQuestion) {
	for _, f := range ltlFamilies {
		for _, size := range []string{f.small, f.large} {
			list = append(list, ltlQuestion{net: f.family + ":" + size, Cell: bench.Cell{
				Labels: []bench.Label{{Key: "model", Value: f.family}, {Key: "n", Value: size},
					{Key: "question", Value: f.name}},
				Model: f.family + ":" + size, Property: f.property, Want: f.right,
			}})
		}
	}
	if quick {
		return list[:1]
	}
	for line := range strings.Lines(strings.TrimSpace(ltlNets)) {
		net, rest, _ := strings.Cut(strings.TrimSpace(line), " ")
		w := strings.SplitN(strings.TrimSpace(rest), " ", 3)
		list = append(list, ltlQuestion{net: net, Cell: bench.Cell{
			Labels: []bench.Label{{Key: "model", Value: strings.ReplaceAll(net, "-", "_")},
				{Key: "question", Value: w[0]}},
			Model: path.Join("models", net), Folder: entry.Nets, Property: w[2], Want: w[1],
		}})
	}
	return list
}

// LTL is the suite that asks each question of LTL by each technique alone and by all together. Its report has a block
// of lines for each question: the verdict, the size of the automaton, time and memory. The short version has one
// question.
func LTL(quick bool) bench.Suite {
	s := bench.Suite{Name: "ltl-table", Title: "questions of LTL by sets, by single states and by satisfiability"}
	questions := ltlQuestions(quick)
	cell := func(q *ltlQuestion, way int) bench.Cell {
		w, c := ltlWays[way], q.Cell
		c.Labels = append(c.Labels[:len(c.Labels):len(c.Labels)], bench.Label{Key: "by", Value: w.name})
		c.Time = entry.Limit(quick, time.Minute)
		if w.only != "" {
			c.Flags = []string{"--only", w.only}
		}
		return c
	}
	for i := range questions {
		for k := range ltlWays {
			s.Cells = append(s.Cells, cell(&questions[i], k))
		}
	}
	s.Report = func(r bench.Results) []*bench.Sheet {
		sheet := &bench.Sheet{
			Name: s.Name, Title: "Questions of LTL", Left: 5,
			Header: []string{"net", "question", "right", "by", "verdict", "automaton", "s", "MB"},
			Notes: []string{
				"right: the verdict that is known, from what the net is, or of formulas of contest nets (C: " +
					"LTLCardinality, F: LTLFireability) the one that its tools agree on. automaton: states and marks " +
					"of the Büchi automaton that a run has to satisfy, where one was made. s: CPU time, user and " +
					"system, of a whole process without a trace. MB: the most memory that it had.",
				"symbolic: a vector of sets, one for each state of the automaton. explicit: the product, on the fly, " +
					"by single states. SAT: lassos by satisfiability, and proofs by k-liveness. all: what brim does " +
					"by itself.",
				"The group of paper 001 has published saturation-based LTL (Molnár, Vörös, Darvas, Bartha, Majzik: " +
					"Component-wise incremental LTL model checking, 2016); its figures were not at hand, so none " +
					"stand here. A verdict that is not the right one is marked WRONG.",
			},
		}
		for i := range questions {
			q := &questions[i]
			net, text, right := q.net, q.Property, q.Want
			for k, w := range ltlWays {
				x := entry.Record(r, cell(q, k))
				if x == nil {
					continue
				}
				sheet.Rows = append(sheet.Rows,
					[]string{net, text, right, w.heading, entry.Verdict(x), automatonOf(x), entry.Seconds(x),
						entry.Memory(x)})
				net, text, right = "", "", ""
			}
		}
		sheet.Notes = append(sheet.Notes, entry.AnsweredBy(r)...)
		sheet.Notes = append(sheet.Notes, entry.FloorNotes(r)...)
		return []*bench.Sheet{sheet}
	}
	return s
}

// automatonOf writes the size of the automaton of a run: its states, and its marks behind a slash.
func automatonOf(x *bench.Record) string {
	states, ok := x.Counts["automaton_states"]
	if !ok {
		return entry.None
	}
	return strconv.Itoa(int(states)) + "/" + strconv.Itoa(int(x.Counts["automaton_marks"]))
}
