package comparisons

import (
	"path"
	"regexp"
	"slices"
	"strings"
	"time"

	"brim/bench"
	"brim/bench/tables/entry"
)

// The suite certificates: which answers to the contest's questions come with a certificate that brim-verify accepts,
// and what that takes. For each net and examination there is a run without certificates and one with them.

// certificatesTime is the limit of brim mcc and that of the checker.
const certificatesTime = time.Minute

// Verifier is the program that checks certificates, as the suite names it.
const Verifier = "brim-verify"

// examinations are those of the contest, in the order of the table.
var examinations = []string{
	"StateSpace", "ReachabilityDeadlock", "QuasiLiveness", "StableMarking", "Liveness", "OneSafe", "UpperBounds",
	"ReachabilityCardinality", "ReachabilityFireability", "CTLCardinality", "CTLFireability", "LTLCardinality",
	"LTLFireability",
}

// certificateNets are nets of families with the right answers, those of the short version first: numbers of markings
// and firings, the most tokens in a place and in a marking, and the answers to the examinations that follow StateSpace.
var certificateNets = []struct {
	family, size string
	space        [4]string
	global       [5]string
}{
	// Each has the left fork: a deadlock.
	{"dphil", "3", [4]string{"76", "213", "1", "9"}, [5]string{"TRUE", "TRUE", "FALSE", "FALSE", "TRUE"}},
	// The store is a place without bound.
	{"unbounded", "1", [4]string{"+inf", "+inf", "+inf", "+inf"}, [5]string{"FALSE", "TRUE", "FALSE", "TRUE", "FALSE"}},
	{"kanban", "1", [4]string{"160", "616", "1", "4"}, [5]string{"FALSE", "TRUE", "FALSE", "TRUE", "TRUE"}},
}

// spaceWords are the questions of StateSpace.
var spaceWords = [4]string{"STATES", "TRANSITIONS", "MAX_TOKEN_IN_PLACE", "MAX_TOKEN_PER_MARKING"}

// dphilFormulas are formulas about dphil:3 in the form of the contest. All can have their left forks, so that the first
// does not think again in every marking.
const (
	dphilExamination = "CTLCardinality"
	dphilFormulas    = `<?xml version="1.0"?>
<property-set xmlns="http://mcc.lip6.fr/">
  <property><id>left-forks</id><description>all have their left forks</description><formula>
    <exists-path><finally><integer-le>
      <integer-constant>3</integer-constant>
      <tokens-count><place>HasL_1</place><place>HasL_2</place><place>HasL_3</place></tokens-count>
    </integer-le></finally></exists-path>
  </formula></property>
  <property><id>thinks-again</id><description>the first can always think again</description><formula>
    <all-paths><globally><exists-path><finally><integer-le>
      <integer-constant>1</integer-constant><tokens-count><place>Idle_1</place></tokens-count>
    </integer-le></finally></exists-path></globally></all-paths>
  </formula></property>
</property-set>
`
)

// How answers and missing certificates are printed.
var (
	contestAnswers = regexp.MustCompile(
		`(?m)^(?:FORMULA|STATE_SPACE) (?P<id>\S+) (?P<answer>TRUE|FALSE|\+inf|[0-9]+) TECHNIQUES (?P<by>.*)$`)
	contestWithout = regexp.MustCompile(`(?m)^brim: (?P<id>\S+) has no certificate: (?P<reason>.*)$`)
)

// contestRun returns the cell of an examination of a net in a folder, by brim mcc with some flags. The label says what
// tells the run from others.
func contestRun(net, dir, examination string, way bench.Label, limit time.Duration, flags ...string) bench.Cell {
	return bench.Cell{
		Labels: []bench.Label{
			{Key: "net", Value: strings.ReplaceAll(net, "-", "_")}, {Key: "examination", Value: examination}, way,
		},
		Command: "mcc", Time: limit, Memory: contestMemory,
		Tool: &bench.Tool{
			Line: append([]string{bench.Brim, "mcc", "--dir", dir}, flags...),
			Env: []string{
				"BK_EXAMINATION=" + examination, "BK_TIME_CONFINEMENT={milliseconds}e-3",
				"BK_MEMORY_CONFINEMENT={megabytes}",
			},
			Questions: &bench.Questions{Answers: contestAnswers},
			Reading:   bench.Reading{Brim: true},
		},
	}
}

// certificateRun returns the cell of an examination of a net, in its folder.
func certificateRun(net, dir, examination string, with bool, limit time.Duration) bench.Cell {
	c := contestRun(net, dir, examination, bench.Label{Key: "certificates", Value: "no"}, limit)
	if !with {
		return c
	}
	c.Labels[2].Value = "yes"
	c.Tool.Line = append(c.Tool.Line, "--certificates", "{scratch}/certificates")
	question := "{id}"
	if slices.Index(examinations, examination) >= slices.Index(examinations, "UpperBounds") {
		question = path.Join(dir, examination+".xml") + ":{id}"
	}
	q := c.Tool.Questions
	q.Without, q.Proof = contestWithout, "{scratch}/certificates/{id}.cert.gz"
	q.Check = []string{Verifier, "--limit-time", "{milliseconds}ms", path.Join(dir, "model.pnml"), question, q.Proof}
	q.Says, q.Named = "verified: {answer}", map[string]string{"TRUE": "holds", "FALSE": "fails", "+inf": "infinite"}
	q.Verdicts = map[int]string{0: bench.Verified, 1: "rejected", 2: "malformed", 3: "limit"}
	return c
}

// ownCertificates returns the cells of the first nets of families, which need no files of others.
func ownCertificates(count int, limit time.Duration) (list []bench.Cell) {
	for _, n := range certificateNets[:count] {
		known := map[string]map[string]string{"StateSpace": {}}
		for i, word := range spaceWords {
			known["StateSpace"][word] = n.space[i]
		}
		for i, right := range n.global {
			known[examinations[i+1]] = map[string]string{examinations[i+1]: right}
		}
		if n.family == "dphil" {
			known[dphilExamination] = map[string]string{"left-forks": "TRUE", "thinks-again": "FALSE"}
		}
		for _, examination := range examinations {
			if known[examination] == nil {
				continue
			}
			for _, with := range []bool{false, true} {
				c := certificateRun(n.family+"_"+n.size, "{scratch}", examination, with, limit)
				c.Tool.Questions.Known = known[examination]
				c.Tool.Prepare = [][]string{{bench.Brim, "gen", n.family + ":" + n.size, "-o", "{scratch}/model.pnml"}}
				c.Tool.Prepared = []int{0}
				if examination == dphilExamination {
					c.Tool.Files = []bench.File{{Name: examination + ".xml", Text: dphilFormulas}}
				}
				list = append(list, c)
			}
		}
	}
	return list
}

// contestCertificates returns the cells of nets of the contest, whose folders have the right answers.
func contestCertificates(limit time.Duration) (list []bench.Cell) {
	nets := contestNets(false, 0)
	for _, name := range strings.Fields(contestColoured) {
		nets = append(nets, contestNet{name: name, file: path.Join("coloured", name)})
	}
	for _, n := range nets {
		for _, examination := range examinations {
			for _, with := range []bool{false, true} {
				c := certificateRun(n.name, n.file, examination, with, limit)
				c.Folder = entry.Nets
				c.Tool.Questions.File, c.Tool.Questions.Group = path.Join(n.file, "oracle.csv"), examination
				list = append(list, c)
			}
		}
	}
	return list
}

// Certificates measures the certificates of answers. Its short version has nets of families only.
func Certificates(quick bool) bench.Suite {
	limit := entry.Limit(quick, certificatesTime)
	s := bench.Suite{
		Name: "certificates", Title: "answers with certificates that brim-verify accepts, on nets of the contest",
	}
	if quick {
		s.Cells = ownCertificates(2, limit)
	} else {
		s.Cells = slices.Concat(ownCertificates(len(certificateNets), limit), contestCertificates(limit))
	}
	s.Report = func(r bench.Results) []*bench.Sheet { return []*bench.Sheet{certificateSheet(s.Name, s.Cells, r)} }
	return s
}

// certificateSheet has a line for each examination and one for all.
func certificateSheet(name string, cells []bench.Cell, r bench.Results) *bench.Sheet {
	all := &certificateSum{name: "all"}
	sums := map[string]*certificateSum{}
	without := map[string]*bench.Record{}
	for i := range cells {
		c := &cells[i]
		x, key := entry.Record(r, *c), c.Label("net")+"/"+c.Label("examination")
		switch {
		case c.Label("certificates") == "no":
			without[key] = x // comes first
		case x != nil:
			examination := c.Label("examination")
			if sums[examination] == nil {
				sums[examination] = &certificateSum{name: examination}
			}
			sums[examination].add(x, without[key])
			all.add(x, without[key])
		}
	}
	sheet := &bench.Sheet{
		Name: name, Title: "Answers with certificates", Left: 1,
		Header: []string{
			"examination", "right", "verified", "%", "rejected", "none", "other", "wrong", "missing", "new", "verified",
			"median bytes", "largest", "check/brim", "within 1 s", "of", "brim s", "with s", "with/brim", "checks s",
		},
	}
	for _, examination := range examinations {
		if sum := sums[examination]; sum != nil {
			sheet.Rows = append(sheet.Rows, sum.row())
		}
	}
	if len(sheet.Rows) > 0 {
		sheet.Rows = append(sheet.Rows, all.row())
		sheet.Notes = all.notes()
	}
	return sheet
}
