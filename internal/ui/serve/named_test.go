package serve

import (
	"encoding/json"
	"fmt"
	"net/http"
	"slices"
	"strings"
	"testing"

	"brim/check"
	"brim/internal/testkit/browser"
	"brim/internal/testkit/randnet"
)

// orders is a workflow in which close waits for a bill that refused orders never get.
const orders = `
p received 1
p billing 0
p shipping 0
p billed 0
p shipped 0
p done 0
t accept pre: received 1 post: billing 1 shipping 1
t bill pre: billing 1 post: billed 1
t ship pre: shipping 1 post: shipped 1
t refuse pre: received 1 post: shipped 1
t close pre: billed 1 shipped 1 post: done 1
`

// ordering returns a client of a server with that workflow, and the number of the model.
func ordering(t *testing.T) (*client, int) {
	t.Helper()
	net, err := randnet.ParseText("order", orders)
	if err != nil {
		t.Fatal(err)
	}
	c := listening(t)
	return c, c.add(check.OfNet(net))
}

// A named question is answered with its findings, each with the walk that shows it.
func TestNamedQuestion(t *testing.T) {
	c, id := ordering(t)
	var names []NamedQuestion
	if status := c.call(http.MethodGet, "questions", nil, &names); status != http.StatusOK || len(names) < 15 {
		t.Fatalf("status %d, %v", status, names)
	}
	x := c.asks(id, AskRequest{Formula: "sound", Named: true})
	if x.Result != "fails" || len(x.Findings) != 3 || x.Summary == "" ||
		!strings.Contains(x.Command, "check --ask sound") {
		t.Errorf("%+v", x)
	}
	f := x.Findings[0]
	if f.Verdict != "fails" || f.Walk == nil || len(f.Walk.Paths[0].Steps) != 1 || !f.Walk.Paths[0].Dead ||
		x.Walk == nil {
		text, _ := json.Marshal(f)
		t.Errorf("the first finding is %s", text)
	}
	x = c.asks(id, AskRequest{Formula: "k-sound", Named: true, K: 2})
	if x.Result != "fails" || !strings.Contains(x.Command, "--k 2") {
		t.Errorf("%+v", x)
	}
	var problem Problem
	if status := c.call(http.MethodPost, fmt.Sprintf("models/%d/ask", id), AskRequest{Formula: "sond", Named: true},
		&problem); status < 400 || !strings.Contains(problem.Problem, "sond") {
		t.Errorf("status %d, %+v", status, problem)
	}
}

// The page asks a question by its name, lists the findings and walks through a run.
func TestNamedPage(t *testing.T) {
	c, _ := ordering(t)
	p := c.page()
	p.Click("#tab-ask")
	p.Until(`document.querySelectorAll("#ask-name option").length > 10`)
	p.Choose("#ask-name", "sound")
	p.Click("#ask-name ~ button")
	p.Until(`document.querySelectorAll("ul.findings li").length === 3`)
	text := browser.Value[[]string](p, `[...document.querySelectorAll("ul.findings li")].map((x) => x.textContent)`)
	if !slices.ContainsFunc(text, func(s string) bool {
		return strings.Contains(s,
			"close waits for tokens in billed")
	}) {
		t.Errorf("findings: %q", text)
	}
	if browser.Value[bool](p, `document.querySelector("section.witness").hidden`) {
		t.Error("the run is not shown")
	}
	if got := browser.Value[string](p,
		`document.querySelector("#panel-ask h3.verdict").textContent`); !strings.Contains(got, "fails") {
		t.Errorf("the verdict is %q", got)
	}
	p.Axe()
	p.Contrast()
}
