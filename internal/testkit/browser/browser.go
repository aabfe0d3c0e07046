// Package browser opens pages in Chromium, for tests: it notes what goes wrong in a page and what the page asks for,
// acts as people do, takes pictures, and judges whether people with other eyes and hands can use it. Only tests import
// it; where there is no Chromium, they are skipped.
package browser

import (
	"context"
	"flag"
	"fmt"
	"net/url"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/log"
	"github.com/chromedp/cdproto/network"
	"github.com/chromedp/cdproto/page"
	"github.com/chromedp/cdproto/runtime"
	"github.com/chromedp/chromedp"
)

// programs are the names of Chromium, as systems have it.
var programs = []string{"chromium", "chromium-browser", "chrome-headless-shell", "google-chrome",
	"google-chrome-stable"}

// switches keep Chromium from talking to the network and from what a test has no use for.
var switches = []string{"disable-quic", "disable-background-networking", "disable-component-update", "disable-sync",
	"disable-extensions", "disable-dev-shm-usage", "hide-scrollbars"}

var late = flag.Duration("late", 0, "what pages ask servers for comes so much later, or sooner, by chance")

// slowly has what a page asks for with fetch leave it and come back later, by chance, so that answers come in any
// order.
const slowly = `{
	const [fetched, most] = [window.fetch, %d / 2];
	const pause = () => new Promise((next) => setTimeout(next, most * Math.random()));
	window.fetch = async (...asked) => {
		await pause();
		const answer = await fetched(...asked);
		await pause();
		return answer;
	};
}`

// A Page is one that is open in a browser. Its context ends with the test. What fails is fatal for the test.
type Page struct {
	context.Context
	t       testing.TB
	address string
	how     string // it is shown, for messages
	mu      sync.Mutex
	wrong   []string
	asked   []string
}

// Open opens an address in a new browser with a window of 1280 by 900 pixels, and waits until the element html has
// data-ready="yes". Without Chromium the test is skipped.
func Open(t testing.TB, address string) *Page {
	t.Helper()
	options := []chromedp.ExecAllocatorOption{
		chromedp.ExecPath(find(t)), chromedp.UserDataDir(t.TempDir()), chromedp.Headless, chromedp.DisableGPU,
		chromedp.NoSandbox,
		chromedp.NoFirstRun, chromedp.NoDefaultBrowserCheck, chromedp.WSURLReadTimeout(time.Minute),
	}
	for _, name := range switches {
		options = append(options, chromedp.Flag(name, true))
	}
	limited, cancel := context.WithTimeout(t.Context(), 3*time.Minute)
	t.Cleanup(cancel)
	allocator, cancel := chromedp.NewExecAllocator(limited, options...)
	t.Cleanup(cancel)
	ctx, cancel := chromedp.NewContext(allocator)
	t.Cleanup(cancel)
	p := &Page{Context: ctx, t: t, address: address}
	if err := chromedp.Listen(ctx, p.listen); err != nil {
		t.Fatal(err)
	}
	if *late > 0 {
		slow := page.AddScriptToEvaluateOnNewDocumentParams{Source: fmt.Sprintf(slowly, late.Milliseconds())}
		if _, err := chromedp.Call(ctx, page.AddScriptToEvaluateOnNewDocument, slow); err != nil {
			t.Fatal(err)
		}
	}
	for _, enable := range []func() (cdp.Empty, error){
		func() (cdp.Empty, error) { return chromedp.Call(ctx, network.Enable, network.EnableParams{}) },
		func() (cdp.Empty, error) { return chromedp.Call(ctx, log.Enable, cdp.Empty{}) },
	} {
		if _, err := enable(); err != nil {
			t.Fatal(err)
		}
	}
	p.do(chromedp.EmulateViewport(1280, height), chromedp.Navigate(address))
	p.Ready()
	return p
}

// OpenFile opens a file as Open opens an address.
func OpenFile(t testing.TB, path string) *Page {
	t.Helper()
	full, err := filepath.Abs(path)
	if err != nil {
		t.Fatal(err)
	}
	return Open(t, (&url.URL{Scheme: "file", Path: filepath.ToSlash(full)}).String())
}

// find returns the path of Chromium.
func find(t testing.TB) string {
	t.Helper()
	for _, name := range programs {
		if path, err := exec.LookPath(name); err == nil {
			return path
		}
	}
	t.Skip("no Chromium is installed, so the page was not opened (Debian: apt-get install chromium)")
	return ""
}

// listen notes errors of the page and what it asks for.
func (p *Page) listen(event any) {
	p.mu.Lock()
	defer p.mu.Unlock()
	switch e := event.(type) {
	case *runtime.EventExceptionThrown:
		p.wrong = append(p.wrong, exception(e.ExceptionDetails))
	case *runtime.EventConsoleAPICalled:
		if e.Type == runtime.ConsoleAPICalledTypeError || e.Type == runtime.ConsoleAPICalledTypeWarning {
			text := string(e.Type) + ":"
			for _, a := range e.Args { // there may be none
				text += fmt.Sprintf(" %s", a.Value)
			}
			p.wrong = append(p.wrong, text)
		}
	case *log.EventEntryAdded:
		p.wrong = append(p.wrong, e.Entry.Text+" "+e.Entry.URL)
	case *network.EventRequestWillBeSent:
		if !strings.HasPrefix(e.Request.URL, "data:") && !strings.HasPrefix(e.Request.URL, "blob:") {
			p.asked = append(p.asked, e.Request.URL)
		}
	}
}

// exception writes what was thrown, with where.
func exception(d *runtime.ExceptionDetails) string {
	if d.Exception != nil && d.Exception.Description != "" {
		return d.Text + " " + d.Exception.Description
	}
	return fmt.Sprintf("%s (%s:%d)", d.Text, d.URL, d.LineNumber+1)
}

// Errors returns what the console has had, exceptions and warnings included, and forgets it.
func (p *Page) Errors() []string {
	p.mu.Lock()
	defer p.mu.Unlock()
	list := p.wrong
	p.wrong = nil
	return list
}

// Requests returns the addresses that the page has asked for, its own first, without those of data in itself.
func (p *Page) Requests() []string {
	p.mu.Lock()
	defer p.mu.Unlock()
	return append([]string(nil), p.asked...)
}

// Clean fails the test if the console has anything, or if the page asked for an address that does not begin with its
// own. It is what tests of a page defer.
func (p *Page) Clean() {
	p.t.Helper()
	for _, w := range p.Errors() {
		p.t.Errorf("the console has: %s", w)
	}
	for _, a := range p.Requests() {
		if !strings.HasPrefix(a, p.address) {
			p.t.Errorf("the page asked for %s", a)
		}
	}
}

// do has the browser act. See chromedp for what it can do; most of what tests need has a method here.
func (p *Page) do(actions ...chromedp.Action[chromedp.Void]) {
	p.t.Helper()
	if err := chromedp.Do(p.Context, actions...); err != nil {
		p.t.Fatal(err)
	}
}

// Value evaluates an expression in the page; a promise is waited for.
func Value[T any](p *Page, expression string) T {
	p.t.Helper()
	x, err := chromedp.Run(p.Context, chromedp.Evaluate[T](expression, chromedp.EvalAwaitPromise))
	if err != nil {
		p.t.Fatalf("%s: %v", expression, err)
	}
	return x
}
