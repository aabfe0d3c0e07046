package report

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"brim/bench"
	"brim/internal/testkit/browser"

	"github.com/chromedp/chromedp/kb"
)

// The page works in a browser: filters, plots, keyboard, and without a network.

// browse opens a page in a new browser, or skips the test if no browser is installed.
func browse(t *testing.T, text string) *browser.Page {
	t.Helper()
	file := filepath.Join(t.TempDir(), "report.html")
	if err := os.WriteFile(file, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
	return browser.OpenFile(t, file)
}

// The page of the stored records opens from disk without an error and without the network, at both widths and in both
// themes, with every picture drawn and text that can be read.
func TestBrowser(t *testing.T) {
	p := whole(t, storedFiles(t), false)
	v := browse(t, written(t, p))
	defer v.Clean()
	background := map[string]string{}
	for _, width := range []int64{1280, 400} {
		for _, theme := range []string{"light", "dark"} {
			v.Theme(theme, width)
			v.Fits(".box")
			background[theme] = browser.Value[string](v, `getComputedStyle(document.body).backgroundColor`)
			v.Contrast()
			if n := browser.Value[string](v,
				`[...document.querySelectorAll("figure.chart")].filter((f) => !f.querySelector("svg[role=img] path, svg[role=img] line, .empty")).map((f) => f.dataset.name).join(" ")`); n != "" {
				t.Errorf("%s, %d pixels: not drawn: %s", theme, width, n)
			}
			shoot(v, fmt.Sprintf("%s-%d", theme, width))
		}
	}
	if background["light"] == background["dark"] {
		t.Errorf("both themes are %s", background["light"])
	}
	figures := 0
	for _, s := range p.Suites {
		for _, sheet := range s.Report(s.Results) {
			if sheet.Chart != nil && slices.ContainsFunc(sheet.Chart.Series,
				func(x bench.Series) bool { return len(x.Points) > 0 }) {
				figures++
			}
		}
	}
	if n := browser.Value[int](v, `document.querySelectorAll("figure.chart svg[role=img]").length`); n != figures ||
		n == 0 {
		t.Errorf("%d figures are drawn of %d that have points", n, figures)
	}
	// On paper there is nothing to press or to scroll, and no table is wider than the page. (The width is that of A4.)
	v.Media("print", "dark", 700)
	for what, expression := range map[string]string{
		"shown":     `[...document.querySelectorAll("nav, #filters, #axes, #theme, .toggles")].filter((e) => e.getClientRects().length).map((e) => e.id || e.className).join(" ")`,
		"scrolled":  `[...document.querySelectorAll(".box")].filter((e) => getComputedStyle(e).overflowY !== "visible").length + ""`,
		"too wide":  `[...document.querySelectorAll("table")].filter((e) => e.getClientRects().length && e.getBoundingClientRect().right > 705).map((e) => e.caption.textContent + " " + Math.round(e.getBoundingClientRect().right)).join("; ")`,
		"not white": `getComputedStyle(document.body).backgroundColor === "rgb(255, 255, 255)" ? "" : "the page"`,
	} {
		if got := browser.Value[string](v, expression); got != "" && got != "0" {
			t.Errorf("on paper, %s: %s", what, got)
		}
	}
	shoot(v, "print")
	// The switch goes against the system.
	v.Theme("dark", 1280)
	v.Press("#theme")
	if got := browser.Value[string](v, `getComputedStyle(document.body).backgroundColor`); got != background["light"] {
		t.Errorf("after the switch the background is %s, expected %s", got, background["light"])
	}
}

// What the short versions leave out is listed, and no list is wider than a small screen.
func TestBrowserShort(t *testing.T) {
	full, quick := []bench.Suite{sample("alpha", time.Minute)}, []bench.Suite{sample("alpha", time.Second, 1)}
	for n := range 100 {
		full[0].Cells = append(full[0].Cells, sample("alpha", time.Minute, n+1).Cells...)
	}
	v := browse(t, written(t, &Page{Suites: Choose(full, quick, []File{{"raw/short.jsonl", measured(quick[0], day)}},
		false)}))
	defer v.Clean()
	for _, width := range []int64{1280, 400} {
		v.Theme("light", width)
		for _, open := range []bool{false, true} {
			if got := browser.Value[int64](v,
				fmt.Sprintf(`document.querySelectorAll("details").forEach((d) => { d.open = %v; }), document.documentElement.scrollWidth`, open)); got > width {
				t.Errorf("with all lists open %v the page is %d wide on %d pixels", open, got, width)
			}
		}
	}
	if got := browser.Value[string](v,
		`document.querySelector(".absent summary").textContent`); got != "198 cells: left out by --quick" {
		t.Errorf("what is left out: %q", got)
	}
}

// shoot takes pictures of parts of the page.
func shoot(v *browser.Page, name string) {
	for _, id := range []string{"", "suites", "explore", "suite-table1", "suite-figure3", "suite-bbmc-figure3",
		"suite-gmc-table1", "suite-engines"} {
		jump := "scrollTo(0, 0)"
		if id != "" {
			jump = fmt.Sprintf(`document.getElementById(%q)?.scrollIntoView()`, id)
		}
		browser.Value[any](v, jump)
		v.Pause(100 * time.Millisecond)
		v.Picture(name + "-" + id)
	}
}

// Filters, plots, sorting and details react, also to keys.
func TestBrowserReacts(t *testing.T) {
	full := []bench.Suite{sample("alpha", time.Minute, 1, 2, 12), sample("beta", time.Minute, 1, 2)}
	var records []bench.Record
	for _, s := range full {
		records = append(records, measured(s, day)...)
	}
	records[1].Outcome, records[1].Verdict, records[1].Status, records[1].Reason = bench.Time, nil, 3, hostile
	v := browse(t, written(t, &Page{Suites: Choose(full, full, []File{{"raw/all.jsonl", records[:len(records)-1]}},
		false)}))
	defer v.Clean()

	shown := func() string { return browser.Value[string](v, `document.querySelector("#shown").textContent`) }
	rows := func() int {
		return browser.Value[int](v, `document.querySelectorAll("#records tbody tr:not(.detail)").length`)
	}
	dots := func(plot string) int {
		return browser.Value[int](v,
			fmt.Sprintf(`document.querySelectorAll("#%s svg[role=img] g[aria-label=dot] > *").length`, plot))
	}
	expect := func(what string, got, want any) {
		t.Helper()
		if got != want {
			t.Errorf("%s: got %v, want %v", what, got, want)
		}
	}
	// 9 records and one cell without; of the 6 cells of alpha one ended at its limit, and all have published numbers.
	expect("at first", shown(), "9 of 9 runs, 1 cell without one, 2 of 2 suites")
	expect("records", rows(), 10)
	expect("points of the quantile plot", dots("quantile"), 5+6)
	expect("points of the scatter plot", dots("scatter"), 3+1) // the one on the border is crossed out, too
	expect("pairs", strings.Contains(browser.Value[string](v, `document.querySelector("#scatter-note").textContent`),
		"3 pairs, 1 with a side that a limit ended"), true)

	v.Choose("#filters [name=outcome]", "time")
	expect("runs that ended at the limit", shown(), "1 of 9 runs, 0 cells without one, 1 of 2 suites")
	expect("the other suite", browser.Value[bool](v, `document.querySelector("#suite-beta").hidden`), true)
	v.Choose("#filters [name=outcome]", "not measured")
	expect("cells without a record", shown(), "0 of 9 runs, 1 cell without one, 1 of 2 suites")
	v.Choose("#filters [name=outcome]", "")
	v.Choose("#filters [name=engine]", "one")
	expect("one engine", shown(), "5 of 9 runs, 0 cells without one, 2 of 2 suites")
	v.Choose("#filters [name=engine]", "")
	v.Choose("#filters [name=model]", "net")
	expect("one model", shown(), "9 of 9 runs, 1 cell without one, 2 of 2 suites")
	v.Choose("#filters [name=model]", "")
	v.Choose("#filters [name=text]", "n=12")
	expect("text", shown(), "2 of 9 runs, 0 cells without one, 1 of 2 suites")
	v.Choose("#filters [name=text]", "net:2")
	expect("rows of a table", browser.Value[string](v,
		`[...document.querySelectorAll("#sheet-alpha tbody")].filter((b) => !b.hidden).map((b) => b.rows[0].cells[0].textContent).join()`), "net:2")
	v.Choose("#filters [name=text]", "")
	v.Choose("#filters [name=suite]", "beta")
	expect("one suite", shown(), "3 of 9 runs, 1 cell without one, 1 of 2 suites")
	expect("points of its quantile plot", dots("quantile"), 3+3)
	v.Click("#filters [type=reset]")
	v.Says("#shown", "9 of 9") // after the event, when the fields are empty
	expect("all again", shown(), "9 of 9 runs, 1 cell without one, 2 of 2 suites")

	// The axes of the scatter plot are chosen; ours against the published numbers.
	v.Choose("#axes [name=of]", "alpha")
	v.Choose("#axes [name=x]", "one")
	v.Choose("#axes [name=y]", "one, published")
	expect("published numbers", strings.Contains(browser.Value[string](v,
		`document.querySelector("#scatter-note").textContent`), "3 pairs, 0 with a side"), true)
	v.Choose("#axes [name=measure]", "rss")
	expect("memory", strings.Contains(browser.Value[string](v, `document.querySelector("#scatter").textContent`),
		"memory, MB"), true)

	// Sorting, details and toggles by keys.
	v.Press("#records th:nth-child(7) button")
	expect("sorted", browser.Value[string](v,
		`document.querySelector("#records th:nth-child(7)").getAttribute("aria-sort")`), "ascending")
	expect("the least first", browser.Value[string](v,
		`document.querySelector("#records tbody tr td:nth-child(7)").textContent`), "0.5")
	v.Press("#records th:nth-child(7) button")
	expect("the most first", browser.Value[string](v,
		`document.querySelector("#records tbody tr td:nth-child(7)").textContent`), "3")
	v.Press(`#records tr[data-outcome=time] .open`)
	details := browser.Value[string](v, `document.querySelector("#records .detail").textContent`)
	for _, want := range []string{"brim check net:1 'EF p' --no-trace --json --strategy two --limit-time 60s",
		"commit 89abcdef", hostile, "2026-11-22 09:00:01 UTC"} {
		if !strings.Contains(details, want) {
			t.Errorf("the details have no %q: %s", want, details)
		}
	}
	expect("lines of what was found", browser.Value[string](v,
		`getComputedStyle(document.querySelector("#sheet-alpha tr.more")).display`), "none")
	v.Focus(`#sheet-alpha input[value=more]`)
	v.Keys(" ")
	expect("more lines", browser.Value[string](v,
		`getComputedStyle(document.querySelector("#sheet-alpha tr.more")).display`), "table-row")
	v.Press("#sheet-alpha-chart summary")
	v.Press("#sheet-alpha-chart th button")
	v.Keys(kb.Enter)
	expect("a table sorted by its first column",
		browser.Value[string](v,
			`[...document.querySelectorAll("#sheet-alpha-chart tbody")].map((b) => b.rows[0].cells[0].textContent).join()`), "12,2,1")
}

// Charts of all kinds are drawn with what they have: points, intervals, named levels, borders, what is published.
func TestBrowserCharts(t *testing.T) {
	charts := []*bench.Chart{
		{Name: "lines", Title: "Lines", X: "n", Y: "ratio", Levels: []bench.Level{{Y: 1, Name: "as much"}},
			Series: []bench.Series{
				{Name: "ours", Points: []bench.Point{{X: 1, Y: 2, Low: 1.5, High: 2.5}, {X: 2, Y: 3, Low: 2, High: 4},
					{X: 3, Y: 0.5}}},
				{Name: "theirs", Published: true, Points: []bench.Point{{X: 1, Y: 2}, {X: 3, Y: 1}}},
			}},
		{Name: "scatter", Title: "Scatter", Kind: bench.Scatter, Log: true, Border: 60, X: "one, s", Y: "two, s",
			Series: []bench.Series{
				{Name: "nets", Points: []bench.Point{{X: 0.1, Y: 1, Label: hostile}, {X: 60, Y: 3, Label: "b"},
					{X: 60, Y: 60, Label: "c"}}},
			}},
		{Name: "quantile", Title: "Quantile", Kind: bench.Quantile, Log: true, Border: 60, X: "questions", Y: "seconds",
			Series: []bench.Series{
				bench.Quantiles("one", []float64{3, 1, 2}), bench.Quantiles("two", []float64{9, 8}), {Name: "nothing"},
			}},
		{Name: "none", Title: "None", X: "n", Y: "states"},
	}
	s := bench.Suite{Name: "charts", Title: "charts", Report: func(bench.Results) (list []*bench.Sheet) {
		for _, c := range charts {
			list = append(list, c.Sheet())
		}
		return list
	}}
	v := browse(t, written(t, &Page{Suites: Choose([]bench.Suite{s}, []bench.Suite{s}, nil, false)}))
	defer v.Clean()
	count := func(chart, selector string, want int) {
		t.Helper()
		if got := browser.Value[int](v, fmt.Sprintf(`document.querySelectorAll("#sheet-%s figure " + %q).length`, chart,
			selector)); got != want {
			t.Errorf("%s has %d of %s, expected %d", chart, got, selector, want)
		}
	}
	count("lines", `g[aria-label="dot"] > *`, 5)
	count("lines", `g[aria-label="line"] path`, 2)
	count("lines", `g[aria-label="rule"] line`, 2+1) // intervals, the level
	count("lines", `.key-list li`, 2)
	count("scatter", `g[aria-label="dot"] > *`, 3+2) // what a limit ended is crossed out, too
	count("scatter", `g[aria-label="line"] path`, 3) // ratios of 1, 10 and 1/10
	count("scatter", `g[aria-label="rule"] line`, 2) // the border
	count("quantile", `g[aria-label="dot"] > *`, 5)
	count("quantile", `g[aria-label="rule"] line`, 1)
	count("quantile", `.key-list li`, 2)
	count("none", "svg", 0)
	for chart, want := range map[string]string{"lines": "as much", "scatter": "ended by a limit",
		"none": "nothing to draw"} {
		if text := browser.Value[string](v,
			fmt.Sprintf(`document.querySelector("#sheet-%s figure").textContent`, chart)); !strings.Contains(text,
			want) {
			t.Errorf("%s does not say %q: %s", chart, want, text)
		}
	}
	// Published points are hollow, and each series differs in shape and dashes as well as colour.
	fills := browser.Value[[]string](v,
		`[...document.querySelectorAll("#sheet-lines figure svg[role=img] g[aria-label=dot]")].map((g) => g.getAttribute("fill"))`)
	if len(fills) != 2 || fills[0] != "var(--c0)" || fills[1] != "var(--paper)" {
		t.Errorf("the points are filled with %q", fills)
	}
	if shapes := browser.Value[int](v,
		`new Set([...document.querySelectorAll("#sheet-lines .key-list path")].map((p) => p.getAttribute("d"))).size`); shapes != 2 {
		t.Errorf("%d shapes of two series", shapes)
	}
	if dashes := browser.Value[int](v,
		`new Set([...document.querySelectorAll("#sheet-lines .key-list line")].map((p) => p.getAttribute("stroke-dasharray"))).size`); dashes != 2 {
		t.Errorf("%d dashes of two series", dashes)
	}
}
