package report

import (
	"bytes"
	"encoding/json"
	"fmt"
	"html"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"brim/bench"
)

// The page says what the records say, is safe against hostile texts, and needs no network.

// written returns the page of some suites.
func written(t *testing.T, p *Page) string {
	t.Helper()
	var b bytes.Buffer
	if err := p.Write(&b); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

// small returns a page of two suites, with one claim of each, and of none.
func small(change func(records []bench.Record)) *Page {
	full := []bench.Suite{sample("alpha", time.Minute, 1, 2), sample("beta", time.Minute, 1, 2, 3)}
	var records []bench.Record
	for _, s := range full {
		records = append(records, measured(s, day)...)
	}
	if change != nil {
		change(records)
	}
	p := &Page{Command: "brim report", Version: "brim test",
		Suites: Choose(full, full, []File{{"raw/all.jsonl", records}}, false)}
	for _, s := range full {
		one, two := s.Cells[0].Name(), s.Cells[1].Name()
		p.Claims = append(p.Claims, bench.Claim{
			Name: s.Name + "-order", Paper: "000", Where: "section 1",
			Sentence: "One is faster than two on " + s.Name + ".", Suite: s.Name, Command: "brim bench " + s.Name,
			Judge: func(r bench.Results) bench.Finding {
				var c bench.Cases
				c.Less("net:1", r.Seconds(one), r.Seconds(two), bench.Margin)
				return c.All()
			},
		})
	}
	p.Claims = append(p.Claims, bench.Claim{Name: "none", Paper: "004", Where: "section 9",
		Sentence: "It runs on clusters.", Reason: "out of scope: one machine"})
	return p
}

var sectionStart = regexp.MustCompile(`<section id="([a-z0-9-]+)"`)

// sections returns the sections of a page by their id; what is before the first and from the last on is "head" and
// "about".
func sections(text string) map[string]string {
	parts := map[string]string{}
	at, name := 0, "head"
	for _, m := range sectionStart.FindAllStringSubmatchIndex(text, -1) {
		parts[name] = text[at:m[0]]
		at, name = m[0], text[m[2]:m[3]]
	}
	parts[name] = text[at:]
	return parts
}

// A record that is doctored changes the section of its suite, the row of this in the overview, and the claims that it
// decides; nothing else.
func TestDoctored(t *testing.T) {
	before := sections(written(t, small(nil)))
	if len(before) != 7 {
		t.Fatalf("%d sections: %v", len(before), before)
	}
	change := map[string]func(r *bench.Record){
		"cpu":     func(r *bench.Record) { r.CPU = 77 },
		"limit":   func(r *bench.Record) { r.Outcome, r.Verdict, r.Status = bench.Time, nil, 3 },
		"verdict": func(r *bench.Record) { r.Verdict, r.Status = new("fails"), 1 },
		"bound":   func(r *bench.Record) { r.Bound = new(8) },
		"states":  func(r *bench.Record) { r.States = new("13") },
		"memory":  func(r *bench.Record) { r.RSS++ },
		"machine": func(r *bench.Record) { r.Processor = "another" },
		"counts":  func(r *bench.Record) { r.Counts = map[string]float64{"clauses": 3} },
	}
	for name, doctor := range change {
		t.Run(name, func(t *testing.T) {
			after := sections(written(t, small(func(records []bench.Record) { doctor(&records[0]) })))
			for id, text := range after {
				depends := id == "suite-alpha" || id == "claims" &&
					(name == "cpu" || name == "limit" || name == "verdict") ||
					id == "suites" && (name == "limit" || name == "verdict")
				if same := text == before[id]; same == depends {
					t.Errorf("%s: the same is %v", id, same)
				}
			}
			for _, beta := range []string{"suite=\"beta\"", "claim-beta"} { // rows of what does not depend
				for _, id := range []string{"claims", "suites"} {
					if cut(after[id], beta) != cut(before[id], beta) {
						t.Errorf("%s, the row %s differs", id, beta)
					}
				}
			}
		})
	}
}

// cut returns the row of a table from a text to its end.
func cut(section, from string) string {
	_, rest, _ := strings.Cut(section, from)
	row, _, _ := strings.Cut(rest, "</tbody>")
	return row
}

// A doctored record changes what depends on it: the number in the table and its ratio, the point of the figure, the
// claim and its figures.
func TestDoctoredShows(t *testing.T) {
	page := func(cpu float64) map[string]string {
		return sections(written(t, small(func(records []bench.Record) { records[0].CPU = cpu })))
	}
	for cpu, want := range map[float64][]string{
		0.25: {`<td class="key">brim</td><td>0.250</td>`, `<td class="key">paper/brim</td><td>4.00</td>`,
			`"points":[[1,0.25],`, `"cpu":[0.25,`},
		4: {`<td class="key">brim</td><td>4.00</td>`, `<td class="key">paper/brim</td><td>0.250</td>`,
			`"points":[[1,4],`, `"cpu":[4,`},
	} {
		got := page(cpu)
		for _, w := range want {
			if !strings.Contains(got["suite-alpha"], w) {
				t.Errorf("with %v s there is no %s in\n%s", cpu, w, got["suite-alpha"])
			}
		}
		answer, figures := "yes", "net:1 0.250 : 1.00"
		if cpu == 4 {
			answer, figures = "no", "net:1 4.00 : 1.00"
		}
		if row := cut(got["claims"], `id="claim-alpha-order"`); !strings.Contains(row, `data-answer="`+answer+`"`) ||
			!strings.Contains(row, figures) {
			t.Errorf("with %v s the claim is\n%s", cpu, row)
		}
	}
}

// hostile is what a record may have for text; none of it may become more than text.
const hostile = "</script><script>alert(1)</script><img src=x onerror=alert(2)>\"'`{{.}}<!--\u2028&lt;"

// What comes from records is text: in tables, notes, warnings and data.
func TestEscaped(t *testing.T) {
	text := written(t, small(func(records []bench.Record) {
		r := &records[0]
		r.Reason, r.Processor, r.Commit, r.By, r.Outcome = hostile, hostile, hostile, hostile, bench.Failed
		r.Words, r.Go, r.System = map[string]string{hostile: hostile}, hostile, hostile
		records[1].States, records[1].Verdict = new(hostile), new(hostile)
	}))
	for _, x := range []string{"<script>alert", "<img", "<!--", "onerror=alert(2)>\""} {
		if strings.Contains(text, x) {
			t.Errorf("the page has %s", x)
		}
	}
	if n, want := strings.Count(text, "</script>"), len(scripts)+2+2; n != want { // data of two suites, two charts
		t.Errorf("%d script elements end, expected %d", n, want)
	}
	for _, m := range regexp.MustCompile(`(?s)<script type="application/json"[^>]*>(.*?)</script>`).FindAllStringSubmatch(text, -1) {
		if !json.Valid([]byte(m[1])) {
			t.Errorf("this is no JSON: %.80s", m[1])
		}
	}
	if !strings.Contains(text, `"reason":{"d":["\u003c/script\u003e`) {
		t.Error("the reason is not among the data")
	}
}

// The same records make the same file.
func TestSame(t *testing.T) {
	first := written(t, small(nil))
	for range 3 {
		if written(t, small(nil)) != first {
			t.Fatal("it differs")
		}
	}
}

// The page refers to nothing outside of it, and its scripts are those whose hashes its policy has.
func TestSelfContained(t *testing.T) {
	text := written(t, small(nil))
	for _, m := range regexp.MustCompile(`(?i)(src|href|action|xlink:href|content)="?([^" >]*)`).FindAllStringSubmatch(ours(text), -1) {
		if strings.Contains(m[2], "//") || m[1] == "src" || m[1] == "href" && !strings.HasPrefix(m[2], "#") {
			t.Errorf("it refers to %s", m[0])
		}
	}
	if strings.Contains(ours(text), "url(") || strings.Contains(ours(text), "@import") {
		t.Error("its style refers to something")
	}
	if n := len(regexp.MustCompile(`'sha256-[A-Za-z0-9+/=]{44}'`).FindAllString(html.UnescapeString(text),
		-1)); n != len(scripts) {
		t.Errorf("%d hashes of %d scripts", n, len(scripts))
	}
}

// ours returns a page without the scripts of the libraries.
func ours(text string) string {
	return regexp.MustCompile(`(?s)<script>.*?</script>`).ReplaceAllString(text, "")
}

// Every link of the page leads somewhere, and no id occurs twice.
func TestLinks(t *testing.T) {
	text := ours(written(t, small(nil)))
	ids := map[string]bool{}
	for _, m := range regexp.MustCompile(` id="([^"]+)"`).FindAllStringSubmatch(text, -1) {
		if ids[m[1]] {
			t.Errorf("id %s is there twice", m[1])
		}
		ids[m[1]] = true
	}
	links := regexp.MustCompile(`(?:href="#|aria-labelledby=")([^"]+)"`).FindAllStringSubmatch(text, -1)
	for _, m := range links {
		if !ids[m[1]] {
			t.Errorf("%s leads nowhere", m[0])
		}
	}
	if len(links) < 20 {
		t.Errorf("only %d links", len(links))
	}
}

// Verdict, bound and rounds of a run stand in one table with its times.
func TestFoundBesideTimes(t *testing.T) {
	p := small(nil)
	list, err := sheets(p.Suites[0].Report(p.Suites[0].Results))
	if err != nil {
		t.Fatal(err)
	}
	if len(list) != 2 || list[0].Found != "alpha-found" {
		t.Fatalf("%d sheets, the first with %q", len(list), list[0].Found)
	}
	var kinds []string
	for _, l := range list[0].Groups[0].Lines {
		kinds = append(kinds, l.Class+" "+l.Cells[1].Text)
	}
	want := []string{"paper paper", " brim", "ratio paper/brim", "found verdict", "found bound", "found rounds",
		"more states", "more nodes", "more most nodes"}
	if !slices.Equal(kinds, want) {
		t.Errorf("got %q, want %q", kinds, want)
	}
	if c := list[0].Groups[0].Lines[0].Cells[0]; c.Rows != len(want) || c.Text != "net:1" {
		t.Errorf("the first cell is %+v", c)
	}
	// A table of other rows is separate.
	other := view(&bench.Sheet{Name: "alpha-found", Left: 2, Header: []string{"net", "", "One", "Two"},
		Rows: [][]string{{"else", "verdict", "holds", "holds"}}})
	if first := view(p.Suites[0].Report(p.Suites[0].Results)[0]); first.join(&other) {
		t.Error("other rows were joined")
	}
}

// Of a cell with several runs the page has the median and its interval: of nine values the second and the eighth, since
// less than 5 % of samples of nine have their median outside of these.
func TestIntervals(t *testing.T) {
	s := sample("alpha", time.Minute, 1)
	var records []bench.Record
	for run := range 9 {
		r := measured(s, day)[0]
		r.Run, r.CPU, r.Wall = run+1, float64(9-run), 10
		records = append(records, r)
	}
	text := written(t, &Page{Suites: Choose([]bench.Suite{s}, []bench.Suite{s}, []File{{"raw/runs.jsonl", records}},
		false)})
	for _, want := range []string{`"cpu":[[5,2,8],null]`, `"wall":[[10,10,10],null]`, `"rss":[[30,30,30],null]`} {
		if !strings.Contains(text, want) {
			t.Errorf("there is no %s", want)
		}
	}
	for i := range 5 { // five of nine at the limit are most of them
		records[i].Outcome, records[i].Verdict, records[i].Status = bench.Time, nil, 3
	}
	text = written(t, &Page{Suites: Choose([]bench.Suite{s}, []bench.Suite{s}, []File{{"raw/runs.jsonl", records}},
		false)})
	if !strings.Contains(text, `"cpu":[null,null]`) {
		t.Error("there is a median of what limits ended")
	}
}

// A page of nothing says so, with every table and figure.
func TestEmpty(t *testing.T) {
	full, quick := versions()
	text := written(t, &Page{Suites: Choose(full, quick, nil, false)})
	for _, want := range []string{
		"Nothing of this suite was measured.", "Table of alpha: not measured.", "Figure of alpha: not measured.",
		"6 cells: not measured", "No claims are known.",
	} {
		if !strings.Contains(text, want) {
			t.Errorf("the page does not say %q", want)
		}
	}
}

func Example() {
	suite := sample("alpha", time.Minute, 1)
	file := File{"raw/alpha.jsonl", measured(suite, day)}
	p := Page{Suites: Choose([]bench.Suite{suite}, []bench.Suite{suite}, []File{file}, false)}
	var b bytes.Buffer
	if err := p.Write(&b); err != nil {
		fmt.Println(err)
	}
	fmt.Println(strings.Contains(b.String(), "Table of alpha"), p.Suites[0].Measured())
	// Output: true 2
}
