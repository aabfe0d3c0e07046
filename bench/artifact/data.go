package artifact

import (
	"embed"
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
)

// The texts are templates; what they need of a run of Write stands in data.
//
//go:embed texts
var texts embed.FS

// data are what the texts say.
type data struct {
	Commit, Short, Date string
	Go                  string
	Toolchains          []toolchain
	Suites              []suite
	Papers              []paper
	Decisive            []string // suites that decide claims
	Machine             []string // where the records come from
	Total               string   // time of all suites that need nothing and have records
	Unknown             int      // of how many there are none
}

// A suite is what is measured by one name.
type suite struct {
	Name, Title, Paper string
	Cells              int
	Foreign            int    // cells that need files or programs of others
	Took               string // "" if there are no records
}

// Files reports whether nothing of it is measured without files or programs of others.
func (s suite) Files() bool { return s.Foreign == s.Cells }

// A paper is one with its claims.
type paper struct {
	Number string
	Work   string // authors, title, where it appeared, and what brim takes from it
	Claims []claim
}

// Count returns how many claims have an answer, "" for those that are not measured.
func (p paper) Count(answer bench.Answered) int {
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

// newData computes what the texts say from the records below the sources.
func newData(c *checkout, sources string, suites []bench.Suite, claims []bench.Claim) (*data, error) {
	d := &data{Commit: c.commit, Short: c.commit[:12], Date: c.date.UTC().Format("2006-01-02"), Go: Go, Toolchains: toolchains}
	raw := filepath.Join(sources, "results", "raw")
	references, err := os.ReadFile(filepath.Join(sources, "REFERENCES.md"))
	if err != nil {
		return nil, err
	}
	known := works(string(references))
	results := map[string]bench.Results{}
	var total time.Duration
	for _, s := range suites {
		_, r, err := bench.Fullest(raw, &s)
		if err != nil {
			return nil, err
		}
		var took time.Duration
		for _, x := range r.Records() {
			took += time.Duration(x.Wall * float64(time.Second))
		}
		results[s.Name] = r
		x := suite{Name: s.Name, Title: s.Title, Paper: s.Paper, Cells: len(s.Cells)}
		for _, c := range s.Cells {
			if c.Folder != "" || c.Program != "" {
				x.Foreign++
			}
		}
		if took > 0 {
			x.Took = roughly(took)
			if !x.Files() {
				total += took
			}
			for _, o := range r.Origin() {
				if !slices.Contains(d.Machine, o) {
					d.Machine = append(d.Machine, o)
				}
			}
		}
		if x.Took == "" && !x.Files() {
			d.Unknown++
		}
		d.Suites = append(d.Suites, x)
	}
	d.Total = roughly(total)
	for _, c := range claims {
		if len(d.Papers) == 0 || d.Papers[len(d.Papers)-1].Number != c.Paper {
			d.Papers = append(d.Papers, paper{Number: c.Paper, Work: known[papers[c.Paper]]})
		}
		p := &d.Papers[len(d.Papers)-1]
		if c.Suite != "" && !slices.Contains(d.Decisive, c.Suite) {
			d.Decisive = append(d.Decisive, c.Suite)
		}
		p.Claims = append(p.Claims, claim{c, c.Find(results[c.Suite])})
	}
	return d, nil
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

// write writes the texts into a folder, beside the sources, and the files of the sources that stand at the top.
func (d *data) write(dir string) error {
	root, err := os.OpenRoot(dir)
	if err != nil {
		return err
	}
	defer root.Close()
	for name, more := range map[string]string{"LICENSE": "", "CITATION.cff": "commit: " + d.Commit + "\ndate-released: " + d.Date + "\n"} {
		b, err := os.ReadFile(filepath.Join(dir, "brim", name))
		if err != nil {
			return err
		}
		if err := write(root, name, strings.NewReader(string(b)+more), false); err != nil {
			return err
		}
	}
	t := template.New("").Funcs(template.FuncMap{"quote": quote})
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

// quote writes text of several lines as a quotation.
func quote(text string) string { return "> " + strings.ReplaceAll(text, "\n", "\n> ") }
