package browser

import (
	"fmt"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

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
		fmt.Fprintf(w, "<!doctype html><html lang=en data-ready=yes><head><title>t</title><link rel=icon "+
			"href=data:,></head><body><main><h1>t</h1>%s</main></body></html>", body)
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
	Becomes(p, `new Promise((done) => setTimeout(() => done(document.title), 1))`, "ab")
	p.Says("button", "Go")
	p.BackTab()
	p.Keys(kb.Backspace)
	p.Choose("#name", "other")
	if got := Value[string](p,
		`new Promise((done) => setTimeout(() => done(document.activeElement.id), 1))`); got != "name" {
		t.Errorf("the focus is on %q", got)
	}
	p.Theme("dark", 400)
	if Value[int](p, "innerWidth") != 400 {
		t.Error("the window is not 400 pixels wide")
	}
	*screenshots = t.TempDir()
	p.Picture("p")
	if png, err := os.ReadFile(filepath.Join(*screenshots, "p.png")); err != nil ||
		!strings.HasPrefix(string(png), "\x89PNG") {
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
	defer func(usual time.Duration) { patience = usual }(patience)
	patience = time.Second / 10
	p.Choose("#s", "b")
	p.Says("#s", "c")
	Becomes(p, `document.querySelector("#s").value`, "d")
	had := r.had()
	for _, want := range []string{"broken", "said", "404", "asked for", "the contrast of", "3000px", "button-name",
		"color-contrast", "does not offer", `has the text "a"; expected "c"`, "this is a; expected d"} {
		if !strings.Contains(had, want) {
			t.Errorf("of a bad page this is not found: %s; but\n%s", want, had)
		}
	}
}

// Frames that are displayed are counted, and how long each is shown: a page that works too long has fewer.
func TestDisplayed(t *testing.T) {
	p := Open(t, serving(t, `<canvas width=100 height=100></canvas>`))
	const draw = `new Promise((done) => {
		const pen = document.querySelector("canvas").getContext("2d");
		let left = %d;
		const frame = () => {
			pen.fillStyle = left %% 2 ? "#000" : "#fff";
			pen.fillRect(0, 0, 100, 100);
			for (const end = performance.now() + %d; performance.now() < end; );
			if (--left === 0) return done(true);
			requestAnimationFrame(frame);
		};
		requestAnimationFrame(frame);
	})`
	const frames, busy = 20, 50
	shown := p.Displayed(func() {
		Value[bool](p, fmt.Sprintf(draw, frames, busy))
		p.Pause(200 * time.Millisecond)
	})
	// The browser shows frames of its own, too, when it begins, and a machine with much to do may leave some out.
	slices.Sort(shown)
	slices.Reverse(shown)
	if len(shown) < frames/2 {
		t.Fatalf("%d frames are shown, %d were drawn: %v", len(shown), frames, shown)
	}
	var all time.Duration
	for _, d := range shown[:frames/2] {
		all += d
	}
	if least := frames / 2 * busy * time.Millisecond; all < least {
		t.Errorf("the longest %d of %d frames are shown for %v, they were drawn for %v or more", frames/2, frames, all,
			least)
	}
}

// A trace has events of all kinds, in any order.
func TestTimes(t *testing.T) {
	event := func(name string, at float64) []byte {
		return fmt.Appendf(nil, `{"name":%q,"ts":%f,"ph":"I"}`, name, at)
	}
	got, err := times([][]byte{event(displayed, 3000), event("other", 2500), event(displayed, 1000),
		event(displayed, 1500.5)})
	if want := []time.Duration{500500, 1499500}; err != nil || !slices.Equal(got, want) {
		t.Errorf("%v, %v; expected %v", got, err, want)
	}
	if got, err := times([][]byte{event(displayed, 1)}); err != nil || len(got) != 0 {
		t.Errorf("one frame: %v, %v", got, err)
	}
	if _, err := times([][]byte{[]byte("[")}); err == nil {
		t.Error("an event that is none is taken")
	}
}
