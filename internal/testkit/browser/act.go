package browser

import (
	"fmt"
	"time"

	cdpbrowser "github.com/chromedp/cdproto/browser"
	"github.com/chromedp/cdproto/input"
	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
)

// What a user does on a page: clicks, keys, drags and uploads.

// patience is how long a test waits for what the page should do.
var patience = 60 * time.Second

// Ready waits until the element html has data-ready="yes".
func (p *Page) Ready() {
	p.t.Helper()
	p.Until(`document.documentElement?.dataset.ready === "yes"`)
}

// Until waits until an expression is true in the page, or a promise of it.
func (p *Page) Until(expression string) {
	p.t.Helper()
	if !p.comes(expression) {
		p.t.Fatalf("after %v this is not true: %s\nthe console has: %q", patience, expression, p.Errors())
	}
}

// comes waits until an expression is true, and reports whether it has become so.
func (p *Page) comes(expression string) bool {
	p.t.Helper()
	for end := time.Now().Add(patience); !Value[bool](p, "(async () => Boolean(await ("+expression+")))()"); {
		if time.Now().After(end) {
			return false
		}
		p.Pause(20 * time.Millisecond)
	}
	return true
}

// Becomes waits until an expression, or a promise of it, has a value, and fails the test with the value that it has
// instead.
func Becomes[T comparable](p *Page, expression string, want T) {
	p.t.Helper()
	var got T
	for end := time.Now().Add(patience); ; p.Pause(20 * time.Millisecond) {
		if got = Value[T](p, expression); got == want {
			return
		}
		if time.Now().After(end) {
			p.t.Errorf("after %v this is %v; expected %v: %s", patience, got, want, expression)
			return
		}
	}
}

// Pause lets time pass, for what has no end that could be waited for.
func (p *Page) Pause(d time.Duration) {
	p.t.Helper()
	p.do(chromedp.Sleep(d))
}

// Reload loads the page anew, and waits until it is ready.
func (p *Page) Reload() {
	p.t.Helper()
	p.do(chromedp.Reload())
	p.Ready()
}

// Click presses the first element of a CSS selector with the mouse, once it is visible. Lists that draw themselves anew
// when they are scrolled may have another element there then, so it is found again by the selector.
func (p *Page) Click(selector string) {
	p.t.Helper()
	p.Until(fmt.Sprintf("document.querySelector(%q)?.getClientRects().length", selector))
	at := Value[[]float64](p, fmt.Sprintf(`(async (selector) => {
		document.querySelector(selector).scrollIntoViewIfNeeded();
		for (let i = 0; i < 2; i++) await new Promise(requestAnimationFrame);
		const b = document.querySelector(selector).getBoundingClientRect();
		return [b.left + b.width / 2, b.top + b.height / 2];
	})(%q)`, selector))
	p.do(chromedp.MouseClickXY(at[0], at[1]))
}

// Focus gives an element the focus, once it is there and takes it.
func (p *Page) Focus(selector string) {
	p.t.Helper()
	p.Until(fmt.Sprintf(`((e) => e && !e.disabled && !e.closest("[inert], [hidden]"))(document.querySelector(%q))`, selector))
	p.do(chromedp.Focus(selector))
}

// Keys presses keys one after the other: texts, or those that kb names, as kb.Enter.
func (p *Page) Keys(keys ...string) {
	p.t.Helper()
	for _, k := range keys {
		p.do(chromedp.KeyEvent(k))
	}
}

// BackTab presses the key that goes to the element before.
func (p *Page) BackTab() {
	p.t.Helper()
	p.Chord(kb.Tab, kb.ModifierShift)
}

// Alt presses a key together with the key Alt.
func (p *Page) Alt(key string) {
	p.t.Helper()
	p.Chord(key, kb.ModifierAlt)
}

// Chord presses a key together with others that modify it, as kb.ModifierCtrl.
func (p *Page) Chord(key string, with ...kb.Modifier) {
	p.t.Helper()
	p.do(chromedp.KeyEvent(key, chromedp.KeyModifiers(with...)))
}

// ClickAt presses the mouse at a point of the window.
func (p *Page) ClickAt(x, y float64) {
	p.t.Helper()
	p.do(chromedp.MouseClickXY(x, y))
}

// DragAt presses the mouse at a point of the window, moves it to another one, and lets go, with keys such as
// kb.ModifierShift held down.
func (p *Page) DragAt(x, y, toX, toY float64, with ...kb.Modifier) {
	p.t.Helper()
	event := func(kind input.DispatchMouseEventType, x, y float64) {
		p.do(chromedp.MouseEvent(kind, x, y, chromedp.ButtonLeft, chromedp.ButtonModifiers(with...)))
	}
	event(chromedp.MousePressed, x, y)
	for _, part := range []float64{0.3, 0.7, 1} {
		event(chromedp.MouseMoved, x+part*(toX-x), y+part*(toY-y))
	}
	event(chromedp.MouseReleased, toX, toY)
}

// Downloads has the browser put the files that the page gives to the user into a folder.
func (p *Page) Downloads(folder string) {
	p.t.Helper()
	to := cdpbrowser.SetDownloadBehaviorParams{Behavior: cdpbrowser.SetDownloadBehaviorBehaviorAllow,
		DownloadPath: folder}
	if _, err := chromedp.CallBrowser(p.Context, cdpbrowser.SetDownloadBehavior, to); err != nil {
		p.t.Fatal(err)
	}
}

// Drag presses the mouse in the middle of an element, moves it onto another one, a little above its middle, and lets
// go.
func (p *Page) Drag(from, to string) {
	p.t.Helper()
	const middle = `((e) => { e.scrollIntoView({block: "center"}); const b = e.getBoundingClientRect(); return [b.left + b.width / 2, b.top + b.height / 2]; })(document.querySelector(%q))`
	at := Value[[]float64](p, fmt.Sprintf(middle, from))
	p.do(chromedp.MouseEvent(chromedp.MousePressed, at[0], at[1], chromedp.ButtonLeft))
	at = Value[[]float64](p, fmt.Sprintf(middle, to))
	for _, up := range []float64{4, 5} {
		p.do(chromedp.MouseEvent(chromedp.MouseMoved, at[0], at[1]-up, chromedp.ButtonLeft))
	}
	p.do(chromedp.MouseEvent(chromedp.MouseReleased, at[0], at[1]-5, chromedp.ButtonLeft))
}

// Press goes to a control and presses it by the key Enter.
func (p *Page) Press(selector string) {
	p.t.Helper()
	p.Until(fmt.Sprintf("document.querySelector(%q)?.getClientRects().length", selector))
	p.Focus(selector)
	p.Keys(kb.Enter)
}

// Choose sets a control of the page as people do, once it is there and, if it is a list, offers the value. It fails the
// test if that does not come about.
func (p *Page) Choose(selector, to string) {
	p.t.Helper()
	const offers = `((e, to) => e && (!e.options || [...e.options].some((o) => o.value === to)))`
	if !p.comes(fmt.Sprintf("%s(document.querySelector(%q), %q)", offers, selector, to)) {
		p.t.Errorf("%s does not offer %q", selector, to)
		return
	}
	const set = `((e, to) => {
		e.value = to;
		for (const n of ["input", "change"]) e.dispatchEvent(new Event(n, {bubbles: true}));
	})`
	Value[any](p, fmt.Sprintf("%s(document.querySelector(%q), %q)", set, selector, to))
}

// Upload chooses files in a control for files, by their paths.
func (p *Page) Upload(selector string, files ...string) {
	p.t.Helper()
	p.do(chromedp.SetUploadFiles(selector, files))
}

// Says waits until the text of the first element of a CSS selector contains another one, and fails the test with the
// text that it has instead.
func (p *Page) Says(selector, text string) {
	p.t.Helper()
	if !p.comes(fmt.Sprintf("document.querySelector(%q)?.textContent.includes(%q)", selector, text)) {
		p.t.Errorf("after %v %s has the text %q; expected %q in it", patience, selector, p.Text(selector), text)
	}
}

// Text returns the text of the first element of a CSS selector, "" if there is none. After something that the page asks
// the server about, wait with Says.
func (p *Page) Text(selector string) string {
	p.t.Helper()
	return Value[string](p, fmt.Sprintf(`document.querySelector(%q)?.textContent ?? ""`, selector))
}

// Count returns how many elements a CSS selector has.
func (p *Page) Count(selector string) int {
	p.t.Helper()
	return Value[int](p, fmt.Sprintf("document.querySelectorAll(%q).length", selector))
}
