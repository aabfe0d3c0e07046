package serve

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"maps"
	"math/rand/v2"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"testing"
	"time"

	"brim/check"
	"brim/ctl/syntax"
	"brim/internal/testkit/randcoloured"
	"brim/internal/testkit/randformula"
	"brim/internal/testkit/randnet"
	"brim/petri"
)

// A client talks to a server over HTTP.
type client struct {
	*testing.T
	*Server
	base string
}

// listening returns a client of a server with models.
func listening(t *testing.T, models ...string) *client {
	t.Helper()
	s, err := New(t.Context(), Options{Models: models})
	if err != nil {
		t.Fatal(err)
	}
	h := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter,
		r *http.Request) {
		s.guard(s.routes()).ServeHTTP(w, r)
	}))
	t.Cleanup(h.Close)
	s.host = strings.TrimPrefix(h.URL, "http://")
	return &client{t, s, h.URL + "/" + s.token + "/api/"}
}

// call sends a request and decodes what comes back into x. It returns the status.
func (c *client) call(method, path string, body, x any) int {
	c.Helper()
	text, err := json.Marshal(body)
	if err != nil {
		c.Fatal(err)
	}
	r, err := http.NewRequestWithContext(c.Context(), method, c.base+path, strings.NewReader(string(text)))
	if err != nil {
		c.Fatal(err)
	}
	r.Header.Set("Content-Type", "application/json")
	answer, err := http.DefaultClient.Do(r)
	if err != nil {
		c.Fatal(err)
	}
	defer func() { _ = answer.Body.Close() }()
	read, err := io.ReadAll(answer.Body)
	if err == nil {
		err = json.Unmarshal(read, x)
	}
	if err != nil {
		c.Fatalf("%s %s: %v\n%.400s", method, path, err, read)
	}
	return answer.StatusCode
}

// done follows a job to its end and decodes its result into x.
func (c *client) done(id string, x any) Job {
	c.Helper()
	for {
		look := Look{Job: Job{Result: x}}
		if status := c.call(http.MethodGet, "jobs/"+id, nil, &look); status != http.StatusOK {
			c.Fatalf("job %s: status %d", id, status)
		}
		if look.Job.State != "runs" {
			return look.Job
		}
		time.Sleep(time.Millisecond)
	}
}

// asks returns the answer to a question.
func (c *client) asks(model int, r AskRequest) *Answer {
	c.Helper()
	var j Job
	if status := c.call(http.MethodPost, fmt.Sprintf("models/%d/ask", model), r, &j); status != http.StatusOK {
		c.Fatalf("%s: status %d", r.Formula, status)
	}
	x := new(Answer)
	if j = c.done(j.ID, x); j.State != "done" {
		c.Fatalf("%s: the job is %s: %s", r.Formula, j.State, j.Problem)
	}
	return x
}

// A played is a net in which walks are replayed: by its own firing rule, not by effects.
type played struct {
	net  *petri.Net
	walk *Walk
}

// markings returns that at each position of a path which begins in m.
func (p *played) markings(m petri.Marking, path int) ([]petri.Marking, error) {
	list := []petri.Marking{m.Clone()}
	for i, s := range p.walk.Paths[path].Steps {
		t := p.walk.PlayedTransitions[s]
		if t < 0 {
			return nil, fmt.Errorf("%s is not in the net that is played", p.walk.Transitions[s].Name)
		}
		m = m.Clone()
		if err := p.net.Fire(m, t); err != nil {
			return nil, fmt.Errorf("step %d of path %d: %w", i+1, path, err)
		}
		list = append(list, m)
	}
	return list, nil
}

// visit calls see for each way to enter a path, outermost first, with its markings, and says what is wrong with it.
func (p *played) visit(m petri.Marking, path int, see func(path int, list []petri.Marking)) error {
	w := &p.walk.Paths[path]
	list, err := p.markings(m, path)
	if err != nil {
		return err
	}
	last := list[len(list)-1]
	dead := !slices.ContainsFunc(slices.Collect(p.net.EnabledTransitions(last)), func(int) bool { return true })
	switch {
	case w.Loop != nil && !slices.Equal(list[*w.Loop], last):
		return fmt.Errorf("path %d does not come back to %d", path, *w.Loop)
	case w.Loop == nil && w.Dead != dead:
		return fmt.Errorf("path %d: dead is %v", path, w.Dead)
	}
	for _, r := range w.Readings {
		if len(r.Holds) != len(list) {
			return fmt.Errorf("path %d: %d readings of %s for %d markings", path, len(r.Holds), r.Formula, len(list))
		}
	}
	if see != nil {
		see(path, list)
	}
	for _, b := range w.Branches {
		if err := p.visit(list[b.At], b.Path, see); err != nil {
			return err
		}
	}
	return nil
}

// start returns the marking in which the walk begins, as the walk has it.
func (p *played) start() (petri.Marking, error) {
	m := make(petri.Marking, len(p.net.Places))
	for i, place := range p.walk.PlayedPlaces {
		if place < 0 {
			return nil, fmt.Errorf("%s is not in the net that is played", p.walk.Places[i].Name)
		}
		if _, err := fmt.Sscan(p.walk.Start[i], &m[place]); err != nil {
			return nil, err
		}
	}
	if want := p.net.Initial(); !slices.Equal(m, want) {
		return nil, fmt.Errorf("the walk begins in %v; expected %v", m, want)
	}
	return m, nil
}

// agrees asks a question over HTTP and in this process, and replays the walk.
func (c *client) agrees(model int, formula string, paths syntax.Paths) *Answer {
	c.Helper()
	m := c.models.list[model-1]
	x := c.asks(model, AskRequest{Formula: formula, Deadlock: paths.String()})
	q, err := m.whole.Ask(formula, paths)
	if err != nil {
		c.Fatal(err)
	}
	want, err := check.Decide(context.Background(), m.whole, q, check.Options{})
	switch {
	case err != nil:
		c.Fatal(err)
	case x.Result != want.Result.String():
		c.Errorf("%s: %s: the page says %s, check %v", m.info.Name, formula, x.Result, want.Result)
	case x.Result != "unknown" && x.Why == "":
		c.Errorf("%s: %s: not a word on why", m.info.Name, formula)
	}
	if x.Walk == nil {
		return x
	}
	p := &played{net: m.played.Net, walk: x.Walk}
	start, err := p.start()
	if err == nil {
		err = p.visit(start, 0, nil)
	}
	if err != nil {
		c.Errorf("%s: %s: %v", m.info.Name, formula, err)
	}
	return x
}

// Answers over HTTP are those of check, and what they rest on can be walked through in the net that is played.
func TestAnswers(t *testing.T) {
	questions := map[string][]string{
		"dphil:3": {"EF deadlock", "AG !deadlock", "EG true", "AG EF Idle_1", "A G(Idle_1 -> F HasL_1)",
			"E G F HasL_1", "EF(HasL_1 & EF(HasL_2 & EG !deadlock))", "Idle_1", "EX EX(true)"},
		"fms:2":       {"EG(E(M1 > 0 U (P1s = P2s & P2s = P3s & P3s = 2)))", "AG(M1 >= 0)", "A F(P1s = 1)"},
		"dphil-col:3": {"EF deadlock", "AG !deadlock", "A G F !deadlock", "EG !deadlock"},
	}
	names := slices.Sorted(maps.Keys(questions))
	c := listening(t, names...)
	walks := 0
	for i, name := range names {
		for _, f := range questions[name] {
			for _, paths := range []syntax.Paths{check.Maximal, check.Infinite} {
				if c.agrees(i+1, f, paths).Walk != nil {
					walks++
				}
			}
		}
	}
	if walks < 20 {
		t.Errorf("only %d answers have something to walk through", walks)
	}
}

// The same of random nets with random formulas of CTL and LTL, and of random coloured nets.
func TestRandomAnswers(t *testing.T) {
	const seed, count = 20, 60
	c := listening(t)
	rng := rand.New(rand.NewPCG(seed, 1))
	add := func(m *check.Model) int {
		x, err := c.models.add(t.Context(), c.options, m)
		if err != nil {
			t.Fatal(err)
		}
		return x.info.ID
	}
	walks := 0
	ask := func(model int, formula string) {
		if c.agrees(model, formula, syntax.Paths(rng.IntN(2))).Walk != nil {
			walks++
		}
		if t.Failed() {
			t.Fatalf("seed %d", seed)
		}
	}
	for range count {
		net := randnet.Generate(rng, randnet.Config{States: 200})
		ask(add(check.OfNet(net)), randformula.Generate(rng, net, 3, syntax.NewPool()).String())
		if q := randformula.Ask(rng, randnet.Config{States: 200}, 200, 4, true); q != nil {
			ask(add(check.OfNet(q.Net)), q.LTL.String())
		}
		coloured := randcoloured.Generate(rng, randcoloured.Config{})
		place := syntax.NameText(coloured.Places[rng.IntN(len(coloured.Places))].Name)
		ask(add(check.OfColoured(coloured)),
			fmt.Sprintf([]string{"EF %s = %d", "EG %s != %d", "A F %s > %d"}[rng.IntN(3)], place, rng.IntN(3)))
	}
	if walks < count/2 {
		t.Errorf("only %d answers have something to walk through", walks)
	}
}

// A formula that cannot be read is refused with the place of what is wrong.
func TestWrongFormula(t *testing.T) {
	c := listening(t, "dphil:3")
	for formula, want := range map[string]Place{
		"EF Idel_1":           {1, 4, "EF Idel_1", `there is no place or proposition "Idel_1"; did you mean Idle_1?`},
		"EF(Idle_1\n & )":     {2, 4, " & )", `found ")"; expected a formula, a place or a number`},
		"EF enabled(Nothing)": {1, 12, "EF enabled(Nothing)", `there is no transition "Nothing"`},
	} {
		var p Problem
		if status := c.call(http.MethodPost, "models/1/ask", AskRequest{Formula: formula},
			&p); status != http.StatusUnprocessableEntity {
			t.Errorf("%s: status %d", formula, status)
		}
		if p.At == nil || *p.At != want {
			t.Errorf("%s: got %+v of %q; expected %+v", formula, p.At, p.Problem, want)
		}
	}
	var p Problem
	if status := c.call(http.MethodPost, "models/1/ask", AskRequest{Formula: "EF true", Deadlock: "no"},
		&p); status != http.StatusUnprocessableEntity || !strings.Contains(p.Problem, "maximal or infinite") {
		t.Errorf("status %d, %s", status, p.Problem)
	}
}

// A question that is stopped, or whose time is over, has an answer that says so.
func TestUnknown(t *testing.T) {
	c := listening(t, "kanban:300")
	hard := "AG EF(pm4 = 300 & pout2 = 0 & EF(pout3 = 13 & AF(pm2 = 3 & EG pb1 < 17)))"
	x := c.asks(1, AskRequest{Formula: hard, Seconds: 0.3})
	if x.Result != "unknown" || !strings.Contains(x.Reason, "time limit") ||
		!strings.Contains(x.Command, "--limit-time 300ms") {
		t.Errorf("got %+v", x)
	}
	var j Job
	c.call(http.MethodPost, "models/1/ask", AskRequest{Formula: hard}, &j)
	var stopped Job
	c.call(http.MethodDelete, "jobs/"+j.ID, nil, &stopped)
	*x = Answer{} // a job that is stopped before it begins has no answer
	j = c.done(j.ID, x)
	if answered := x.Result == "unknown" && x.Reason == "interrupted"; j.State != "stopped" || x.Result != "" &&
		!answered {
		t.Errorf("the job is %s, the answer %+v", j.State, x)
	}
}
