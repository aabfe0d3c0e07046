package serve

import (
	"flag"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"brim/internal/output"
	"brim/internal/testkit/browser"
	"brim/petri"
	"brim/petri/pnml"

	"github.com/chromedp/chromedp/kb"
)

// laid waits until the net is laid out.
func laid(p *browser.Page) { p.Until(`document.querySelector("#drawing").dataset.laid === "yes"`) }

// The drawing and the game, by the mouse and by the keyboard.
func TestGame(t *testing.T) {
	p := opened(t, "dphil:3", "dphil-col:3")
	p.Ready()
	laid(p)
	where := func(want string) {
		t.Helper()
		p.Until(fmt.Sprintf(`document.querySelector("#panel-game .where").textContent.startsWith(%q)`, want))
	}
	where("After 0 steps. 3 transitions can fire.")
	p.Press("#panel-game .enabled button")
	where("After 1 step")
	if got := p.Text("#panel-game .command code"); got != "brim sim --fire GoEat_1 dphil:3" {
		t.Errorf("the command line: %s", got)
	}
	p.Focus("#drawing canvas")
	p.Keys("n", kb.Enter)
	where("After 2 steps")
	p.Press("#panel-game button:first-child")
	where("After 1 of 2 steps")
	p.Reload()
	p.Ready()
	where("After 1 of 2 steps")
	p.Press("#panel-game .row button:nth-child(2)")
	where("After 2 steps")
	p.Press("#panel-game .pair button")
	p.Until(`document.querySelectorAll("#panel-game .run li").length > 5`)
	p.Press("#panel-game .run li:first-child button")
	where("After 0 of")

	choose(p, 2)
	p.Until(`document.querySelector("#panel-game .where").textContent.startsWith("After 0 steps") && document.querySelector("#drawing canvas").getAttribute("aria-label").includes("dphil-col")`)
	laid(p)
	p.Focus("#drawing canvas")
	p.Keys("n")
	// Several bindings: the list has them. The key alone, since the driver sends its character to what has the focus
	// then.
	browser.Value[bool](p,
		`document.querySelector("#drawing canvas").dispatchEvent(new KeyboardEvent("keydown", { key: "Enter", cancelable: true }))`)
	p.Until(`document.activeElement.closest("#panel-game .enabled")`)
	p.Keys(kb.Enter)
	where("After 1 step")
	p.Press("#panel-game button:first-child")
	where("After 0 of 1 steps")
	p.Clean()
}

// A net with few nodes and so many arcs that layers would take minutes is laid out, too, and found.
func TestDenseNet(t *testing.T) {
	b := petri.NewBuilder("dense")
	const nodes = 100
	for i := range nodes {
		b.Place(fmt.Sprint("p", i), 1)
	}
	for i := range nodes {
		tr := b.Transition(fmt.Sprint("t", i))
		for k := range 15 {
			b.In(tr, (i*7+k*k)%nodes, 1)
			b.Out(tr, (i*11+k*k*k)%nodes, 1)
		}
	}
	net, err := b.Net()
	if err != nil {
		t.Fatal(err)
	}
	file := filepath.Join(t.TempDir(), "dense.pnml")
	if err := output.Write(t.Context(), file, func(w io.Writer) error { return pnml.Write(w, net) }); err != nil {
		t.Fatal(err)
	}
	p := opened(t, file)
	laid(p)
	p.Clean()
}

var drawn = flag.String("drawn", "", "TestDrawings takes pictures of these models, separated by commas")

// TestDrawings takes pictures of nets, for people to look at.
func TestDrawings(t *testing.T) {
	if *drawn == "" {
		t.Skip("pictures are taken with -drawn MODEL,… -screenshots DIRECTORY")
	}
	models := strings.Split(*drawn, ",")
	for _, m := range models {
		if _, err := os.Stat(m); err != nil && strings.Contains(m, "/") {
			t.Fatal(err)
		}
	}
	p := opened(t, models...)
	p.Ready()
	for i := range models {
		p.Choose("#models", fmt.Sprint(i+1))
		p.Pause(1e9)
		laid(p)
		for range 3 {
			if p.Count("#panel-game .enabled button") > 0 {
				p.Press("#panel-game .enabled button")
				p.Pause(3e8)
			}
		}
		p.Theme("light", 1280)
		p.Picture(fmt.Sprintf("drawing-%d-light", i+1))
		p.Theme("dark", 1280)
		p.Picture(fmt.Sprintf("drawing-%d-dark", i+1))
		p.Theme("light", 400)
		p.Picture(fmt.Sprintf("drawing-%d-narrow", i+1))
	}
	p.Clean()
}

var frames = flag.String("frames", "", "TestFrames moves this model and tells how many frames a second there are")

// TestFrames moves and zooms a drawing for some seconds, then drags a node of it in the editor, and tells how long
// frames are shown by Chromium's trace, and how long the page works on each frame of the drag.
func TestFrames(t *testing.T) {
	if *frames == "" {
		t.Skip("frames are counted with -frames MODEL on a machine that does nothing else")
	}
	p := opened(t, *frames)
	p.Ready()
	laid(p)
	p.Pause(1e9)
	laying := browser.Value[float64](p,
		`performance.getEntriesByName("laid").at(-1).startTime - performance.getEntriesByName("model").at(-1).startTime`)
	t.Logf("%s: laid out in %.1f s", *frames, laying/1000)
	const moves = 300
	rates(t, "moved", moves, p.Displayed(func() {
		browser.Value[bool](p, fmt.Sprintf(`new Promise((done) => {
			const canvas = document.querySelector("#drawing canvas");
			const { left, top, width, height } = canvas.getBoundingClientRect();
			let i = 0;
			const frame = () => {
				if (++i > %d) return done(true);
				canvas.dispatchEvent(new WheelEvent("wheel", { deltaY: i %% 60 < 30 ? -30 : 30, clientX: left + width / 2, clientY: top + height / 2, cancelable: true }));
				canvas.dispatchEvent(new KeyboardEvent("keydown", { key: i %% 20 < 10 ? "ArrowLeft" : "ArrowRight", cancelable: true }));
				requestAnimationFrame(frame);
			};
			requestAnimationFrame(frame);
		})`, moves))
	}))
	p.Click("#tab-edit")
	p.Until(`document.querySelectorAll("#panel-edit option").length > 10`)
	p.Pause(1e9)
	var work []float64 // milliseconds
	rates(t, "dragged", moves, p.Displayed(func() {
		work = browser.Value[[]float64](p, fmt.Sprintf(`import("./app.js").then(({ app }) => new Promise((done) => {
			const { canvas, view, used: { scene } } = app.stage;
			const { left, top } = canvas.getBoundingClientRect();
			const node = scene.net.nodes.length >> 1;
			const [x, y] = [left + view.k * scene.at[2 * node] + view.x, top + view.k * scene.at[2 * node + 1] + view.y];
			const send = (type, i) => canvas.dispatchEvent(new PointerEvent(type, { pointerId: 1, button: 0, clientX: x + 80 * Math.sin(i / 20), clientY: y + 80 * (1 - Math.cos(i / 20)) }));
			const work = new Map(); // by frame
			const request = window.requestAnimationFrame;
			window.requestAnimationFrame = (act) => request((time) => {
				const begun = performance.now();
				act(time);
				work.set(time, (work.get(time) || 0) + performance.now() - begun);
			});
			let i = 0;
			send("pointerdown", 0);
			const frame = () => {
				if (++i <= %d) {
					send("pointermove", i);
					return requestAnimationFrame(frame);
				}
				send("pointerup", i);
				window.requestAnimationFrame = request;
				done([...work.values()]);
			};
			requestAnimationFrame(frame);
		}))`, moves))
	}))
	slices.Sort(work)
	if n := len(work); n > 0 {
		t.Logf("the page works on a frame of the drag for %.2f ms in the median, %.2f in 95 %% at most, %.2f on the "+
			"longest", work[n/2], work[n*95/100], work[n-1])
	}
}

// rates tells how long frames are shown.
func rates(t *testing.T, what string, moves int, shown []time.Duration) {
	t.Helper()
	if len(shown) == 0 {
		t.Fatal("the trace has no frames")
	}
	var all time.Duration
	for _, d := range shown {
		all += d
	}
	slices.Sort(shown)
	t.Logf("%s %d times: %d frames, %.0f a second; the median is shown for %v, 95 %% for %v at most, the "+
		"slowest for %v", what, moves,
		len(shown), float64(len(shown))/all.Seconds(), shown[len(shown)/2].Round(1e5),
		shown[len(shown)*95/100].Round(1e5), shown[len(shown)-1].Round(1e5))
}
