package bench

import (
	"fmt"
	"maps"
	"math"
	"slices"
	"strings"
)

// Claims of papers: sentences that records decide case by case, how cases make an answer, and the tables that list
// claims with their answers.

// A Claim is a sentence of a paper with what decides, from records, whether it holds here.
//
// A claim has a suite whose records decide and a judge of these, or a reason why it has none. A claim is about what
// one program does compared with another, or about numbers that any program finds, never about the seconds of a paper's
// machine.
type Claim struct {
	Name     string                `json:"name"`     // unique, for links: "001-constrained-gain"
	Paper    string                `json:"paper"`    // by its number in REFERENCES.md: "001"
	Where    string                `json:"where"`    // "section 5, Table 1"
	Sentence string                `json:"sentence"` // what the paper says, in its words as far as they can stand alone
	Suite    string                `json:"suite"`    // whose records decide; "" if none does: out of scope or not here
	Command  string                `json:"command"`  // that makes these records
	Judge    func(Results) Finding `json:"-"`
	// of a claim without a suite: "out of scope: …", or "not here: …" with what was measured instead
	Reason string `json:"-"`
}

// A Finding is what records say about a claim.
type Finding struct {
	Answer Decision `json:"answer"`
	// with the figures that decided, computed from the records: those of the first cases of each kind
	Because string `json:"because"`
	// how cases make the answer: "yes if all 3 cases speak for it, no if one speaks against it"
	Rule  string `json:"rule"`
	Cases []Case `json:"cases"` // all of them
}

// A Case is a comparison that supports a claim, contradicts it, or leaves it open.
type Case struct {
	Name    string `json:"name"`    // of the rows that it compares: "fms:25 B-I-Cont : B-I-Rest"
	Figures string `json:"figures"` // of these, "" if there are none
	Speaks  string `json:"speaks"`  // "for it", "against it", "too close to tell" or "not measured, or ended by limits"
}

// Whole reports whether Because names each case.
func (f *Finding) Whole() bool {
	of := map[string]int{}
	for _, c := range f.Cases {
		if of[c.Speaks]++; of[c.Speaks] > mostListed {
			return false
		}
	}
	return true
}

// text writes a case as it stands in Finding.Because.
func (c *Case) text() string {
	if c.Figures == "" {
		return c.Name
	}
	return c.Name + " " + c.Figures
}

// A Decision says whether a claim holds.
type Decision string

const (
	Yes       Decision = "yes"
	No        Decision = "no"
	Undecided Decision = "undecided" // too little was measured, or what was does not differ by more than chance
)

// Find returns what the records of the claim's suite say. Without a suite, or without records, it is undecided. With a
// part of the records it is what it is with all of them, or undecided.
func (c *Claim) Find(r Results) Finding {
	switch {
	case c.Judge == nil:
		return Finding{Answer: Undecided, Because: c.Reason}
	case r.Measured() == 0:
		return Finding{Answer: Undecided, Because: "nothing of " + c.Suite + " was measured"}
	}
	return c.Judge(r)
}

// Margin is by which factor two times of single runs have to differ at least to count as different: on a machine with
// other work they do by tens of percent by chance.
const Margin = 1.25

// apart is by how many seconds two times of single runs have to differ at least to count as different: a process starts
// and is disturbed within some thousandths of a second, whatever it does.
const apart = 0.01

// Cases decide a claim: each case speaks for it or against it, or leaves it open. The zero value is empty.
//
// A claim has the same cases whatever was measured: what was not is a case, too, which keeps those that were from
// deciding alone. A number over several runs is one of all of them, or the case is missing.
type Cases struct {
	list  []Case
	terms []string // what else is to be known of the rule
}

// What a case says of its claim, as Case.Speaks has it.
const (
	speaksFor     = "for it"
	speaksAgainst = "against it"
	speaksNot     = "too close to tell" // the figures differ by less than what counts
	unmeasured    = "not measured, or ended by limits"
)

func (c *Cases) add(speaks, name, figures string) {
	c.list = append(c.list, Case{name, figures, speaks})
}

// Term says something that is to be known of how cases count.
func (c *Cases) Term(text string) {
	c.terms = AddNew(c.terms, text)
}

// Add adds a case by its name, with whether it speaks for the claim and the figures that say so.
func (c *Cases) Add(name string, holds bool, figures string) {
	s := speaksAgainst
	if holds {
		s = speaksFor
	}
	c.add(s, name, figures)
}

// AddIf is Add if the figures are known, and else Missing.
func (c *Cases) AddIf(known bool, name string, holds bool, figures string) {
	if known {
		c.Add(name, holds, figures)
	} else {
		c.Missing(name)
	}
}

// Missing adds a case that was not measured, or whose figures a limit left open.
func (c *Cases) Missing(name string) { c.add(unmeasured, name, "") }

// Less adds a case that speaks for the claim if a is less than b, by a factor of margin at least, and against it if it
// is more by that. A margin of 1 takes numbers as they are, and equal ones as too close to tell.
func (c *Cases) Less(name string, a, b Value, margin float64) {
	if margin > 1 {
		c.Term(fmt.Sprintf("less than a factor of %g is too close to tell", margin))
	}
	c.sides(name, a, b, func(a, b Value) string { return compared(a, b, 1, margin) })
}

// Sooner adds a case that speaks for the claim if a time a is less than b, by a factor of Margin and by apart seconds
// at least, and against it if it is more by both.
func (c *Cases) Sooner(name string, a, b Value) {
	c.Term(fmt.Sprintf("less than a factor of %g, or less than %g s, is too close to tell", Margin, apart))
	c.sides(name, a, b, func(a, b Value) string {
		s := compared(a, b, 1, Margin)
		switch known := a.Relation == '=' && b.Relation == '='; {
		case s == unmeasured || math.Abs(a.X-b.X) >= apart:
			return s
		case !known:
			return unmeasured // a bound that does not reach
		}
		return speaksNot
	})
	if last := &c.list[len(c.list)-1]; last.Speaks == speaksNot && math.Abs(a.X-b.X) < apart {
		last.Figures += fmt.Sprintf(" (less than %g s apart)", apart)
	}
}

// AtMost adds a case that speaks for the claim if a is at most a part of b, by a factor of margin less than that, and
// against it if it is more by that.
func (c *Cases) AtMost(name string, a, b Value, part, margin float64) {
	c.Term(fmt.Sprintf("for it at %.3g of the other side or less, against it at %.3g or more, else too close to tell",
		part/margin, part*margin))
	c.sides(name, a, b, func(a, b Value) string { return compared(a, b, part, margin) })
}

// sides adds a case about two numbers. Where the numbers that are shown would be judged otherwise, what the first is of
// the second is shown, too.
func (c *Cases) sides(name string, a, b Value, judged func(a, b Value) string) {
	s, text := judged(a, b), Shown(a)+" : "+Shown(b)
	if s != judged(a.rounded(), b.rounded()) {
		text += fmt.Sprintf(" (%.6g of it)", a.X/b.X)
	}
	c.add(s, name, text)
}

// AtLeastPart adds a case that speaks for the claim if a, which belongs to the whole b, is such a part of it at least,
// by a factor of margin more than that, and against it if it is less by that.
func (c *Cases) AtLeastPart(name string, a, b Value, part, margin float64) {
	c.Term(fmt.Sprintf("for it at %.3g%% or more, against it at %.3g%% or less, else too close to tell",
		100*part*margin, 100*part/margin))
	s, q := compared(b, a, 1/part, margin), a.Ratio(b)
	if q.Relation != '=' {
		c.add(s, name, "")
		return
	}
	text := fmt.Sprintf("%.1f%%", 100*q.X)
	if s != compared(Exactly(1), Exactly(math.Round(1000*q.X)/1000), 1/part, margin) {
		text = fmt.Sprintf("%.6g%%", 100*q.X)
	}
	c.add(s, name, text)
}

// compared says whether the numbers speak for or against that a is at most a part of b.
func compared(a, b Value, part, margin float64) string {
	switch q := b.Ratio(a); {
	case q.Relation == 0:
		return unmeasured
	case q.Relation != '<' && part*q.X >= margin && (margin > 1 || part*q.X > 1 || q.Relation == '>'):
		return speaksFor
	case q.Relation != '>' && part*q.X <= 1/margin && (margin > 1 || part*q.X < 1 || q.Relation == '<'):
		return speaksAgainst
	case q.Relation == '=':
		return speaksNot
	}
	return unmeasured // a bound that does not reach
}

// count returns how many cases there are of a kind.
func (c *Cases) count(speaks string) int {
	return Count(c.list, func(x Case) bool { return x.Speaks == speaks })
}

// oneCase is the rule of claims about one case.
const oneCase = "yes if its one case speaks for it, no if against it"

// All finds whether a claim holds that is about every case: yes if all speak for it, no if one speaks against it.
func (c *Cases) All() Finding {
	n := len(c.list)
	return c.decide(n, fmt.Sprintf("yes if all %d cases speak for it, no if one speaks against it", n))
}

// Most finds whether a claim holds that is about what is so in general: yes if more than half of the cases speak for
// it, no if half of them speak against it.
func (c *Cases) Most() Finding { return c.atLeast(len(c.list)/2 + 1) }

// Third finds whether a claim holds that is about a third of the cases or more.
func (c *Cases) Third() Finding { return c.atLeast((len(c.list) + 2) / 3) }

// One finds whether a claim holds that is about one of the cases at least.
func (c *Cases) One() Finding { return c.atLeast(1) }

// atLeast finds whether a claim holds that is about n of the cases or more: no if too many speak against it.
func (c *Cases) atLeast(n int) Finding {
	return c.decide(n, fmt.Sprintf("yes if %d of %d cases or more speak for it, no if %d speak against it",
		n, len(c.list), len(c.list)-n+1))
}

// decide applies the rule that at least n cases have to support the claim: yes if they do, no if too many contradict
// it, else undecided. rule describes that for several cases.
func (c *Cases) decide(n int, rule string) Finding {
	if len(c.list) <= 1 {
		rule = oneCase
	}
	switch {
	case n > 0 && c.count(speaksFor) >= n:
		return c.finding(Yes, rule)
	case len(c.list) > 0 && c.count(speaksAgainst) > len(c.list)-n:
		return c.finding(No, rule)
	}
	return c.finding(Undecided, rule)
}

// mostListed is how many cases of a kind are named.
const mostListed = 6

// finding returns the answer with its reasons: for each kind of case how many there are, and the names and figures of
// the first ones. Cases that speak for the answer come first.
func (c *Cases) finding(a Decision, rule string) Finding {
	var parts []string
	kinds := []string{speaksFor, speaksAgainst, speaksNot, unmeasured}
	if a == No {
		kinds[0], kinds[1] = kinds[1], kinds[0]
	}
	for _, kind := range kinds {
		var texts []string
		for _, x := range c.list {
			if x.Speaks == kind {
				texts = append(texts, x.text())
			}
		}
		if len(texts) == 0 {
			continue
		}
		head := fmt.Sprintf("%d of %d %s", len(texts), len(c.list), kind)
		if rest := len(texts) - mostListed; rest > 0 {
			texts = append(texts[:mostListed:mostListed], fmt.Sprintf("and %d more", rest))
		}
		parts = append(parts, head+": "+strings.Join(texts, ", "))
	}
	if len(parts) == 0 {
		parts = []string{"no case was measured"}
	}
	return Finding{a, strings.Join(parts, "; "), strings.Join(append([]string{rule}, c.terms...), "; "), c.list}
}

// Seconds returns the CPU time of the cell with a name, as Entry.Seconds.
func (r Results) Seconds(name string) Value { return Entry{Ours: r.Cell(name)}.Seconds() }

// ClaimSheets returns two tables: how many claims of each suite hold, and what was found of each claim. results has
// the records by the name of their suite; a claim whose suite is missing there is undecided.
func ClaimSheets(claims []Claim, results map[string]Results) (bySuite, each *Sheet) {
	bySuite = &Sheet{
		Name: "agreement", Title: "Claims of the papers, by suite: how many hold here", Left: 2,
		Header: []string{"paper", "suite", "claims", "yes", "no", "undecided"},
	}
	each = &Sheet{
		Name: "claims", Title: "Claims of the papers", Left: 4, Header: []string{"claim", "here", "where", "suite"},
		Notes: []string{
			"here: whether the claim holds of our programs, computed from the records of its suite. Figures with a " +
				"colon are those of two sides, the one that should be less first; times count as different from a " +
				"factor of " +
				fmt.Sprint(Margin) + " and " + fmt.Sprint(apart) +
				" s on. undecided: too little was measured, or it is too close to tell. " + none +
				": no records decide it, for the reason that stands behind it.",
		},
		Long: &Sheet{Header: []string{"claim", "paper", "where", "sentence", "answer", "because", "rule", "suite",
			"command"}},
	}
	type key struct{ paper, suite string }
	count, no := map[key]map[Decision]int{}, map[key][]string{}
	var keys []key
	for i := range claims {
		c := &claims[i]
		found, answer, k := c.Find(results[c.Suite]), none, key{c.Paper, c.Suite}
		if count[k] == nil {
			count[k], keys = map[Decision]int{}, append(keys, k)
		}
		if c.Judge != nil {
			answer = string(found.Answer)
		}
		if count[k][found.Answer]++; found.Answer == No {
			no[k] = append(no[k], c.Name)
		}
		each.Rows = append(each.Rows, []string{c.Name, answer, c.Where, c.Suite})
		each.Notes = append(each.Notes, fmt.Sprintf("%s: \"%s\" %s: %s.", c.Name, c.Sentence, answer, found.Because))
		each.Long.Rows = append(each.Long.Rows,
			[]string{c.Name, c.Paper, c.Where, c.Sentence, answer, found.Because, found.Rule, c.Suite, c.Command})
	}
	slices.SortStableFunc(keys, func(a, b key) int { return strings.Compare(a.paper, b.paper) })
	for _, k := range keys {
		n := count[k]
		row := []string{k.paper, k.suite, fmt.Sprint(n[Yes] + n[No] + n[Undecided]), fmt.Sprint(n[Yes]),
			fmt.Sprint(n[No]), fmt.Sprint(n[Undecided])}
		if k.suite == "" {
			row[1], row[3], row[4], row[5] = "none: out of scope, or not here", none, none, none
		}
		bySuite.Rows = append(bySuite.Rows, row)
		if len(no[k]) > 0 {
			bySuite.Notes = append(bySuite.Notes, "no, "+k.suite+": "+strings.Join(no[k], ", "))
		}
	}
	var warned []string
	for _, name := range slices.Sorted(maps.Keys(results)) {
		if n := len(results[name].Warnings()); n > 0 {
			warned = append(warned, fmt.Sprintf("%s (%d)", name, n))
		}
	}
	if len(warned) > 0 {
		bySuite.Notes = append(bySuite.Notes, "records with warnings, which stand below the tables: "+
			strings.Join(warned, ", "))
	}
	return bySuite, each
}
