package serve

import (
	"testing"

	"brim/internal/testkit/browser"

	"github.com/chromedp/chromedp/kb"
)

// A holder has the page wait for what it asks the server, as long as the test wants.
type holder struct{ *browser.Page }

// holding lets requests through but those that fit an expression in method and url; these wait for release.
func holding(p *browser.Page) *holder {
	browser.Value[any](p, `import("./app.js").then(({ app }) => {
		const send = window.fetch;
		Object.assign(window, { app, held: [], fits: () => false });
		window.fetch = (url, options) => {
			if (!window.fits(options.method, url)) return send(url, options);
			return new Promise((go) => held.push(go)).then(() => send(url, options));
		};
	})`)
	return &holder{p}
}

func (p *holder) hold(fits string) {
	browser.Value[any](p.Page, `void (window.fits = (method, url) => `+fits+`)`)
}

// release sends what was held back, once so many requests are.
func (p *holder) release(n string) {
	p.Until(`held.length === ` + n)
	browser.Value[any](p.Page, `void (window.fits = () => false, held.splice(0).forEach((go) => go()))`)
}

// Answers that come late do not change what is shown meanwhile: of a model that was chosen before another one, of a
// question about one that is not shown any more, of the first of two moves in the game. What was edited is sent before
// another model is shown.
func TestLateAnswers(t *testing.T) {
	p := holding(opened(t, "dphil:3", "dphil:2"))
	defer p.Clean()
	laid(p.Page)

	p.hold(`url.endsWith("models/2/net")`)
	p.Choose("#models", "2")
	p.Until(`held.length === 1 && document.querySelector("#main").inert`)
	p.Choose("#models", "1")
	p.Until(`!document.querySelector("#main").inert`)
	p.release("1")
	p.Pause(1e8) // for what must not come
	browser.Becomes(p.Page, `[app.model.id, app.net.places.length, document.querySelector("#models").value].join()`,
		"1,18,1")

	p.Press("#tab-ask")
	p.hold(`url.endsWith("models/1/ask")`)
	p.Focus("#ask-formula")
	p.Keys("EF deadlock", kb.Escape, kb.Enter)
	p.Until("held.length === 1")
	choose(p.Page, 2)
	p.release("1")
	p.Until(`app.store.models[1].ask.asked[0]?.state === "done"`)
	browser.Becomes(p.Page, `app.store.models[2].ask.asked.length + String(document.querySelector(".answer").hidden)`,
		"0true")

	p.Press("#tab-markings")
	p.hold(`url.endsWith("models/2/markings")`)
	p.Press("#panel-markings form button")
	p.Until("held.length === 1")
	choose(p.Page, 1)
	p.Until(`document.querySelectorAll("#panel-markings tbody tr").length > 20`)
	p.release("1")
	p.Pause(1e8)
	p.Until(`document.querySelectorAll("#panel-markings tbody tr").length > 20`) // dphil:2 has 18 markings

	p.Press("#tab-game")
	p.hold(`url.endsWith("/play")`)
	p.Press("#panel-game .enabled button")
	p.Press("#panel-game .enabled li:nth-child(2) button") // waits for the first
	p.release("1")
	p.Says("#panel-game .where", "After 2 steps")

	p.Press("#tab-edit")
	p.Until(`document.querySelector("#panel-edit .fields input")`)
	p.Focus("#drawing canvas")
	p.Keys("p")
	p.Choose("#models", "2") // at once
	browser.Becomes(p.Page, `app.api("GET", "/models/1/document").then((d) => d.places.length)`, 19)
	p.Until(`app.model.id === 2 && !document.querySelector("#panel-edit").inert`)
	browser.Becomes(p.Page, `app.api("GET", "/models/2/document").then((d) => d.places.length)`, 12)
	browser.Value[any](p.Page, `void (app.store.models[1].unsaved = false)`) // the page is left without a question
}
