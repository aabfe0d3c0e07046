package browser

import (
	"fmt"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/chromedp/chromedp/kb"
)

// A recorder notes errors instead of failing.
type recorder struct {
	testing.TB
	errors []string
}

func (r *recorder) Helper() {}
func (r *recorder) Errorf(text string, x ...any) {
	r.errors = append(r.errors, fmt.Sprintf(text, x...))
}

// had returns what was noted, and forgets it.
func (r *recorder) had() string {
	all := strings.Join(r.errors, "\n")
	r.errors = nil
	return all
}

// serving returns the address of a page with that body, at a server that answers with it.
func serving(t *testing.T, body string) string {
	s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path != "/page/" {
			http.NotFound(w, r)
			return
		}
		fmt.Fprintf(w, "<!doctype html><html lang=en data-ready=yes><head><title>t</title><link rel=icon href=data:,></head><body><main><h1>t</h1>%s</main></body></html>", body)
	}))
	t.Cleanup(s.Close)
	return s.URL + "/page/"
}

// What is wrong with a page is found, and nothing is found where nothing is wrong.
func TestFindings(t *testing.T) {
	r := &recorder{TB: t}
	good := `<p>Fine.</p><label>Name <input id=name></label><button type=button onclick="document.title = document.querySelector('#name').value">Go</button>`
	p := Open(r, serving(t, good))
	p.Clean()
	p.Contrast()
	p.Fits(".none")
	p.Axe()
	if had := r.had(); had != "" {
		t.Errorf("a good page: %s", had)
	}
	p.Click("#name")
	p.Keys("a", "b")
	p.Press("button")
	p.Until(`document.title === "ab"`)
	p.BackTab()
	p.Keys(kb.Backspace)
	p.Choose("#name", "other")
	if got := Value[string](p, `new Promise((done) => setTimeout(() => done(document.activeElement.id), 1))`); got != "name" {
		t.Errorf("the focus is on %q", got)
	}
	p.Theme("dark", 400)
	if Value[int](p, "innerWidth") != 400 {
		t.Error("the window is not 400 pixels wide")
	}
	*screenshots = t.TempDir()
	p.Picture("p")
	if png, err := os.ReadFile(filepath.Join(*screenshots, "p.png")); err != nil || !strings.HasPrefix(string(png), "\x89PNG") {
		t.Errorf("the picture: %.20q, %v", png, err)
	}
	*screenshots = ""

	bad := `<script>throw new Error("broken")</script><script>console.error(); console.error("said")</script><script src="none.js"></script>
		<img alt="a" src="../elsewhere.png"><p style="color: #aaa; background: #fff; width: 3000px">pale</p><button type=button></button>
		<select id=s aria-label=S><option>a</select>`
	p = Open(r, serving(t, bad))
	p.Clean()
	p.Contrast()
	p.Fits(".none")
	p.Axe()
	p.Choose("#s", "b")
	had := r.had()
	for _, want := range []string{"broken", "said", "404", "asked for", "the contrast of", "3000px", "button-name", "color-contrast", "does not offer"} {
		if !strings.Contains(had, want) {
			t.Errorf("of a bad page this is not found: %s; but\n%s", want, had)
		}
	}
}
