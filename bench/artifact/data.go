package artifact

import (
	"embed"
	"encoding/csv"
	"fmt"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"text/template"
	"time"

	"brim/bench"
	"brim/internal/quantity"
)

// What the texts of an artifact say about claims, suites and times, computed from the stored records.

// The texts are templates; what they need of a run of Write stands in data.
//
//go:embed all:texts
var texts embed.FS

// data are what the texts say.
type data struct {
	Commit, Short, Date string
	Go                  string
	Toolchains          []toolchain
	Suites              []suite
	Papers              []paper
	Decisive            []string // suites that decide claims
	Machine             []string // where the records come from, see suite.Machines
	Total               string   // time of all that needs nothing of others and has records
	Unknown             []string // suites that need nothing of others and have no records under their limits
	Most                string   // time of these at most, by the limits of their runs
}

// A suite is what is measured by one name.
type suite struct {
	Name, Title, Paper string
	Cells              int
	Foreign            int      // cells that need files or programs of others
	Measured           int      // cells that have records
	Limits             string   // of a run
	Tables             []string // names of their files, without ending
	Took               string   // by what needs nothing of others, "" if there are no records
	TookForeign        string   // by the rest
	Other              string   // the limits of the records where none are under those of the suite
	Builds             []string // of brim, that the records are of
	Machines           []int    // that they are of, counted from 1
	Runs               int      // of a cell, where our records have more than the suite measures by itself; else 0
	Busy               string   // how many of all runs were made while the machine did other work
}

// Files reports whether nothing of it is measured without files or programs of others.
func (s suite) Files() bool { return s.Foreign == s.Cells }

// A paper is one with its claims.
type paper struct {
	Number string
	Work   string // authors, title, where it appeared, and what brim takes from it
	Claims []claim
}

// Title returns the title in Work, which is the first text between stars there, or the number without such a text.
func (p paper) Title() string {
	if parts := strings.SplitN(p.Work, "*", 3); len(parts) == 3 {
		return strings.TrimSuffix(parts[1], ".")
	}
	return p.Number
}

// Count returns how many claims have an answer, "" for those that are not measured.
func (p paper) Count(answer bench.Decision) int {
	n := 0
	for _, c := range p.Claims {
		if c.Measured() && c.Answer == answer || !c.Measured() && answer == "" {
			n++
		}
	}
	return n
}

// papers are the keys of the papers in REFERENCES.md.
var papers = map[string]string{"000": "MSW09", "001": "DVB14", "002": "WR00", "003": "CFF+01", "004": "UDR11"}

// works returns what REFERENCES.md says of each work, by its key.
func works(references string) map[string]string {
	list := map[string]string{}
	for _, entry := range strings.Split(references, "\n- **[")[1:] {
		key, text, _ := strings.Cut(entry, "]** ")
		text, _, _ = strings.Cut(text, "\n\n")
		list[key] = strings.Join(strings.Fields(text), " ")
	}
	return list
}

// A claim is a sentence of a paper with what our records say.
type claim struct {
	bench.Claim
	bench.Finding
	Alone bench.Decision // the answer without the records of what needs files or programs of others
}

// Measured reports whether records decide the claim.
func (c claim) Measured() bool { return c.Suite != "" }

// Of returns the suite with a name.
func (d *data) Of(name string) suite {
	i := slices.IndexFunc(d.Suites, func(s suite) bool { return s.Name == name })
	if i < 0 {
		return suite{Name: name}
	}
	return d.Suites[i]
}

// newData computes what the texts say from the records below the sources: for each suite its cells, limits, times and
// machines, and for each claim the answer with all records and with those alone that need no files or programs of
// others.
func newData(c *checkout, sources string, suites []bench.Suite, claims []bench.Claim) (*data, error) {
	d := &data{Commit: c.commit, Short: c.commit[:12], Date: c.date.UTC().Format("2006-01-02"), Go: Go,
		Toolchains: toolchains}
	raw := filepath.Join(sources, "results", "raw")
	references, err := os.ReadFile(filepath.Join(sources, "REFERENCES.md"))
	if err != nil {
		return nil, err
	}
	known := works(string(references))
	results, alone := map[string]bench.Results{}, map[string]bench.Results{}
	var total, most time.Duration
	for _, s := range suites {
		_, r, err := bench.Fullest(raw, &s)
		if err != nil {
			return nil, err
		}
		x, own := newSuite(&s), s
		own.Cells = slices.DeleteFunc(slices.Clone(s.Cells), foreign)
		copied := bench.Map(r.Records(), func(y *bench.Record) bench.Record { return *y })
		results[s.Name], alone[s.Name] = r, bench.NewResults(&own, copied)
		if r.Measured() == 0 {
			if !x.Files() {
				d.Unknown = append(d.Unknown, s.Name)
				for _, c := range own.Cells {
					most += c.Time
				}
			}
			if copied, err = newest(raw, s.Name); err != nil {
				return nil, err
			}
			x.Other = limits(copied)
		}
		took := x.from(copied, &own)
		if r.Measured() > 0 {
			total += took
		}
		for _, y := range copied {
			if y.Program == "" && y.Tool == "" {
				x.Machines = bench.AddNew(x.Machines, d.machine(&y))
			}
		}
		if s.Report != nil {
			for _, sheet := range s.Report(r) {
				x.Tables = append(x.Tables, sheet.Name)
			}
		}
		d.Suites = append(d.Suites, x)
	}
	d.Total, d.Most = roughly(total), roughly(most)
	for _, c := range claims {
		if len(d.Papers) == 0 || d.Papers[len(d.Papers)-1].Number != c.Paper {
			d.Papers = append(d.Papers, paper{Number: c.Paper, Work: known[papers[c.Paper]]})
		}
		p := &d.Papers[len(d.Papers)-1]
		if c.Suite != "" && !slices.Contains(d.Decisive, c.Suite) {
			d.Decisive = append(d.Decisive, c.Suite)
		}
		p.Claims = append(p.Claims, claim{c, c.Find(results[c.Suite]), c.Find(alone[c.Suite]).Answer})
	}
	return d, nil
}

// foreign reports whether a cell needs files or programs of others.
func foreign(c bench.Cell) bool { return c.Folder != "" || c.Program != "" }

// newSuite says what is known of a suite without records.
func newSuite(s *bench.Suite) suite {
	x := suite{Name: s.Name, Title: s.Title, Paper: s.Paper, Cells: len(s.Cells)}
	var times []time.Duration
	for _, c := range s.Cells {
		if foreign(c) {
			x.Foreign++
		}
		times = append(times, c.Time)
	}
	x.Limits = seconds(times)
	return x
}

// from stores in the suite what its records say: cells, times, builds, repeated runs, and how busy the machine was.
// It returns how long the cells of own took together.
func (s *suite) from(records []bench.Record, own *bench.Suite) time.Duration {
	names, cells := map[string]bool{}, map[string]bool{}
	for _, c := range own.Cells {
		names[c.Name()] = true
	}
	usual := max(1, own.Runs)
	var took, rest time.Duration
	busy, known := 0, 0
	for _, x := range records {
		cells[x.Cell] = true
		if x.Run > usual {
			s.Runs = max(s.Runs, x.Run)
		}
		wall := time.Duration(x.Wall * float64(time.Second))
		if names[x.Cell] {
			took += wall
		} else {
			rest += wall
		}
		if x.Crowded() || len(x.Disturbed) > 0 {
			busy++
		}
		if x.Load != nil {
			known++
		}
		build := x.Build
		if x.Commit != "" {
			build = x.Commit[:min(12, len(x.Commit))]
		}
		if x.Program == "" && x.Tool == "" && !slices.Contains(s.Builds, build) {
			s.Builds = append(s.Builds, build)
		}
	}
	s.Measured = len(cells)
	if took > 0 {
		s.Took = roughly(took)
	}
	if rest > 0 {
		s.TookForeign = roughly(rest)
	}
	if len(records) > 0 {
		if s.Busy = fmt.Sprintf("%d of %d", busy, len(records)); known == 0 {
			s.Busy = "unknown"
		}
	}
	return took
}

// newest returns the records in the newest file of a suite, whatever their limits.
func newest(raw, name string) ([]bench.Record, error) {
	files, err := filepath.Glob(filepath.Join(raw, name+"-[0-9]*-[0-9]*-*.jsonl"))
	if err != nil || len(files) == 0 {
		return nil, err
	}
	return bench.ReadFile(slices.Max(files))
}

// limits lists the limits of records.
func limits(records []bench.Record) string {
	var times []time.Duration
	for _, x := range records {
		times = append(times, time.Duration(x.Seconds*float64(time.Second)))
	}
	return seconds(times)
}

// seconds lists different times: "10, 600 s".
func seconds(times []time.Duration) string {
	if len(times) == 0 {
		return ""
	}
	slices.Sort(times)
	list := bench.Map(slices.Compact(times), func(t time.Duration) string { return fmt.Sprint(t.Seconds()) })
	return strings.Join(list, ", ") + " s"
}

// machine returns the number of the machine that a record comes from.
func (d *data) machine(x *bench.Record) int {
	words := []string{x.Go, x.System, quantity.Count(x.Cores, "core")}
	if x.Processor != "" {
		words = append(words, x.Processor)
	}
	name := strings.Join(words, ", ")
	return bench.PlaceOf(&d.Machine, name) + 1
}

// roughly writes a time for people who plan.
func roughly(d time.Duration) string {
	switch {
	case d < time.Minute:
		return "less than a minute"
	case d < 2*time.Hour:
		return fmt.Sprintf("%d minutes", (d+time.Minute-1)/time.Minute)
	}
	return fmt.Sprintf("%.1f hours", d.Hours())
}

// write writes the texts, filled in, into a folder next to the sources, with the licence, the citation of this
// commit, and all cases of all claims as CSV.
func (d *data) write(dir string) error {
	root, err := os.OpenRoot(dir)
	if err != nil {
		return err
	}
	defer root.Close()
	for name, more := range map[string]string{"LICENSE": "", "CITATION.cff": "commit: " + d.Commit +
		"\ndate-released: " + d.Date + "\n"} {
		b, err := os.ReadFile(filepath.Join(dir, "brim", name))
		if err != nil {
			return err
		}
		if err := write(root, name, strings.NewReader(string(b)+more), false); err != nil {
			return err
		}
	}
	if err := write(root, "cases.csv", strings.NewReader(d.cases()), false); err != nil {
		return err
	}
	t := template.New("").Funcs(template.FuncMap{"quote": quote, "join": strings.Join,
		"inc": func(i int) int { return i + 1 }})
	return fs.WalkDir(texts, "texts", func(name string, e fs.DirEntry, err error) error {
		if err != nil || e.IsDir() {
			return err
		}
		b, err := fs.ReadFile(texts, name)
		if err != nil {
			return err
		}
		parsed, err := t.New(name).Parse(string(b))
		if err != nil {
			return err
		}
		var text strings.Builder
		if err := parsed.Execute(&text, d); err != nil {
			return err
		}
		return write(root, path.Base(name), strings.NewReader(text.String()), path.Ext(name) == ".sh")
	})
}

// cases lists all cases of all claims as CSV.
func (d *data) cases() string {
	var b strings.Builder
	w := csv.NewWriter(&b)
	_ = w.Write([]string{"claim", "answer", "case", "figures", "speaks"})
	for _, p := range d.Papers {
		for _, c := range p.Claims {
			for _, x := range c.Cases {
				_ = w.Write([]string{c.Name, string(c.Answer), x.Name, x.Figures, x.Speaks})
			}
		}
	}
	w.Flush()
	return b.String()
}

// quote writes text of several lines as a quotation.
func quote(text string) string { return "> " + strings.ReplaceAll(text, "\n", "\n> ") }
