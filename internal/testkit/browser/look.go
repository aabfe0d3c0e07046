package browser

import (
	_ "embed"
	"flag"
	"fmt"
	"io"
	"path/filepath"
	"strings"
	"time"

	"brim/internal/output"

	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/chromedp"
)

// What a page looks like: themes, pictures, sizes, contrast and accessibility.

// height is that of the window in pixels.
const height = 900

// Theme has the browser prefer a theme, light or dark, and a width in pixels.
func (p *Page) Theme(name string, width int64) {
	p.t.Helper()
	p.Media("screen", name, width)
}

// Media has the browser show the page on a screen, or as it is printed, without motion.
func (p *Page) Media(kind, theme string, width int64) {
	p.t.Helper()
	media := emulation.SetEmulatedMediaParams{Media: kind, Features: []*emulation.MediaFeature{
		{Name: "prefers-color-scheme", Value: theme}, {Name: "prefers-reduced-motion", Value: "reduce"},
	}}
	if _, err := chromedp.Call(p.Context, emulation.SetEmulatedMedia, media); err != nil {
		p.t.Fatal(err)
	}
	p.how = fmt.Sprintf("%s, %s, %d pixels: ", kind, theme, width)
	p.do(chromedp.EmulateViewport(width, height))
	p.Pause(400 * time.Millisecond) // it draws anew for another width
}

var screenshots = flag.String("screenshots", "", "tests of pages write pictures of them into this directory")

// Picture writes what the window shows into the file name.png of the directory of the flag -screenshots, if that is
// given.
func (p *Page) Picture(name string) {
	p.t.Helper()
	if *screenshots == "" {
		return
	}
	png, err := chromedp.Run(p.Context, chromedp.CaptureScreenshot())
	if err != nil {
		p.t.Fatal(err)
	}
	err = output.Write(p.Context, filepath.Join(*screenshots, name+".png"), func(w io.Writer) error {
		_, err := w.Write(png)
		return err
	})
	if err != nil {
		p.t.Fatal(err)
	}
}

// Fits fails the test if the page is wider than the window. Elements within scroll may be.
func (p *Page) Fits(scroll string) {
	p.t.Helper()
	const wide = `[...document.querySelectorAll("body *")].filter((e) => !e.closest(%q) && e.getBoundingClientRect().right > innerWidth + 1).map((e) => e.outerHTML.slice(0, 150)).slice(0, 3).join("\n")`
	if got, most := Value[int](p, "document.documentElement.scrollWidth"), Value[int](p, "innerWidth"); got > most {
		p.t.Errorf("%sthe page is %d pixels wide and the window %d; the widest: %s", p.how, got, most,
			Value[string](p, fmt.Sprintf(wide, scroll)))
	}
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

// Contrast fails the test if text of the page has less contrast with what is behind it than 4.5, that of WCAG 2 AA.
func (p *Page) Contrast() {
	p.t.Helper()
	if least := Value[[]any](p, contrast); least[0].(float64) < 4.5 {
		p.t.Errorf("%sthe contrast of %s is %.2f; expected 4.5 at least", p.how, least[1], least[0])
	}
}

//go:embed testdata/vendor/axe.min.js
var axe string

// An axeFinding is a rule that elements of the page break.
type axeFinding struct {
	ID, Impact, Help string
	Nodes            []struct {
		HTML           string
		FailureSummary string
	}
}

// Axe has axe-core judge the page as it is now, and fails the test for each serious or critical finding.
func (p *Page) Axe() {
	p.t.Helper()
	if !Value[bool](p, "typeof axe === 'object'") {
		p.do(chromedp.Evaluate[chromedp.Void](axe))
	}
	const judge = `axe.run(document, {resultTypes: ["violations"]}).then((r) => r.violations.map(({id, impact, help, nodes}) =>
		({ID: id, Impact: impact, Help: help, Nodes: nodes.slice(0, 3).map((n) => ({HTML: n.html.slice(0, 200), FailureSummary: n.failureSummary}))})))`
	for _, f := range Value[[]axeFinding](p, judge) {
		if f.Impact != "serious" && f.Impact != "critical" {
			continue
		}
		var where strings.Builder
		for _, n := range f.Nodes {
			fmt.Fprintf(&where, "\n  %s\n    %s", n.HTML, strings.ReplaceAll(n.FailureSummary, "\n", " "))
		}
		p.t.Errorf("%saxe-core finds, %s: %s (%s)%s", p.how, f.Impact, f.Help, f.ID, where.String())
	}
}
