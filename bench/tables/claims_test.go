package tables

import (
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"

	"brim/bench"
)

// Claims of papers: their data are complete, records decide each of them in both directions, and a part of the records
// never decides otherwise than all.

// A doctor changes records of a suite.
type doctor func(c *bench.Cell, r *bench.Record)

// set changes the records of the cells whose name matches an expression: "model=fms => cpu=0.5 outcome=time".
func set(rules ...string) doctor {
	type rule struct {
		cells  *regexp.Regexp
		values string
	}
	var list []rule
	for _, text := range rules {
		cells, values, ok := strings.Cut(text, " => ")
		if !ok {
			panic(text)
		}
		list = append(list, rule{regexp.MustCompile(cells), values})
	}
	return func(c *bench.Cell, r *bench.Record) {
		for _, x := range list {
			if !x.cells.MatchString(c.Name()) {
				continue
			}
			for _, assignment := range strings.Fields(x.values) {
				key, value, _ := strings.Cut(assignment, "=")
				assign(c, r, key, value)
			}
		}
	}
}

// assign sets one key of a record. The value k is that of the label k of its cell.
func assign(c *bench.Cell, r *bench.Record, key, value string) {
	if value == "k" {
		value = c.Label("k")
	}
	if name, ok := strings.CutPrefix(key, "counts."); ok {
		r.Counts[name] = must(strconv.ParseFloat(value, 64))
		return
	}
	switch key {
	case "cpu":
		r.CPU = must(strconv.ParseFloat(value, 64))
	case "rss":
		r.RSS = must(strconv.ParseInt(value, 10, 64))
	case "steps":
		r.Steps = new(must(strconv.Atoi(value)))
	case "bound":
		r.Bound = new(must(strconv.Atoi(value)))
	case "states":
		r.States = new(value)
	case "nodes":
		r.Nodes = new(must(strconv.Atoi(value)))
	case "complete":
		r.Complete = new(value == "true")
	case "verdict":
		r.Verdict = &value
	case "outcome":
		if r.Outcome = bench.Outcome(value); r.Outcome != bench.Done {
			r.Verdict, r.Steps = new("unknown"), nil
		}
	case "rounds": // nodes of the distances after each, and behind a slash those of the set
		r.Rounds = nil
		for i, nodes := range strings.Split(value, ",") {
			edd, mdd, _ := strings.Cut(nodes, "/")
			round := bench.Round{Bound: new(10 * (i + 1)), EDDNodes: new(must(strconv.Atoi(edd))), States: new("7")}
			if mdd != "" {
				round.MDDNodes = new(must(strconv.Atoi(mdd)))
			}
			r.Rounds = append(r.Rounds, round)
		}
	default:
		panic(key)
	}
}

func must[T any](x T, err error) T {
	if err != nil {
		panic(err)
	}
	return x
}

// doctored returns a record for each cell of a suite: all done in a second, and then changed.
func doctored(s *bench.Suite, by doctor) (list []bench.Record) {
	for i := range s.Cells {
		c := &s.Cells[i]
		r := bench.Record{Suite: s.Name, Cell: c.Name(), Args: c.Args(), Seconds: c.Time.Seconds(), Run: 1,
			Outcome: bench.Done, CPU: 1, Wall: 1, RSS: 20_000_000}
		r.Verdict, r.Complete, r.Steps, r.States = new(c.Want), new(true), new(5), new("1000")
		if c.Want == "" {
			r.Verdict = new("holds")
		}
		r.Counts = map[string]float64{"states": 1000, "runs": 100}
		for _, key := range []string{"revisits", "rounds", "increment", "replayed", "unwound", "search_bytes", "needed",
			"depth", "transitions", "found", "clauses", "length", "flips", "frontier_bytes", "levels", "backs", "sinks",
			"attempts"} {
			r.Counts[key] = 100
		}
		r.Counts["restore_seconds"], r.Counts["probability"], r.Counts["low"], r.Counts["high"] = 0.5, 0.5, 0.4, 0.6
		if k := slices.Index(c.Flags, "--runs"); k >= 0 {
			r.Counts["runs"] = must(strconv.ParseFloat(c.Flags[k+1], 64))
		}
		if by != nil {
			by(c, &r)
		}
		list = append(list, r)
	}
	return list
}

// inFull are the suites in full.
var inFull = sync.OnceValue(func() []bench.Suite { return All(false) })

// suiteNamed returns a suite in full.
func suiteNamed(t *testing.T, name string) *bench.Suite {
	t.Helper()
	list := inFull()
	i := slices.IndexFunc(list, func(s bench.Suite) bool { return s.Name == name })
	if i < 0 {
		t.Fatalf("there is no suite %s", name)
	}
	return &list[i]
}

// Each claim has a name, a paper and a sentence, and either an existing suite with a judge, or a reason.
func TestClaims(t *testing.T) {
	names := map[string]bool{}
	for _, c := range Claims() {
		if names[c.Name] || !regexp.MustCompile(`^`+c.Paper+`-[a-zA-Z0-9-]+$`).MatchString(c.Name) ||
			!regexp.MustCompile(`^00[0-4]$`).MatchString(c.Paper) {
			t.Errorf("%q of the paper %q", c.Name, c.Paper)
		}
		names[c.Name] = true
		if c.Where == "" || c.Sentence == "" {
			t.Errorf("%s: where %q, sentence %q", c.Name, c.Where, c.Sentence)
		}
		if c.Suite != "" {
			suiteNamed(t, c.Suite)
			if c.Judge == nil || c.Reason != "" || !strings.HasPrefix(c.Command, "brim bench "+c.Suite) {
				t.Errorf("%s: a judge: %v, reason %q, command %q", c.Name, c.Judge != nil, c.Reason, c.Command)
			}
			continue
		}
		if c.Judge != nil || c.Command != "" || !strings.HasPrefix(c.Reason, "out of scope: ") &&
			!strings.HasPrefix(c.Reason, "not here: ") {
			t.Errorf("%s without a suite: a judge: %v, reason %q, command %q", c.Name, c.Judge != nil, c.Reason,
				c.Command)
		}
	}
}

// Records decide each claim: some make it yes, some no, and too few leave it undecided.
func TestClaimsFlip(t *testing.T) {
	suites := map[string]*bench.Suite{}
	for _, c := range Claims() {
		if c.Judge == nil {
			continue
		}
		x, ok := claimDoctors[c.Name]
		if !ok {
			t.Errorf("%s: no records are made for it", c.Name)
			continue
		}
		if suites[c.Suite] == nil {
			suites[c.Suite] = suiteNamed(t, c.Suite)
		}
		s := suites[c.Suite]
		for want, by := range map[bench.Decision]doctor{bench.Yes: x.yes, bench.No: x.no} {
			if got := c.Find(bench.NewResults(s, doctored(s, by))); got.Answer != want || got.Because == "" {
				t.Errorf("%s: %s because %s; want %s", c.Name, got.Answer, got.Because, want)
			}
		}
		few := slices.DeleteFunc(doctored(s, x.yes),
			func(r bench.Record) bool { return !regexp.MustCompile(x.keep).MatchString(r.Cell) })
		if len(few) != 1 {
			t.Errorf("%s: %d records are kept, want one", c.Name, len(few))
		}
		for _, records := range [][]bench.Record{nil, few} {
			if got := c.Find(bench.NewResults(s, records)); got.Answer != bench.Undecided {
				t.Errorf("%s with %d records: %s because %s; want undecided", c.Name, len(records), got.Answer,
					got.Because)
			}
		}
	}
	for name := range claimDoctors {
		if !slices.ContainsFunc(Claims(), func(c bench.Claim) bool { return c.Name == name && c.Judge != nil }) {
			t.Errorf("%s is no claim that records decide", name)
		}
	}
}

// A time that is about the part of another which a claim names leaves it undecided, on either side of it.
func TestClaimsNearThresholds(t *testing.T) {
	claims := Claims()
	for name, rules := range map[string][2]string{
		"001-constrained-gain": {`n=30/.*way=loops => cpu=2.4`, `n=30/.*way=loops => cpu=2.6`}, // 0.4 of the time
		"001-constrained-90":   {`n=30/.*way=loops => cpu=6.6`, `n=30/.*way=loops => cpu=6.7`}, // 0.15
		"004-tree-50":          {`frontier=tree => cpu=0.8`, `frontier=tree => cpu=0.82`},
		"004-tree-1000":        {`frontier=tree => cpu=0.79`, `frontier=tree => cpu=0.81`},
		"004-replay-50":        {`=traces => counts.restore_seconds=0.19`, `=traces => counts.restore_seconds=0.21`},
		"004-replay-1000":      {`=traces => counts.restore_seconds=0.19`, `=traces => counts.restore_seconds=0.21`},
		"004-payload-replay":   {`=traces => counts.restore_seconds=0.19`, `=traces => counts.restore_seconds=0.21`},
	} {
		i := slices.IndexFunc(claims, func(c bench.Claim) bool { return c.Name == name })
		if i < 0 {
			t.Errorf("there is no claim %s", name)
			continue
		}
		s := suiteNamed(t, claims[i].Suite)
		for _, rule := range rules {
			got := claims[i].Find(bench.NewResults(s, doctored(s, set(rule))))
			if got.Answer != bench.Undecided || !strings.Contains(got.Because, "too close to tell") {
				t.Errorf("%s with %s: %s because %s; want undecided", name, rule, got.Answer, got.Because)
			}
		}
	}
}

// What the stored records say of the claims is computed without a fault.
func TestClaimsOfStored(t *testing.T) {
	results := map[string]bench.Results{}
	for _, s := range inFull() {
		if files := storedFiles(t, s.Name); len(files) > 0 {
			records, err := bench.ReadFile(files[len(files)-1])
			if err != nil {
				t.Fatal(err)
			}
			results[s.Name] = bench.NewResults(&s, records)
		}
	}
	bySuite, each := bench.ClaimSheets(Claims(), results)
	for _, row := range each.Long.Rows {
		t.Log(strings.Join(row, " | "))
	}
	for _, row := range bySuite.Rows {
		t.Log(strings.Join(row, " | "))
	}
	if len(each.Rows) != len(Claims()) {
		t.Errorf("%d rows for %d claims", len(each.Rows), len(Claims()))
	}
}

// partsOf are parts of records: every second and every fifth one, and all but every fifth.
func partsOf(records []bench.Record) [][]bench.Record {
	parts := make([][]bench.Record, 12)
	for i, r := range records {
		parts[i%2] = append(parts[i%2], r)
		for k := range 5 {
			part := &parts[2+k]
			if i%5 != k {
				part = &parts[7+k]
			}
			*part = append(*part, r)
		}
	}
	return parts
}

// quickOf returns the records of the cells that the short version of a suite has, too.
func quickOf(s *bench.Suite, records []bench.Record) []bench.Record {
	quick := All(true)
	names := map[string]bool{}
	for _, c := range quick[slices.IndexFunc(quick, func(q bench.Suite) bool { return q.Name == s.Name })].Cells {
		names[c.Name()] = true
	}
	return slices.DeleteFunc(slices.Clone(records), func(r bench.Record) bool { return !names[r.Cell] })
}

// With a part of the records each claim has the answer that it has with all of them, or none: that something is missing
// never decides. So it is for records made up, which decide in either way, and for the stored ones.
func TestClaimsOfPartial(t *testing.T) {
	stored := map[string][]bench.Record{}
	for _, s := range inFull() {
		if files := storedFiles(t, s.Name); len(files) > 0 {
			stored[s.Name] = must(bench.ReadFile(files[len(files)-1]))
		}
	}
	for _, c := range Claims() {
		if c.Judge == nil {
			continue
		}
		s := suiteNamed(t, c.Suite)
		for _, records := range [][]bench.Record{doctored(s, claimDoctors[c.Name].yes),
			doctored(s, claimDoctors[c.Name].no), stored[c.Suite]} {
			whole := c.Find(bench.NewResults(s, records))
			for _, part := range append(partsOf(records), quickOf(s, records)) {
				got := c.Find(bench.NewResults(s, part))
				if got.Answer != bench.Undecided && got.Answer != whole.Answer {
					t.Errorf("%s, of %d records %d: %s because %s; with all %s because %s", c.Name, len(records),
						len(part), got.Answer, got.Because, whole.Answer, whole.Because)
					break
				}
			}
		}
	}
}

// Runs that failed, and those that a limit ended which is not that of the suite in full, decide no claim.
func TestClaimsOfLimited(t *testing.T) {
	for _, c := range Claims() {
		if c.Judge == nil {
			continue
		}
		s := suiteNamed(t, c.Suite)
		tight := *s
		tight.Cells = slices.Clone(s.Cells)
		for i := range tight.Cells {
			tight.Cells[i].Time /= 2
		}
		for _, outcome := range []bench.Outcome{bench.Time, bench.Memory, bench.Unknown, bench.Failed} {
			of := &tight
			if outcome == bench.Failed {
				of = s
			}
			records := doctored(of, func(cell *bench.Cell, r *bench.Record) {
				if by := claimDoctors[c.Name].yes; by != nil {
					by(cell, r)
				}
				assign(cell, r, "outcome", string(outcome))
			})
			if got := c.Find(bench.NewResults(of, records)); got.Answer != bench.Undecided {
				t.Errorf("%s, all %s: %s because %s; want undecided", c.Name, outcome, got.Answer, got.Because)
			}
		}
	}
}

// A search that went through all states is deeper than one that a limit ended, and nothing is deeper than that.
func TestDepthOfAll(t *testing.T) {
	claims := Claims()
	c := claims[slices.IndexFunc(claims, func(c bench.Claim) bool { return c.Name == "004-depth" })]
	s := suiteNamed(t, c.Suite)
	for want, by := range map[bench.Decision]doctor{bench.Yes: set(`=naive => bound=1000`),
		bench.Undecided: set(`=threshold => bound=1000`)} {
		if got := c.Find(bench.NewResults(s, doctored(s, by))); got.Answer != want {
			t.Errorf("%s because %s; want %s", got.Answer, got.Because, want)
		}
	}
}
