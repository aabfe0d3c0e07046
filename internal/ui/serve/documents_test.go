package serve

import (
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"net/http"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"
	"time"

	"brim/check"
	"brim/internal/ui/editor"
	"brim/petri/extended"
	"brim/petri/format"
	"brim/petri/timed"
)

// told sends a request with a body of JSON, and reads the answer, which has to have the status.
func told[T any](t *testing.T, status int, method, address string, body any) (x T) {
	t.Helper()
	text := ""
	if body != nil {
		b, err := json.Marshal(body)
		if err != nil {
			t.Fatal(err)
		}
		text = string(b)
	}
	got, answer := send(t, method, address, asJSON, strings.NewReader(text))
	if got != status {
		t.Fatalf("%s %s: status %d, expected %d: %.300s", method, address, got, status, answer)
	}
	if err := json.Unmarshal([]byte(answer), &x); err != nil {
		t.Fatalf("%s: %v: %.300s", address, err, answer)
	}
	return x
}

// counter is a place that a transition fills, up to a capacity if there is one.
func counter(capacity string) editor.Document {
	return editor.Document{
		Name: "counter", Over: [][2]int{}, Finals: [][]string{},
		Places:      []editor.Place{{ID: "store", Initial: "1", Capacity: capacity, At: &editor.Point{10, 20}}},
		Transitions: []editor.Transition{{ID: "more", At: &editor.Point{90, 20}}},
		Arcs:        []editor.Arc{{Place: 0, Transition: 0, Kind: "output", Weight: "2", Via: []editor.Point{}}},
	}
}

// Circuits and listed systems are drawn with all that they have, and asked.
func TestSystems(t *testing.T) {
	dir := t.TempDir()
	write := func(name, text string) string {
		path := filepath.Join(dir, name)
		if err := os.WriteFile(path, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
		return path
	}
	lamp := write("lamp.aut", "des (0, 4, 3)\n(0, \"on\", 1)\n(1, \"off\", 0)\n(1, \"burn\", 2)\n(1, \"wait\", 1)\n")
	toggle := write("toggle.aag", "aag 3 1 1 1 1\n2\n4 6\n4\n6 5 2\ni0 go\nl0 bit\no0 out\n")
	address, _ := running(t, Options{Models: []string{lamp, toggle}})
	api := address + "api/"
	models := told[[]ModelInfo](t, 200, "GET", api+"models", nil)
	if models[0].Kind != "listed system" || models[0].Size != "3 states, 4 transitions" ||
		models[1].Kind != "circuit" ||
		models[1].Size != "1 input, 1 latch, 1 gate" {
		t.Errorf("the models are %+v", models)
	}
	draws := func(id, want string) {
		t.Helper()
		n := told[Net](t, 200, "GET", api+"models/"+id+"/net", nil)
		got := ""
		for _, x := range n.Nodes {
			got += strings.Join(strings.Fields(x.Label+" "+x.About+" "+x.Note), " ") + "; "
		}
		for _, a := range n.Arcs {
			got += fmt.Sprintf("%d-%d %s %s; ", a.From, a.To, a.Kind, a.Label)
		}
		if got != want || (n.Unplayed == "") != (id == "1") {
			t.Errorf("model %s is drawn as %q, expected %q", id, got, want)
		}
	}
	draws("1", "0 start; 1; 2; 0-1 arc on; 1-0 arc off; 1-2 arc burn; 1-1 arc wait; ")
	draws("2", "go input; bit latch first false; & gate; out output; 1-2 inhibitor ; 0-2 arc ; 2-1 arc ; 1-3 arc ; ")
	told[Problem](t, 422, "POST", api+"models/2/play", PlayRequest{})
	if x := told[Play](t, 200, "POST", api+"models/1/play", PlayRequest{Steps: []int{0, 3, 2}}); len(x.Enabled) != 0 ||
		x.Marking[0].Place != 2 {
		t.Errorf("on, wait, burn: the game is %+v", x)
	}
	x := told[Play](t, 200, "POST", api+"models/1/play", PlayRequest{Steps: []int{0, 0}})
	if x.Problem != "step 2: on leaves state 0, not this one" || len(x.Enabled) != 3 {
		t.Errorf("on, on: the game is %+v", x)
	}
	y := told[Markings](t, 200, "POST", api+"models/1/markings", MarkingsRequest{Depth: 5, Most: 9})
	if !y.Complete || len(y.Nodes) != 3 || len(y.Edges) != 4 || y.Nodes[2].Text != "state 2" || !y.Nodes[2].Dead {
		t.Errorf("the states are %+v", y)
	}
	told[Problem](t, 422, "GET", api+"models/2/document", nil)
	if names := told[Names](t, 200, "GET", api+"models/1/names?typed=enabled(b", nil); len(names.List) == 0 ||
		names.List[0].Text != "burn" {
		t.Errorf("what completes b: %+v", names)
	}
	for id, formula := range map[string]string{"1": "EF deadlock", "2": "EF out"} {
		holds(t, api, id, formula)
	}
}

// holds asks a question about a model, whose answer is that it holds, for a reason.
func holds(t *testing.T, api, id, formula string) {
	job := told[Job](t, 200, "POST", api+"models/"+id+"/ask", AskRequest{Formula: formula, Seconds: 60})
	for {
		l := told[Look](t, 200, "GET", api+"jobs/"+job.ID, nil)
		if l.Job.State == "runs" {
			time.Sleep(time.Millisecond)
			continue
		}
		if a, ok := l.Job.Result.(map[string]any); !ok || a["result"] != "holds" || a["why"] == "" {
			t.Errorf("%s: %+v", formula, l.Job)
		}
		return
	}
}

// A document becomes a model, and another version of it with each change; what is wrong is named, and nothing changes
// then.
func TestDocuments(t *testing.T) {
	address, _ := running(t, Options{Models: []string{"dphil:2"}})
	api := address + "api/"
	m := told[ModelInfo](t, 200, "POST", api+"models/new", counter("5"))
	if m.ID != 2 || m.Name != "counter.pnml" || !m.Drawn || m.Version != 1 || m.Places != 1 {
		t.Errorf("the new model is %+v", m)
	}
	play := told[Play](t, 200, "POST", api+"models/2/play", PlayRequest{Steps: []int{0, 0, 0}})
	if len(play.Steps) != 2 || !strings.Contains(play.Problem, "step 3") {
		t.Errorf("with a capacity of 5 the game is %+v", play)
	}
	put := func(d editor.Document) *Saved {
		return told[*Saved](t, 200, "PUT", api+"models/2/document", d)
	}
	moved := counter("5")
	moved.Places[0].At = &editor.Point{50, 60}
	if s := put(moved); s.Model.Version != 1 || len(s.Problems) != 0 {
		t.Errorf("after a move: %+v", s)
	}
	if d := told[editor.Document](t, 200, "GET", api+"models/2/document",
		nil); *d.Places[0].At != (editor.Point{50, 60}) {
		t.Errorf("the place stands at %v", *d.Places[0].At)
	}
	n := told[Net](t, 200, "GET", api+"models/2/net", nil)
	if x := n.Nodes[0]; *x.At != (editor.Point{50, 60}) || x.Note != "≤ 5" {
		t.Errorf("the place is drawn as %+v", x)
	}
	wrong := counter("many")
	wrong.Arcs[0].Weight = "0"
	wrong.Places = append(wrong.Places, editor.Place{ID: "store"})
	want := []editor.Problem{
		{Kind: "place", Index: 0, Field: "capacity"}, {Kind: "place", Index: 1, Field: "id"},
		{Kind: "arc", Index: 0, Field: "weight"},
	}
	s := put(wrong)
	for i := range s.Problems {
		s.Problems[i].What = ""
	}
	if len(s.Problems) != len(want) || s.Problems[0] != want[0] || s.Problems[1] != want[1] ||
		s.Problems[2] != want[2] || s.Model.Version != 1 {
		t.Errorf("what is wrong: %+v, expected %+v", s, want)
	}

	// A job about the version before ends.
	job := told[Job](t, 200, "POST", api+"models/2/ask", AskRequest{Formula: "AG store < 1000000", Seconds: 60})
	if s := put(counter("")); s.Model.Version != 2 || len(s.Problems) != 0 {
		t.Errorf("without a capacity: %+v", s)
	}
	for end := time.Now().Add(30 * time.Second); ; time.Sleep(time.Millisecond) {
		l := told[Look](t, 200, "GET", api+"jobs/"+job.ID, nil)
		if l.Job.State != "runs" {
			break
		}
		if time.Now().After(end) {
			t.Fatal("the job about the version before runs on")
		}
	}

	// A net of a family is drawn anew, and has no part in the family any more.
	d := told[editor.Document](t, 200, "GET", api+"models/1/document", nil)
	d.Name, d.Places[0].ID = "mine", "another"
	if s := told[*Saved](t, 200, "PUT", api+"models/1/document", d); s.Model.Name != "mine.pnml" || !s.Model.Drawn ||
		s.Model.Version != 2 {
		t.Errorf("the net of a family becomes %+v", s)
	}

	text := told[DocumentText](t, 200, "POST", api+"text?as=svg", counter("5"))
	if text.Name != "counter.svg" || !strings.Contains(text.Text, "≤ 5") {
		t.Errorf("the SVG: %+v", text)
	}
	told[Problem](t, 422, "POST", api+"text?as=file", wrong)
	told[Problem](t, 400, "POST", api+"text?as=pdf", counter("5"))

	// A model that is closed is gone, and its number is not given again.
	told[ModelInfo](t, 200, "DELETE", api+"models/2", nil)
	told[Problem](t, 404, "DELETE", api+"models/2", nil)
	told[Problem](t, 404, "GET", api+"models/2/net", nil)
	if list := told[[]ModelInfo](t, 200, "GET", api+"models", nil); len(list) != 1 {
		t.Errorf("the models are %+v", list)
	}
	if m := told[ModelInfo](t, http.StatusOK, "POST", api+"models/new", counter("")); m.ID != 3 {
		t.Errorf("the next model is %+v", m)
	}
}

// The page offers files of all formats of nets to be opened.
func TestEndingsOfFiles(t *testing.T) {
	page, err := os.ReadFile("assets/page.html")
	if err != nil {
		t.Fatal(err)
	}
	_, accept, _ := strings.Cut(string(page), `id="open" accept="`)
	accept, _, _ = strings.Cut(accept, `"`)
	for _, e := range format.Endings(false) {
		if !strings.Contains(accept+",", e+",") {
			t.Errorf("page.html opens %s, not %s", accept, e)
		}
	}
}

// A net with a reset arc is drawn, played by its own rule, asked, counted, and opened again.
func TestReset(t *testing.T) {
	address, _ := running(t, Options{})
	api := address + "api/"
	d := counter("")
	d.Transitions = append(d.Transitions, editor.Transition{ID: "clear"})
	d.Arcs = append(d.Arcs, editor.Arc{Place: 0, Transition: 1, Kind: "reset", Via: []editor.Point{}})
	m := told[ModelInfo](t, 200, "POST", api+"models/new", d)
	file := told[DocumentText](t, 200, "POST", api+"text?as=file", d)
	status, answer := send(t, "POST", api+"models?name=again.pnml", asFile, strings.NewReader(file.Text))
	if status != 200 {
		t.Fatalf("what is saved is not opened: %s", answer)
	}
	for _, id := range []string{"1", "2"} {
		base := api + "models/" + id + "/"
		play := told[Play](t, 200, "POST", base+"play", PlayRequest{Steps: []int{0, 0, 1, 0}})
		if len(play.Steps) != 4 || len(play.Marking) != 1 || play.Marking[0].Tokens != "2" || play.Before == nil ||
			len(play.Enabled) != 2 {
			t.Errorf("%s: the game is %+v", id, play)
		}
		if play = told[Play](t, 200, "POST", base+"play",
			PlayRequest{Steps: []int{0, 7}, Random: 3}); len(play.Steps) != 1 || play.Problem == "" {
			t.Errorf("%s: a step that is not there: %+v", id, play)
		}
		if play = told[Play](t, 200, "POST", base+"play", PlayRequest{Random: 30, Seed: 4}); len(play.Steps) != 30 {
			t.Errorf("%s: 30 random steps: %+v", id, play)
		}
		n := told[Net](t, 200, "GET", base+"net", nil)
		if len(n.Arcs) != 2 || n.Arcs[1].Kind != "reset" || n.Unplayed != "" || n.Transitions[1].Label != "clear" {
			t.Errorf("%s: the drawing is %+v", id, n)
		}
		holds(t, api, id, "EF store > 3")
		x := told[Markings](t, 200, "POST", base+"markings", MarkingsRequest{Steps: []int{0}, Depth: 2, Most: 5})
		if x.Complete || len(x.Nodes) != 5 || x.Nodes[0].Text != "store: 3" || x.Nodes[1].Text != "store: 5" {
			t.Errorf("%s: the markings are %+v", id, x)
		}
		told[Job](t, 200, "POST", base+"facts", nil)
		told[Job](t, 200, "POST", base+"explore", ExploreRequest{})
		told[Names](t, 200, "GET", base+"names?typed=st", nil)
	}
	if m.Places != 1 || m.Transitions != 2 || m.Arcs != 2 || !m.Drawn {
		t.Errorf("the model is %+v", m)
	}
}

// Games by the rule of a document and by that of its place/transition net are the same.
func TestPlayByRule(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 4))
	played := 0
	for range 300 {
		n := &extended.Net{Name: "random"}
		for i := range 1 + r.IntN(4) {
			n.Places = append(n.Places, extended.Place{ID: fmt.Sprint("p", i), Initial: r.Int64N(3),
				Capacity: r.Int64N(5) - 1})
		}
		for i := range 1 + r.IntN(4) {
			n.Transitions = append(n.Transitions, extended.Transition{ID: fmt.Sprint("t", i)})
		}
		for range r.IntN(10) {
			n.Arcs = append(n.Arcs, extended.Arc{
				Place: r.IntN(len(n.Places)), Transition: r.IntN(len(n.Transitions)), Kind: extended.Kind(r.IntN(4)),
				Weight: 1 + r.Int64N(2),
			})
		}
		plain, err := drawnModel(t.Context(), Options{}, &timed.Document{Untimed: n})
		if err != nil {
			t.Fatal(err)
		}
		ruled, err := newRuled(&check.Model{Document: n}, errChanged)
		if err != nil {
			t.Fatal(err)
		}
		q := PlayRequest{Random: 8, Seed: r.Uint64()}
		want, err := (&Server{}).play(t.Context(), plain, q)
		if err != nil {
			t.Fatal(err)
		}
		got, err := ruled.playByRule(t.Context(), q)
		if want.Command = ""; err != nil || !reflect.DeepEqual(got, want) {
			t.Fatalf("%+v\nis played as %+v, %v; expected %+v", n, got, err, want)
		}
		played += len(got.Steps)
	}
	if played < 300 {
		t.Errorf("only %d steps were played", played)
	}
}
