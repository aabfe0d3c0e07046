package report

import (
	"cmp"
	"crypto/sha256"
	"embed"
	"encoding/base64"
	"errors"
	"html/template"
	"io"
	"path"
	"slices"
	"strings"

	"brim/bench"
)

// The page as a whole: its claims, suites and summary, written by a template.

// A Page is what the file shows.
type Page struct {
	Claims  []bench.Claim // of the papers
	Suites  []Selection   // in the order of the page
	Command string        // that makes the file
	Version string        // of the program that makes it
}

//go:embed assets
var assets embed.FS

var layout = template.Must(template.New("page.html").ParseFS(assets, "assets/page.html"))

// scripts are the libraries that draw the pictures, of the npm registry as assets/vendor/README.md says, and our own,
// which is the last.
var scripts = []string{"assets/vendor/d3.min.js", "assets/vendor/plot.umd.min.js", "assets/page.js"}

// Write writes the page.
func (p *Page) Write(w io.Writer) error {
	v, err := p.view()
	if err != nil {
		return err
	}
	return layout.Execute(w, v)
}

// A pageView is what the template shows.
type pageView struct {
	*Page
	Policy  string // of what the page may do
	Style   template.CSS
	Scripts []template.JS
	Licence string // of the libraries
	Judged  []claimView
	Answers []count // of the claims
	Shown   []suiteView
	Cells   int
	Length  int // records
	Warned  int // suites with warnings
}

type count struct {
	Name string
	N    int
}

// A claimView is a claim with what the records say of it.
type claimView struct {
	bench.Claim
	Answer  string
	Because []piece
	Cases   []bench.Case // all of them, where Because does not name each
	Short   bool         // its records are of a short version
}

// A suiteView is the section of a suite.
type suiteView struct {
	*Selection
	Part     string  // of the contents that begins with it: the paper; "" if it is in that of the suite before
	Outcomes []count // of its cells
	Warnings []string
	Origin   [][]piece // where the records come from
	Absences []absence
	Sheets   []sheetView
	Data     template.JS
}

// An absence is cells that have no record for one reason.
type absence struct {
	Reason string
	Cells  []string
}

// view computes what the template shows: style, scripts and the policy that allows just these, a section for each
// suite, the sums over all of them, and the claims with their answers.
func (p *Page) view() (*pageView, error) {
	v := &pageView{Page: p}
	style, err1 := assets.ReadFile("assets/page.css")
	licence, err2 := assets.ReadFile("assets/vendor/LICENCES.txt")
	if err := errors.Join(err1, err2); err != nil {
		return nil, err
	}
	v.Style, v.Licence = template.CSS(style), string(licence)
	hashes := ""
	for _, name := range scripts {
		text, err := assets.ReadFile(name)
		if err != nil {
			return nil, err
		}
		sum := sha256.Sum256(text)
		hashes += " 'sha256-" + base64.StdEncoding.EncodeToString(sum[:]) + "'"
		v.Scripts = append(v.Scripts, template.JS(text))
	}
	// Pictures have their own style elements, which cannot load anything.
	v.Policy = "default-src 'none'; base-uri 'none'; form-action 'none'; img-src data:; style-src 'unsafe-inline'; " +
		"script-src" + hashes
	for i := range p.Suites {
		s, err := section(&p.Suites[i])
		if err != nil {
			return nil, err
		}
		v.Shown = append(v.Shown, s)
		v.Cells, v.Length = v.Cells+len(s.Cells), v.Length+len(s.Records())
		if len(s.Warnings) > 0 {
			v.Warned++
		}
	}
	for i := range v.Shown {
		if s := v.Shown[i]; i == 0 || s.Paper != v.Shown[i-1].Paper {
			v.Shown[i].Part = "Paper " + s.Paper
			if s.Paper == "" {
				v.Shown[i].Part = "Comparisons"
			}
		}
	}
	v.Judged, v.Answers = p.judge(), p.answers()
	return v, nil
}

// section returns the view of a suite: its tables and charts, the data for the script, warnings, origin, and the
// cells without records by reason. It is made of the records of that suite only.
func section(s *Selection) (suiteView, error) {
	list := s.Report(s.Results)
	v := suiteView{Selection: s, Warnings: s.Warnings()}
	for _, n := range s.Notes() {
		if !strings.HasPrefix(n, "WARNING: ") { // they have a place of their own
			v.Origin = append(v.Origin, pieces(n))
		}
	}
	var err error
	if v.Sheets, err = sheets(list); err != nil {
		return v, err
	}
	for i := range v.Sheets {
		v.Sheets[i].Empty = "not measured"
		if s.Measured() > 0 {
			v.Sheets[i].Empty = "nothing to show, since its runs were not measured or ended without these numbers"
		}
	}
	if v.Data, err = data(s, list); err != nil {
		return v, err
	}
	for _, a := range s.Absent {
		i := slices.IndexFunc(v.Absences, func(x absence) bool { return x.Reason == a.Reason })
		if i < 0 {
			i = len(v.Absences)
			v.Absences = append(v.Absences, absence{Reason: a.Reason})
		}
		v.Absences[i].Cells = append(v.Absences[i].Cells, a.Cell.Name())
	}
	v.Outcomes = s.outcomes()
	return v, nil
}

// Sweep returns the part of the name of the file that says when the sweep began and which build it measured.
func (s *Selection) Sweep() string {
	return strings.TrimPrefix(strings.TrimSuffix(path.Base(s.File), ".jsonl"), s.Name+"-")
}

// outcomes counts the cells by how they ended.
func (s *Selection) outcomes() []count {
	n := map[bench.Outcome]int{}
	for _, c := range s.Cells {
		if r := s.Cell(c.Name()); r != nil {
			n[r.Outcome]++
		}
	}
	list := bench.Map(bench.Outcomes(), func(o bench.Outcome) count { return count{string(o), n[o]} })
	return slices.DeleteFunc(list, func(c count) bool { return c.N == 0 })
}

// judge finds what the records say of each claim.
func (p *Page) judge() (list []claimView) {
	for _, c := range p.Claims {
		var r bench.Results
		x := claimView{Claim: c}
		if i := slices.IndexFunc(p.Suites, func(s Selection) bool { return s.Name == c.Suite }); i >= 0 {
			r, x.Short = p.Suites[i].Results, p.Suites[i].Short
		}
		f := c.Find(r)
		x.Answer, x.Because = string(f.Answer), pieces(f.Because)
		if !f.Whole() {
			x.Cases = f.Cases
		}
		if kind, _, ok := strings.Cut(c.Reason, ":"); ok && c.Judge == nil {
			x.Answer = kind // out of scope, not here
		}
		list = append(list, x)
	}
	return list
}

// Tally counts the claims by what the records say of them: yes, no, undecided, or why there is nothing to decide.
func (p *Page) Tally() map[string]int {
	n := map[string]int{}
	for _, c := range p.judge() {
		n[c.Answer]++
	}
	return n
}

// answers returns the tally in the order in which it is shown.
func (p *Page) answers() (list []count) {
	for name, n := range p.Tally() {
		list = append(list, count{name, n})
	}
	order := []string{string(bench.Yes), string(bench.No), string(bench.Undecided), "not here", "out of scope"}
	slices.SortFunc(list, func(a, b count) int {
		return cmp.Or(slices.Index(order, a.Name)-slices.Index(order, b.Name), strings.Compare(a.Name, b.Name))
	})
	return list
}
