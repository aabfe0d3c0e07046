package serve

import (
	"flag"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"brim/internal/testkit/browser"

	"github.com/chromedp/chromedp/kb"
)

// TestTutorialPictures does with the net of the tutorial what its chapter on the page says, and takes the pictures that
// stand there:
//
//	go test ./internal/ui/serve -run TutorialPictures -screenshots ../../../docs/images
func TestTutorialPictures(t *testing.T) {
	if flag.Lookup("screenshots").Value.String() == "" {
		t.Skip("pictures are taken with -screenshots DIRECTORY")
	}
	text, err := os.ReadFile(filepath.Join("..", "..", "..", "docs", "tutorial.md"))
	if err != nil {
		t.Fatal(err)
	}
	_, net, found := strings.Cut(string(text), "```xml lock.pnml\n")
	if net, _, _ = strings.Cut(net, "```\n"); !found {
		t.Fatal("the tutorial has no lock.pnml")
	}
	pictures, err := filepath.Abs(flag.Lookup("screenshots").Value.String())
	if err != nil {
		t.Fatal(err)
	}
	if err := flag.Set("screenshots", pictures); err != nil {
		t.Fatal(err)
	}
	t.Chdir(t.TempDir()) // the page shows the name of the file
	if err := os.WriteFile("lock.pnml", []byte(net), 0o666); err != nil {
		t.Fatal(err)
	}
	p := opened(t, "lock.pnml")
	p.Ready()
	laid(p)
	p.Click("#tab-ask")
	question(p, "AG !(a_inside & b_inside)")
	p.Focus(".tree")
	p.Keys(kb.End)
	p.Until(`document.querySelector("#panel-ask .where").textContent.startsWith("Marking 3 of 3")`)
	p.Theme("light", 1280)
	p.Picture("serve-counterexample")
	question(p, "A G(b_looked -> F b_inside)")
	p.Focus(".tree")
	p.Keys(kb.End)
	p.Until(`document.querySelector("#panel-ask .where").textContent.includes("the loop closes here")`)
	browser.Value[any](p, `document.querySelector("details.sequence").open = true`)
	p.Until(`document.querySelector(".chart .band")`)
	browser.Value[any](p, `document.querySelector("details.sequence").scrollIntoView({ block: "end" })`)
	p.Theme("dark", 1280)
	p.Picture("serve-lasso")
	p.Clean()
}
