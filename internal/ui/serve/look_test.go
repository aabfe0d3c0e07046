package serve

import (
	"flag"
	"fmt"

	"brim/internal/testkit/browser"
)

var everyLook = flag.Bool("looks", false, "tests of the page look at each of its states in both widths and themes")

// looked judges what is shown, and takes pictures, in both widths and themes with -looks, else in the narrow window of
// the dark theme. In a narrow window the page is scrolled to an element first.
func looked(p *browser.Page, name, first string) {
	for _, width := range []int64{400, 1280} {
		for _, theme := range []string{"dark", "light"} {
			p.Theme(theme, width)
			p.Fits("#drawing, .scroll, .canvas, .tree, .chart, pre")
			if p.Count(".chart svg") == 0 { // whose colours a filter turns around in the dark, which is not seen
				p.Contrast()
			}
			p.Axe()
			browser.Value[any](p, fmt.Sprintf(`innerWidth < 800 ? document.querySelector(%q).scrollIntoView() : document.getElementById("panel").scrollTo(0, 0)`, first))
			p.Picture(fmt.Sprintf("%s-%s-%d", name, theme, width))
			if width == 1280 && browser.Value[bool](p, `(({ scrollHeight, clientHeight }) => scrollHeight > clientHeight)(document.getElementById("panel"))`) {
				browser.Value[any](p, `document.getElementById("panel").scrollTo(0, 620)`)
				p.Picture(fmt.Sprintf("%s-%s-%d-below", name, theme, width))
			}
			if !*everyLook {
				p.Theme("light", 1280)
				return
			}
		}
	}
}
