package main

import (
	"bytes"
	"flag"
	"fmt"
	"image/gif"
	"image/png"
	"os"
	"testing"

	"brim/internal/testkit/browser"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
)

var (
	address = flag.String("address", "", "TestDemo drives the page of brim serve at this address")
	formula = flag.String("formula", "", "the formula that TestDemo asks there")
	movie   = flag.String("movie", "", "TestDemo writes the steps of its counterexample into this GIF")
)

// TestDemo asks a question in the page of a server that runs already, walks through what the answer rests on with the
// keys, and makes a moving picture of a screenshot a step. release/demo calls it.
func TestDemo(t *testing.T) {
	if *address == "" {
		t.Skip("release/demo calls it, with the address of a server")
	}
	p := browser.Open(t, *address)
	p.Until(`document.querySelector("#drawing").dataset.laid === "yes"`)
	p.Theme("light", 1100)
	p.Click("#tab-ask")
	p.Focus("#ask-formula")
	p.Keys(*formula, kb.Escape, kb.Enter)
	p.Until(`document.querySelectorAll("#panel-ask .tree [role=treeitem]").length > 1`)
	p.Focus("#panel-ask .tree")
	p.Keys(kb.Home)
	steps := 0
	if _, err := fmt.Sscanf(p.Text("#panel-ask .where"), "Marking 0 of %d", &steps); err != nil || steps == 0 {
		t.Fatalf("the walk does not begin: %q", p.Text("#panel-ask .where"))
	}
	m := &gif.GIF{}
	for at := range steps + 1 {
		if at > 0 {
			p.Keys(kb.ArrowDown)
		}
		p.Until(fmt.Sprintf(`document.querySelector("#panel-ask .where").textContent.startsWith("Marking %d of %d")`,
			at, steps))
		shot, err := chromedp.Run(p.Context, chromedp.CaptureScreenshot())
		if err != nil {
			t.Fatal(err)
		}
		frame, err := png.Decode(bytes.NewReader(shot))
		if err != nil {
			t.Fatal(err)
		}
		delay := 150 // hundredths of a second
		if at == steps {
			delay = 400
		}
		addFrame(m, frame, delay)
	}
	p.Clean()
	var b bytes.Buffer
	if err := gif.EncodeAll(&b, m); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(*movie, b.Bytes(), 0o666); err != nil {
		t.Fatal(err)
	}
	t.Logf("%d frames, %d KB", len(m.Image), b.Len()/1000)
}
