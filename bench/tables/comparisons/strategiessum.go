package comparisons

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"brim/bench"
	"brim/bench/stats"
	"brim/bench/tables/entry"
)

// What the records of the suite strategies say about each strategy, added up by class of nets.

// A strategyRun is what is known of a question by a way.
type strategyRun struct {
	record  *bench.Record // nil of B-Fix without a bound
	decided bool
	seconds float64 // CPU time; of a run that decided nothing, what it had at least
}

// leastSeconds stands for a time that is too short to be measured, so that it has a logarithm.
const leastSeconds = 0.001

func newStrategyRun(x *bench.Record) strategyRun {
	r := strategyRun{record: x}
	if x != nil {
		r.decided, r.seconds = x.Outcome == bench.Done, max(x.CPU, leastSeconds)
	}
	if x != nil && x.Outcome == bench.Time {
		r.seconds = max(x.AtLeast(), leastSeconds)
	}
	return r
}

// A strategyAnswer is a question with its runs, by the index of the way.
type strategyAnswer struct {
	*strategyQuestion
	runs  []strategyRun
	again strategyRun
	best  float64 // CPU seconds of the fastest run that decided and was not told the bound; ∞ if none did
}

// A strategyStudy is all questions of which each way has a record.
type strategyStudy struct {
	answers []strategyAnswer
	others  int     // questions of the suite without all records
	noise   float64 // by which factor two runs of the same differ at most, in 95 % of the questions
}

// fewestTwice is how many questions that Unlim decided twice are needed for an estimate of noise.
const fewestTwice = 10

func newStrategyStudy(questions []strategyQuestion, r bench.Results) *strategyStudy {
	s := &strategyStudy{noise: 1}
	var differences []float64
	for i := range questions {
		a, ok := answerOf(&questions[i], r)
		if !ok {
			s.others++
			continue
		}
		s.answers = append(s.answers, a)
		if first := a.runs[0]; first.decided && a.again.decided {
			differences = append(differences, math.Abs(math.Log(a.again.seconds/first.seconds)))
		}
	}
	if len(differences) >= fewestTwice {
		slices.Sort(differences)
		s.noise = math.Exp(differences[len(differences)*95/100])
	}
	return s
}

// answerOf returns the runs of a question. ok is false if records are missing.
func answerOf(q *strategyQuestion, r bench.Results) (a strategyAnswer, ok bool) {
	a = strategyAnswer{strategyQuestion: q, best: math.Inf(1), again: newStrategyRun(entry.Record(r, q.again(0)))}
	if a.again.record == nil {
		return a, false
	}
	for i := range strategyWays {
		w := &strategyWays[i]
		c, asked := q.run(w, 0)
		x := newStrategyRun(nil)
		if asked {
			if x = newStrategyRun(entry.Record(r, c)); x.record == nil {
				return a, false
			}
		}
		if a.runs = append(a.runs, x); x.decided && !w.told() {
			a.best = min(a.best, x.seconds)
		}
	}
	return a, true
}

// wins reports whether a way decided as fast as the best, but for noise. B-Fix, which is told the bound, is compared,
// too, but is no best.
func (s *strategyStudy) wins(a *strategyAnswer, way int) bool {
	return a.runs[way].decided && a.runs[way].seconds <= a.best*s.noise
}

// winsAlone reports whether a way wins, and no other that is not told the bound.
func (s *strategyStudy) winsAlone(a *strategyAnswer, way int) bool {
	if !s.wins(a, way) {
		return false
	}
	for i := range strategyWays {
		if i != way && !strategyWays[i].told() && s.wins(a, i) {
			return false
		}
	}
	return true
}

// A strategySum is what a way did on the questions of a class.
type strategySum struct {
	questions, decided, time, memory, other, wins, alone int
	ratios                                               []float64 // to the best, of what it decided
	peaks, megabytes                                     []float64 // the most nodes and memory, of what it decided
	bounds                                               []float64 // at which it found
}

// sum adds up the runs of a way on the questions of a class, "" for all.
func (s *strategyStudy) sum(class string, way int) (sum strategySum) {
	for i := range s.answers {
		a := &s.answers[i]
		x := a.runs[way]
		if class != "" && class != a.class || x.record == nil {
			continue
		}
		sum.questions++
		switch {
		case x.decided:
			sum.decided++
			if !math.IsInf(a.best, 1) {
				sum.ratios = append(sum.ratios, x.seconds/a.best)
			}
			if n := x.record.PeakNodes; n != nil {
				sum.peaks = append(sum.peaks, float64(max(*n, 1)))
			}
			if m := x.record.Resident(); m.Relation == '=' {
				sum.megabytes = append(sum.megabytes, m.X)
			}
			if b := x.record.Bound; b != nil && a.found && way > 0 {
				sum.bounds = append(sum.bounds, float64(*b))
			}
		case x.record.Outcome == bench.Time:
			sum.time++
		case x.record.Outcome == bench.Memory:
			sum.memory++
		default:
			sum.other++
		}
		if s.wins(a, way) {
			sum.wins++
		}
		if s.winsAlone(a, way) {
			sum.alone++
		}
	}
	return sum
}

// classes lists the classes of the questions in the order of the suite, and "" for all.
func (s *strategyStudy) classes() (list []string) {
	for _, f := range strategyFamilies {
		list = append(list, f.class)
	}
	var contest []string
	for i := range s.answers {
		if c := s.answers[i].class; !slices.Contains(list, c) {
			contest = bench.AddNew(contest, c)
		}
	}
	slices.Sort(contest)
	return append(append(list, contest...), "")
}

// table has a line for each class and way.
func (s *strategyStudy) table(name string) *bench.Sheet {
	sheet := &bench.Sheet{
		Name: name, Title: "Strategies of Darvas, Vörös and Bartha: what they decide, and how fast", Left: 3,
		Header: []string{
			"class", "strategy", "cut", "questions", "decided", "time", "memory", "other", "wins", "alone", "× best",
			"at 95 %",
			"peak nodes", "MB", "bound",
		},
	}
	for _, class := range s.classes() {
		for i := range strategyWays {
			if sum := s.sum(class, i); sum.questions > 0 {
				sheet.Rows = append(sheet.Rows, sum.row(cmp.Or(class, "all"), &strategyWays[i]))
			}
		}
	}
	if len(sheet.Rows) > 0 {
		sheet.Notes = append(s.notes(), s.findings()...)
	}
	return sheet
}

// row returns the line of a class and a way.
func (x *strategySum) row(class string, w *strategyWay) []string {
	row := []string{class, w.heading, cmp.Or(w.cut, entry.None)}
	for _, n := range []int{x.questions, x.decided, x.time, x.memory, x.other, x.wins, x.alone} {
		row = append(row, strconv.Itoa(n))
	}
	ratio, interval := meanTexts(x.ratios)
	return append(row, ratio, interval, geometric(x.peaks), geometric(x.megabytes), entry.Median(x.bounds, 0))
}

// geometric writes the geometric mean of positive numbers.
func geometric(xs []float64) string {
	if len(xs) == 0 {
		return entry.None
	}
	return bench.Exactly(stats.GeometricMean(xs).X).Text()
}

// meanTexts writes the geometric mean of ratios and its interval, of one or two ratios none: that of two says nothing.
func meanTexts(ratios []float64) (mean, interval string) {
	if len(ratios) == 0 {
		return entry.None, entry.None
	}
	m := stats.GeometricMean(ratios)
	if m.N < 3 {
		return entry.Decimals(m.X, 2, true), entry.None
	}
	return entry.Decimals(m.X, 2, true), fmt.Sprintf("%.2f to %.2f", m.Low, m.High)
}

// notes explain the table.
func (s *strategyStudy) notes() []string {
	return []string{
		"Unlim: all markings by saturation. B-I-Rest, B-I-Cont, B-I-Comp: rounds with " +
			fmt.Sprintf("B = %d and δ = %d. B-Fix: one round, with the steps of the shortest path to what is asked "+
				"for, which nobody knows before, as its bound; where there is no such path, with %d. So it is told "+
				"more than the others: it is compared with the best of these, and is no best. ", strategyBound,
				strategyStep, strategyFar) +
			"Where the shortest path is not known, B-Fix is not asked.",
		"cut: how a round keeps to its bound, exact and approximate by TruncateExact and TruncateApprox as in the " +
			"paper, budgeted as brim does by itself. All runs have the order " +
			fmt.Sprintf("`--order %s`, so that strategies do not differ in it, %v and %d MiB; formulas are decided "+
				"as brim does by itself.", strategyOrder, strategyTime, strategyMemory>>20),
		"classes: DPhil, FMS and Kanban with the properties of Table 1; of the contest, questions whose path is " +
			"found or for which there is none, on nets with at most one token in each place and on others. They are " +
			"from ReachabilityCardinality, at most two of each kind of a net, drawn by a hash of their names, none " +
			"decided by the initial marking.",
		"time, memory, other: ended at a limit, or without an answer for another reason. wins: decided as fast as " +
			"the best way, but for noise; alone: and no other way did. × best: CPU time over that of the best, the " +
			"geometric mean over what the way decided, and Student's interval; a mean over fewer questions is one " +
			"over easier ones. peak nodes, MB: the most at a time, the geometric mean, of what it decided. bound: of " +
			"the round that decided, where there is a path, the median.",
		s.noiseNote(),
	}
}

// noiseNote says what is taken for noise, and what was left out.
func (s *strategyStudy) noiseNote() string {
	text := fmt.Sprintf("Noise: %d questions, and ", len(s.answers))
	if s.noise == 1 {
		text += "too few that Unlim decided twice for an estimate, so only equal times are equal."
	} else {
		text += fmt.Sprintf("two runs of Unlim differ by a factor of less than %.2f in 95 %% of those that it "+
			"decided twice; what differs by less is equal.", s.noise)
	}
	if s.others > 0 {
		text += fmt.Sprintf(" %d questions of the suite have no record by some way and are left out.", s.others)
	}
	return text
}

// findings says which ways decide most and win most, class by class.
func (s *strategyStudy) findings() (list []string) {
	for _, class := range s.classes() {
		if n := s.sum(class, 0).questions; n > 0 {
			list = append(list, fmt.Sprintf("%s, %d questions: most are decided by %s; most wins has %s, alone %s.",
				cmp.Or(class, "all"), n,
				s.most(class, func(x strategySum) int { return x.decided }),
				s.most(class, func(x strategySum) int { return x.wins }),
				s.most(class, func(x strategySum) int { return x.alone })))
		}
	}
	return list
}

// most names the ways with the largest number of a class, of those that are not told the bound, and that number.
func (s *strategyStudy) most(class string, of func(strategySum) int) string {
	best, asked, names := 0, 0, []string{}
	for i := range strategyWays {
		w := &strategyWays[i]
		if w.told() {
			continue
		}
		asked++
		switch n := of(s.sum(class, i)); {
		case n > best:
			best, names = n, []string{w.name()}
		case n == best:
			names = append(names, w.name())
		}
	}
	switch {
	case best == 0:
		return "none"
	case len(names) == asked:
		return fmt.Sprintf("all (%d)", best)
	}
	return fmt.Sprintf("%s (%d)", strings.Join(names, "; "), best)
}
