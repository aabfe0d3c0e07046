package comparisons

import (
	"cmp"
	"fmt"
	"hash/fnv"
	"path"
	"slices"
	"strconv"
	"strings"
	"time"

	"brim/bench"
	"brim/bench/tables/entry"
)

// The suite strategies: the strategies of [DVB14] with three ways to cut distances, on its own families and on all
// bounded nets of the contest. All cells of a question stand one after the other, and all have one order of the places,
// so that nothing but the strategy differs.

// A strategyWay is a strategy with a way to cut.
type strategyWay struct {
	strategy, heading string // as brim check and [DVB14] name it
	cut, flag         string // as tables and brim check name it; "" of all markings, which need no distances
}

// name is what tables call the way.
func (w *strategyWay) name() string { return strings.TrimSuffix(w.heading+", "+w.cut, ", ") }

// Strategies, in the words of brim check.
const (
	strategyUnlim = "unlim"
	strategyFix   = "fix"
	strategyRest  = "rest"
	strategyCont  = "cont"
	strategyComp  = "comp"
)

// Cuts: TruncateExact and TruncateApprox of [YCL09], and the budgets of brim, which make nothing beyond the bound.
const (
	cutExact    = "exact"
	cutApprox   = "approximate"
	cutBudgeted = "budgeted"
)

// strategyCuts are the cuts with their flags.
var strategyCuts = [][2]string{{cutExact, "exact"}, {cutApprox, "approx"}, {cutBudgeted, "budgeted"}}

// strategyHeadings are the strategies with bounds, as they are called in [DVB14].
var strategyHeadings = [][2]string{
	{strategyFix, "B-Fix"}, {strategyRest, "B-I-Rest"}, {strategyCont, "B-I-Cont"}, {strategyComp, "B-I-Comp"},
}

// strategyWays are all ways, Unlim first.
var strategyWays = waysOfStrategies()

func waysOfStrategies() []strategyWay {
	list := []strategyWay{{strategy: strategyUnlim, heading: "Unlim"}}
	for _, s := range strategyHeadings {
		for _, c := range strategyCuts {
			list = append(list, strategyWay{s[0], s[1], c[0], c[1]})
		}
	}
	return list
}

// told reports whether the strategy is told in how many steps the question is decided, which is unknown before.
func (w *strategyWay) told() bool { return w.strategy == strategyFix }

// Limits of a run, the bounds of the rounds, as [DVB14] has them for most of its nets, the order of all runs, and the
// bound of B-Fix where nothing is found: further than the markings of most nets are.
const (
	strategyTime   = 5 * time.Second
	strategyQuick  = 100 * time.Millisecond // of the short version, which has many runs
	strategyMemory = 1 << 30
	strategyBound  = 20
	strategyStep   = 10
	strategyOrder  = "force+groups"
	strategyFar    = 10000
)

// A strategyQuestion is a question with what is known of it and of its net.
type strategyQuestion struct {
	class, net, name string
	cell             bench.Cell // what all ways have in common
	found, holds     bool       // whether there is a path to what is asked for, and the verdict
	depth            int        // steps of the shortest such path; 0 if that is unknown or there is none
	places, tokens   float64    // of the net, tokens initially
	safe             bool       // no place ever has two tokens
	draw             uint32     // by which questions are put in order: a hash, so that the first ones are a sample
}

// strategyFamilies are the questions of Table 1 of [DVB14] about three families, with the steps after which they are
// decided. All hold, and are about paths without end.
var strategyFamilies = []struct {
	class, family, property string
	sizes                   []int
	depth                   int
	net                     func(n int) (places, tokens int)
	safe                    bool
}{
	{"DPhil", "dphil", "E(!eating_2 U eating_1)", []int{10, 50, 100}, 3, func(n int) (int, int) { return 6 * n, 2 * n },
		true},
	{
		"FMS", "fms", "EG(E(M1 > 0 U (P1s = P2s & P2s = P3s & P3s = 3)))", []int{25, 50, 100, 1000, 10000}, 30,
		func(n int) (int, int) { return 22, 3*n + 6 }, false,
	},
	{"Kanban", "kanban", "EF(pout4 = 5)", []int{30, 50, 100, 200}, 35, func(n int) (int, int) { return 16, 4 * n },
		false},
}

// familyQuestions returns the questions about families, the smallest net first.
func familyQuestions() (list []strategyQuestion) {
	for _, f := range strategyFamilies {
		for _, n := range f.sizes {
			places, tokens := f.net(n)
			spec := f.family + ":" + strconv.Itoa(n)
			list = append(list, strategyQuestion{
				class: f.class, net: spec, name: "paper", found: true, holds: true, depth: f.depth,
				places: float64(places), tokens: float64(tokens), safe: f.safe,
				cell: bench.Cell{
					Labels: []bench.Label{{Key: "net", Value: f.family + "_" + strconv.Itoa(n)},
						{Key: "question", Value: "paper"}},
					Model: spec, Property: f.property, Want: "holds", Flags: []string{"--deadlock", "infinite"},
				},
			})
		}
	}
	return list
}

// reachability is the examination that the contest's questions are from.
const reachability = "ReachabilityCardinality"

// contestQuestions returns the questions about nets of the contest, in an order by hashes: first one of each net that
// has it, then a second one, and so on, so that wherever a sweep ends, what it has measured is a sample.
func contestQuestions() []strategyQuestion {
	var turns [][]strategyQuestion
	for line := range strings.Lines(strings.TrimSpace(strategyNets)) {
		f := strings.Fields(line)
		places, _ := strconv.Atoi(f[1]) // a test compares both with the files
		tokens, _ := strconv.Atoi(f[2])
		var list []strategyQuestion
		for _, text := range f[4:] {
			q := strategyQuestion{
				net: path.Base(f[0]), name: text[:3], found: strings.Contains(text, "+"), places: float64(places),
				tokens: float64(tokens), safe: f[3] == "safe",
			}
			q.holds = q.found == strings.HasPrefix(text, "E")
			_, depth, _ := strings.Cut(text, "+")
			q.depth, _ = strconv.Atoi(depth) // "?" is 0
			q.class = map[bool]string{true: "found", false: "none"}[q.found] + ", " +
				map[bool]string{true: "one-safe", false: "other"}[q.safe]
			q.cell = bench.Cell{
				Labels: []bench.Label{{Key: "net", Value: strings.ReplaceAll(q.net, "-", "_")},
					{Key: "question", Value: q.name}},
				Model: f[0], Folder: entry.Nets, Property: q.net + "-" + reachability + "-" + q.name[1:],
				Want:  map[bool]string{true: "holds", false: "fails"}[q.holds],
				Flags: []string{"--properties", path.Join(f[0], reachability+".xml")},
			}
			h := fnv.New32a()
			fmt.Fprint(h, q.net, "/", q.name)
			q.draw = h.Sum32()>>8 ^ h.Sum32()<<24 // the lowest bits of this hash are poor
			list = append(list, q)
		}
		slices.SortFunc(list, byDraw)
		for i, q := range list {
			if len(turns) == i {
				turns = append(turns, nil)
			}
			turns[i] = append(turns[i], q)
		}
	}
	for _, t := range turns {
		slices.SortFunc(t, byDraw)
	}
	return slices.Concat(turns...)
}

// byDraw compares questions by their hashes.
func byDraw(a, b strategyQuestion) int { return cmp.Compare(a.draw, b.draw) }

// run returns the cell of a question by a way. ok is false for B-Fix where its bound is unknown.
func (q *strategyQuestion) run(w *strategyWay, limit time.Duration) (c bench.Cell, ok bool) {
	c = q.cell
	c.Time, c.Memory = limit, strategyMemory
	c.Labels = append(slices.Clone(c.Labels), bench.Label{Key: "strategy", Value: w.strategy},
		bench.Label{Key: "cut", Value: "none"})
	c.Flags = append(slices.Clone(c.Flags), "--order", strategyOrder, "--strategy", w.strategy)
	if w.strategy == strategyUnlim {
		return c, true
	}
	c.Labels[3].Value = w.cut
	c.Flags = append(c.Flags, "--distances", w.flag, "--bound")
	if !w.told() {
		c.Flags = append(c.Flags, strconv.Itoa(strategyBound), "--step", strconv.Itoa(strategyStep))
		return c, true
	}
	bound := strategyFar
	if q.found {
		bound = q.depth
	}
	c.Flags = append(c.Flags, strconv.Itoa(bound))
	return c, bound > 0
}

// again returns the cell of Unlim once more, which shows what chance does.
func (q *strategyQuestion) again(limit time.Duration) bench.Cell {
	c, _ := q.run(&strategyWays[0], limit)
	c.Labels[3].Value = "again"
	return c
}

// cells returns the runs of a question.
func (q *strategyQuestion) cells(limit time.Duration) (list []bench.Cell) {
	for i := range strategyWays {
		if c, ok := q.run(&strategyWays[i], limit); ok {
			list = append(list, c)
		}
	}
	return append(list, q.again(limit))
}

// Strategies is the suite that asks questions with known answers by each strategy of [DVB14] with each way to cut. Its
// report has what each decided and how much longer it took than the best, what that goes with, performance profiles,
// and all runs. The short version has one question about a family.
func Strategies(quick bool) bench.Suite {
	s := bench.Suite{
		Name: "strategies", Title: "strategies of paper 001 and ways to cut, on its families and bounded nets of the " +
			"contest",
	}
	questions := slices.Concat(familyQuestions(), contestQuestions())
	if quick {
		questions = questions[:1]
	}
	limit := strategyTime
	if quick {
		limit = strategyQuick
	}
	for i := range questions {
		s.Cells = append(s.Cells, questions[i].cells(limit)...)
	}
	s.Report = func(r bench.Results) []*bench.Sheet {
		study := newStrategyStudy(questions, r)
		list := []*bench.Sheet{study.table(s.Name), study.why(s.Name + "-why")}
		for _, c := range strategyCuts {
			list = append(list, study.profile(s.Name+"-"+c[0], c[0]))
		}
		return append(list, study.all(s.Name+"-runs"))
	}
	return s
}
