package report

import (
	"context"
	"flag"
	"fmt"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"brim/bench"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/cdproto/log"
	"github.com/chromedp/cdproto/network"
	"github.com/chromedp/cdproto/runtime"
	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
)

var screenshots = flag.String("screenshots", "", "TestBrowser writes pictures of the page into this directory")

// browsers are the names of Chromium, as systems have it.
var browsers = []string{"chromium", "chromium-browser", "chrome-headless-shell", "google-chrome", "google-chrome-stable"}

// A visit is a page that is open in a browser, with what went wrong there.
type visit struct {
	context.Context
	t      *testing.T
	mu     sync.Mutex
	wrong  []string
	loaded []string // addresses that were asked for
}

// browse opens a page in a browser of its own, or skips the test if there is none.
func browse(t *testing.T, text string) *visit {
	t.Helper()
	program := ""
	for _, name := range browsers {
		if path, err := exec.LookPath(name); err == nil {
			program = path
			break
		}
	}
	if program == "" {
		t.Skip("no Chromium is installed, so the page was not opened (Debian: apt-get install chromium)")
	}
	file := filepath.Join(t.TempDir(), "report.html")
	if err := os.WriteFile(file, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
	options := []chromedp.ExecAllocatorOption{
		chromedp.ExecPath(program), chromedp.UserDataDir(t.TempDir()), chromedp.Headless, chromedp.DisableGPU, chromedp.NoSandbox,
		chromedp.NoFirstRun, chromedp.NoDefaultBrowserCheck, chromedp.WSURLReadTimeout(time.Minute),
	}
	for _, name := range []string{"disable-quic", "disable-background-networking", "disable-component-update", "disable-sync", "disable-extensions", "disable-dev-shm-usage", "hide-scrollbars"} {
		options = append(options, chromedp.Flag(name, true))
	}
	limited, cancel := context.WithTimeout(t.Context(), 3*time.Minute)
	t.Cleanup(cancel)
	allocator, cancel := chromedp.NewExecAllocator(limited, options...)
	t.Cleanup(cancel)
	ctx, cancel := chromedp.NewContext(allocator)
	t.Cleanup(cancel)
	v := &visit{Context: ctx, t: t}
	if err := chromedp.Listen(ctx, v.listen); err != nil {
		t.Fatal(err)
	}
	for _, enable := range []func() (cdp.Empty, error){
		func() (cdp.Empty, error) { return chromedp.Call(ctx, network.Enable, network.EnableParams{}) },
		func() (cdp.Empty, error) { return chromedp.Call(ctx, log.Enable, cdp.Empty{}) },
	} {
		if _, err := enable(); err != nil {
			t.Fatal(err)
		}
	}
	address := url.URL{Scheme: "file", Path: filepath.ToSlash(file)}
	v.run(chromedp.EmulateViewport(1280, 900), chromedp.Navigate(address.String()), chromedp.WaitReady(`html[data-ready=yes]`))
	return v
}

// listen notes errors of the page and what it asks for.
func (v *visit) listen(event any) {
	v.mu.Lock()
	defer v.mu.Unlock()
	switch e := event.(type) {
	case *runtime.EventExceptionThrown:
		v.wrong = append(v.wrong, fmt.Sprintf("%+v", e.ExceptionDetails))
	case *runtime.EventConsoleAPICalled:
		if e.Type == runtime.ConsoleAPICalledTypeError || e.Type == runtime.ConsoleAPICalledTypeWarning {
			v.wrong = append(v.wrong, fmt.Sprintf("%s: %s", e.Type, e.Args[0].Value))
		}
	case *log.EventEntryAdded:
		v.wrong = append(v.wrong, e.Entry.Text)
	case *network.EventRequestWillBeSent:
		if !strings.HasPrefix(e.Request.URL, "file:") && !strings.HasPrefix(e.Request.URL, "data:") {
			v.loaded = append(v.loaded, e.Request.URL)
		}
	}
}

func (v *visit) run(actions ...chromedp.Action[chromedp.Void]) {
	v.t.Helper()
	if err := chromedp.Do(v.Context, actions...); err != nil {
		v.t.Fatal(err)
	}
}

// value evaluates an expression in the page.
func value[T any](v *visit, expression string) (x T) {
	v.t.Helper()
	x, err := chromedp.Run(v.Context, chromedp.Evaluate[T](expression))
	if err != nil {
		v.t.Fatalf("%s: %v", expression, err)
	}
	return x
}

// choose sets a control of the page as a user does.
func (v *visit) choose(selector, to string) {
	v.t.Helper()
	found := value[bool](v, fmt.Sprintf(`(() => { const e = document.querySelector(%q); e.value = %q; e.dispatchEvent(new Event("input", {bubbles: true})); e.dispatchEvent(new Event("change", {bubbles: true})); return e.value === %[2]q; })()`, selector, to))
	if !found {
		v.t.Errorf("%s does not offer %q", selector, to)
	}
}

// clean fails if the page had an error, or asked for anything.
func (v *visit) clean() {
	v.t.Helper()
	v.mu.Lock()
	defer v.mu.Unlock()
	for _, w := range v.wrong {
		v.t.Errorf("the console has: %s", w)
	}
	for _, l := range v.loaded {
		v.t.Errorf("the page asked for %s", l)
	}
}

// theme has the browser prefer a theme, and a width.
func (v *visit) theme(name string, width int64) {
	v.t.Helper()
	v.media("screen", name, width)
}

// media has the browser show the page on a screen, or as it is printed.
func (v *visit) media(kind, name string, width int64) {
	v.t.Helper()
	media := emulation.SetEmulatedMediaParams{Media: kind, Features: []*emulation.MediaFeature{{Name: "prefers-color-scheme", Value: name}, {Name: "prefers-reduced-motion", Value: "reduce"}}}
	if _, err := chromedp.Call(v.Context, emulation.SetEmulatedMedia, media); err != nil {
		v.t.Fatal(err)
	}
	v.run(chromedp.EmulateViewport(width, 900), chromedp.Sleep(400*time.Millisecond)) // it draws anew for another width
}

// contrast returns the least contrast of text with what is behind it, and of what.
const contrast = `(() => {
	const light = (c) => { const [r, g, b] = c.match(/[\d.]+/g).map((x) => { x /= 255; return x <= 0.03928 ? x / 12.92 : ((x + 0.055) / 1.055) ** 2.4; }); return 0.2126 * r + 0.7152 * g + 0.0722 * b; };
	const behind = (e) => { for (; e; e = e.parentElement) { const c = getComputedStyle(e).backgroundColor; if (!/, 0\)$|transparent/.test(c)) return c; } return "rgb(255, 255, 255)"; };
	let least = [21, ""];
	const seen = new Set(); // one element of each kind
	for (const e of document.querySelectorAll("p, li, a, td, th, caption, label, button, select, output, summary, h1, h2, .answer, svg text")) {
		const p = e.parentElement, kind = [e.tagName, e.className, p.tagName, p.className, p.parentElement.className, e.dataset.answer].join();
		if (seen.has(kind) || !e.getClientRects().length || !e.textContent.trim()) continue;
		seen.add(kind);
		const s = getComputedStyle(e), a = light(e instanceof SVGElement ? s.fill : s.color), b = light(behind(e));
		const ratio = (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
		if (ratio < least[0]) least = [ratio, e.outerHTML.slice(0, 120)];
	}
	return least;
})()`

// The page of the stored records opens from disk without an error and without the network, at both widths and in both
// themes, with every picture drawn and text that can be read.
func TestBrowser(t *testing.T) {
	p := whole(t, storedFiles(t), false)
	v := browse(t, written(t, p))
	defer v.clean()
	background := map[string]string{}
	for _, width := range []int64{1280, 400} {
		for _, theme := range []string{"light", "dark"} {
			v.theme(theme, width)
			if got := value[int64](v, `document.documentElement.scrollWidth`); got > width {
				t.Errorf("%s, %d pixels: the page is %d wide; the widest: %s", theme, width, got,
					value[string](v, `[...document.querySelectorAll("body *")].filter((e) => !e.closest(".box") && e.getBoundingClientRect().right > innerWidth + 1).map((e) => e.outerHTML.slice(0, 150)).slice(0, 3).join("\n")`))
			}
			background[theme] = value[string](v, `getComputedStyle(document.body).backgroundColor`)
			if least := value[[]any](v, contrast); least[0].(float64) < 4.5 {
				t.Errorf("%s, %d pixels: the contrast of %s is %.2f; expected 4.5 at least", theme, width, least[1], least[0])
			}
			if n := value[string](v, `[...document.querySelectorAll("figure.chart")].filter((f) => !f.querySelector("svg[role=img] path, svg[role=img] line, .empty")).map((f) => f.dataset.name).join(" ")`); n != "" {
				t.Errorf("%s, %d pixels: not drawn: %s", theme, width, n)
			}
			v.picture(fmt.Sprintf("%s-%d", theme, width))
		}
	}
	if background["light"] == background["dark"] {
		t.Errorf("both themes are %s", background["light"])
	}
	figures := 0
	for _, s := range p.Suites {
		for _, sheet := range s.Report(s.Results) {
			if sheet.Chart != nil && slices.ContainsFunc(sheet.Chart.Series, func(x bench.Series) bool { return len(x.Points) > 0 }) {
				figures++
			}
		}
	}
	if n := value[int](v, `document.querySelectorAll("figure.chart svg[role=img]").length`); n != figures || n == 0 {
		t.Errorf("%d figures are drawn of %d that have points", n, figures)
	}
	// On paper there is nothing to press or to scroll, and no table is wider than the page. (The width is that of A4.)
	v.media("print", "dark", 700)
	for what, expression := range map[string]string{
		"shown":     `[...document.querySelectorAll("nav, #filters, #axes, #theme, .toggles")].filter((e) => e.getClientRects().length).map((e) => e.id || e.className).join(" ")`,
		"scrolled":  `[...document.querySelectorAll(".box")].filter((e) => getComputedStyle(e).overflowY !== "visible").length + ""`,
		"too wide":  `[...document.querySelectorAll("table")].filter((e) => e.getClientRects().length && e.getBoundingClientRect().right > 705).map((e) => e.caption.textContent + " " + Math.round(e.getBoundingClientRect().right)).join("; ")`,
		"not white": `getComputedStyle(document.body).backgroundColor === "rgb(255, 255, 255)" ? "" : "the page"`,
	} {
		if got := value[string](v, expression); got != "" && got != "0" {
			t.Errorf("on paper, %s: %s", what, got)
		}
	}
	v.picture("print")
	// The switch goes against the system.
	v.theme("dark", 1280)
	v.run(chromedp.Focus("#theme"), chromedp.KeyEvent(kb.Enter))
	if got := value[string](v, `getComputedStyle(document.body).backgroundColor`); got != background["light"] {
		t.Errorf("after the switch the background is %s, expected %s", got, background["light"])
	}
}

// What the short versions leave out is listed, and no list is wider than a small screen.
func TestBrowserShort(t *testing.T) {
	full, quick := []bench.Suite{sample("alpha", time.Minute)}, []bench.Suite{sample("alpha", time.Second, 1)}
	for n := range 100 {
		full[0].Cells = append(full[0].Cells, sample("alpha", time.Minute, n+1).Cells...)
	}
	v := browse(t, written(t, &Page{Suites: Choose(full, quick, []File{{"raw/short.jsonl", measured(quick[0], day)}}, false)}))
	defer v.clean()
	for _, width := range []int64{1280, 400} {
		v.theme("light", width)
		for _, open := range []bool{false, true} {
			if got := value[int64](v, fmt.Sprintf(`document.querySelectorAll("details").forEach((d) => { d.open = %v; }), document.documentElement.scrollWidth`, open)); got > width {
				t.Errorf("with all lists open %v the page is %d wide on %d pixels", open, got, width)
			}
		}
	}
	if got := value[string](v, `document.querySelector(".absent summary").textContent`); got != "198 cells: left out by --quick" {
		t.Errorf("what is left out: %q", got)
	}
}

// picture takes a screenshot of parts of the page if that is asked for.
func (v *visit) picture(name string) {
	if *screenshots == "" {
		return
	}
	for _, id := range []string{"", "suites", "explore", "suite-table1", "suite-figure3", "suite-bbmc-figure3", "suite-gmc-table1", "suite-engines"} {
		jump := "scrollTo(0, 0)"
		if id != "" {
			jump = fmt.Sprintf(`document.getElementById(%q)?.scrollIntoView()`, id)
		}
		value[any](v, jump)
		v.run(chromedp.Sleep(100 * time.Millisecond))
		png, err := chromedp.Run(v.Context, chromedp.CaptureScreenshot())
		if err != nil {
			v.t.Fatal(err)
		}
		if err := os.WriteFile(filepath.Join(*screenshots, name+"-"+id+".png"), png, 0o644); err != nil {
			v.t.Error(err)
		}
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
	v := browse(t, written(t, &Page{Suites: Choose(full, full, []File{{"raw/all.jsonl", records[:len(records)-1]}}, false)}))
	defer v.clean()

	shown := func() string { return value[string](v, `document.querySelector("#shown").textContent`) }
	rows := func() int { return value[int](v, `document.querySelectorAll("#records tbody tr:not(.detail)").length`) }
	dots := func(plot string) int {
		return value[int](v, fmt.Sprintf(`document.querySelectorAll("#%s svg[role=img] g[aria-label=dot] > *").length`, plot))
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
	expect("pairs", strings.Contains(value[string](v, `document.querySelector("#scatter-note").textContent`), "3 pairs, 1 with a side that a limit ended"), true)

	v.choose("#filters [name=outcome]", "time")
	expect("runs that ended at the limit", shown(), "1 of 9 runs, 0 cells without one, 1 of 2 suites")
	expect("the other suite", value[bool](v, `document.querySelector("#suite-beta").hidden`), true)
	v.choose("#filters [name=outcome]", "not measured")
	expect("cells without a record", shown(), "0 of 9 runs, 1 cell without one, 1 of 2 suites")
	v.choose("#filters [name=outcome]", "")
	v.choose("#filters [name=engine]", "one")
	expect("one engine", shown(), "5 of 9 runs, 0 cells without one, 2 of 2 suites")
	v.choose("#filters [name=engine]", "")
	v.choose("#filters [name=model]", "net")
	expect("one model", shown(), "9 of 9 runs, 1 cell without one, 2 of 2 suites")
	v.choose("#filters [name=model]", "")
	v.choose("#filters [name=text]", "n=12")
	expect("text", shown(), "2 of 9 runs, 0 cells without one, 1 of 2 suites")
	v.choose("#filters [name=text]", "net:2")
	expect("rows of a table", value[string](v, `[...document.querySelectorAll("#sheet-alpha tbody")].filter((b) => !b.hidden).map((b) => b.rows[0].cells[0].textContent).join()`), "net:2")
	v.choose("#filters [name=text]", "")
	v.choose("#filters [name=suite]", "beta")
	expect("one suite", shown(), "3 of 9 runs, 1 cell without one, 1 of 2 suites")
	expect("points of its quantile plot", dots("quantile"), 3+3)
	v.run(chromedp.Click("#filters [type=reset]"), chromedp.Sleep(50*time.Millisecond))
	expect("all again", shown(), "9 of 9 runs, 1 cell without one, 2 of 2 suites")

	// The axes of the scatter plot are chosen; ours against the published numbers.
	v.choose("#axes [name=of]", "alpha")
	v.choose("#axes [name=x]", "one")
	v.choose("#axes [name=y]", "one, published")
	expect("published numbers", strings.Contains(value[string](v, `document.querySelector("#scatter-note").textContent`), "3 pairs, 0 with a side"), true)
	v.choose("#axes [name=measure]", "rss")
	expect("memory", strings.Contains(value[string](v, `document.querySelector("#scatter").textContent`), "memory, MB"), true)

	// Sorting, details and toggles by keys.
	v.run(chromedp.Focus("#records th:nth-child(7) button"), chromedp.KeyEvent(kb.Enter))
	expect("sorted", value[string](v, `document.querySelector("#records th:nth-child(7)").getAttribute("aria-sort")`), "ascending")
	expect("the least first", value[string](v, `document.querySelector("#records tbody tr td:nth-child(7)").textContent`), "0.5")
	v.run(chromedp.Focus("#records th:nth-child(7) button"), chromedp.KeyEvent(kb.Enter))
	expect("the most first", value[string](v, `document.querySelector("#records tbody tr td:nth-child(7)").textContent`), "3")
	v.run(chromedp.Focus(`#records tr[data-outcome=time] .open`), chromedp.KeyEvent(kb.Enter))
	details := value[string](v, `document.querySelector("#records .detail").textContent`)
	for _, want := range []string{"brim check net:1 'EF p' --no-trace --json --strategy two --limit-time 60s", "commit 89abcdef", hostile, "2026-11-22 09:00:01 UTC"} {
		if !strings.Contains(details, want) {
			t.Errorf("the details have no %q: %s", want, details)
		}
	}
	expect("lines of what was found", value[string](v, `getComputedStyle(document.querySelector("#sheet-alpha tr.more")).display`), "none")
	v.run(chromedp.Focus(`#sheet-alpha input[value=more]`), chromedp.KeyEvent(" "))
	expect("more lines", value[string](v, `getComputedStyle(document.querySelector("#sheet-alpha tr.more")).display`), "table-row")
	v.run(chromedp.Focus("#sheet-alpha-chart summary"), chromedp.KeyEvent(kb.Enter), chromedp.Focus("#sheet-alpha-chart th button"), chromedp.KeyEvent(kb.Enter), chromedp.KeyEvent(kb.Enter))
	expect("a table sorted by its first column", value[string](v, `[...document.querySelectorAll("#sheet-alpha-chart tbody")].map((b) => b.rows[0].cells[0].textContent).join()`), "12,2,1")
}

// Charts of all kinds are drawn with what they have: points, intervals, named levels, borders, what is published.
func TestBrowserCharts(t *testing.T) {
	charts := []*bench.Chart{
		{Name: "lines", Title: "Lines", X: "n", Y: "ratio", Levels: []bench.Level{{Y: 1, Name: "as much"}}, Series: []bench.Series{
			{Name: "ours", Points: []bench.Point{{X: 1, Y: 2, Low: 1.5, High: 2.5}, {X: 2, Y: 3, Low: 2, High: 4}, {X: 3, Y: 0.5}}},
			{Name: "theirs", Published: true, Points: []bench.Point{{X: 1, Y: 2}, {X: 3, Y: 1}}},
		}},
		{Name: "scatter", Title: "Scatter", Kind: bench.Scatter, Log: true, Border: 60, X: "one, s", Y: "two, s", Series: []bench.Series{
			{Name: "nets", Points: []bench.Point{{X: 0.1, Y: 1, Label: hostile}, {X: 60, Y: 3, Label: "b"}, {X: 60, Y: 60, Label: "c"}}},
		}},
		{Name: "quantile", Title: "Quantile", Kind: bench.Quantile, Log: true, Border: 60, X: "questions", Y: "seconds", Series: []bench.Series{
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
	defer v.clean()
	count := func(chart, selector string, want int) {
		t.Helper()
		if got := value[int](v, fmt.Sprintf(`document.querySelectorAll("#sheet-%s figure " + %q).length`, chart, selector)); got != want {
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
	for chart, want := range map[string]string{"lines": "as much", "scatter": "ended by a limit", "none": "nothing to draw"} {
		if text := value[string](v, fmt.Sprintf(`document.querySelector("#sheet-%s figure").textContent`, chart)); !strings.Contains(text, want) {
			t.Errorf("%s does not say %q: %s", chart, want, text)
		}
	}
	// Published points are hollow, and each series differs in shape and dashes as well as colour.
	fills := value[[]string](v, `[...document.querySelectorAll("#sheet-lines figure svg[role=img] g[aria-label=dot]")].map((g) => g.getAttribute("fill"))`)
	if len(fills) != 2 || fills[0] != "var(--c0)" || fills[1] != "var(--paper)" {
		t.Errorf("the points are filled with %q", fills)
	}
	if shapes := value[int](v, `new Set([...document.querySelectorAll("#sheet-lines .key-list path")].map((p) => p.getAttribute("d"))).size`); shapes != 2 {
		t.Errorf("%d shapes of two series", shapes)
	}
	if dashes := value[int](v, `new Set([...document.querySelectorAll("#sheet-lines .key-list line")].map((p) => p.getAttribute("stroke-dasharray"))).size`); dashes != 2 {
		t.Errorf("%d dashes of two series", dashes)
	}
}
