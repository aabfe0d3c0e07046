package swarm

import (
	"encoding/json"
	"math/rand/v2"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"
)

// Schedules, simulations, and what jobs may ask for.

// In each round all jobs have their turn, each with twice the time of the round before. What runs already comes last
// unless it has other seeds, and what is not done is done again.
func TestSchedule(t *testing.T) {
	plans := []Plan{{Name: "all", Share: 4},
		{Name: "seeds", Options: []string{"--engine", "gmc"}, Share: 1, Seeded: true},
		{Name: "learned", Share: 1, Learned: true}}
	s := newSchedule(plans, 2, true, true, time.Second)
	closed := map[int]bool{}
	open := func(q int) bool { return !closed[q] }
	type turn struct {
		plan      string
		questions []int
		slice     time.Duration
	}
	next := func(learned bool) (turn, *entry) {
		e, slice := s.next(open, learned)
		if e == nil {
			return turn{}, nil
		}
		return turn{e.plan.Name, e.questions, slice}, e
	}
	first := []turn{
		{"all", []int{0, 1}, 4 * time.Second}, {"all", []int{0}, 4 * time.Second}, {"all", []int{1}, 4 * time.Second},
		{"seeds", []int{0}, time.Second}, {"seeds", []int{1}, time.Second},
	}
	var out []*entry
	for i, want := range first {
		got, e := next(false)
		if out = append(out, e); !reflect.DeepEqual(got, want) {
			t.Fatalf("job %d is %v, expected %v", i, got, want)
		}
	}
	if !s.begun(open) {
		t.Error("the first round is not over")
	}
	for i, want := range []turn{{"seeds", []int{0}, 2 * time.Second}, {"seeds", []int{1}, 2 * time.Second},
		{"seeds", []int{0}, 4 * time.Second}} {
		if got, _ := next(false); !reflect.DeepEqual(got, want) {
			t.Errorf("while all run, job %d is %v, expected %v", i, got, want)
		}
	}
	out[1].back(false)
	if got, _ := next(false); !reflect.DeepEqual(got, first[1]) {
		t.Errorf("after a loss the job is %v, expected %v", got, first[1])
	}
	if got, _ := next(true); got.plan != "learned" {
		t.Errorf("an order is known, and the job is %v", got)
	}
	closed[0] = true
	out[0].back(true)
	if got, _ := next(false); !reflect.DeepEqual(got, turn{"all", []int{0, 1}, 8 * time.Second}) {
		t.Errorf("the job is %v, expected all techniques with four times the time", got)
	}
	closed[1] = true
	if got, e := next(true); e != nil {
		t.Errorf("all is decided, and the job is %v", got)
	}
}

// record is a job of a log that answers questions.
func job(plan string, questions []string, took float64, verified ...string) Record {
	return Record{
		Input: "m", Plan: plan, Questions: questions, Share: 1, Slice: 10, Seconds: took, Verified: verified,
		Proofs: float64(len(verified)), End: "done",
	}
}

// The times of small swarms are those that one counts by hand: a job waits 0.05 s for its machine, and the check of a
// certificate takes 1 s.
func TestSimulate(t *testing.T) {
	log := []Record{
		job("a", []string{"p"}, 10), // ended by its limit
		job("a", []string{"q"}, 2, "q"),
		job("b", []string{"p"}, 3, "p"),
		job("b", []string{"q"}, 1),
		job("a", []string{"r"}, 1), // r has no known answer
	}
	for i := range log {
		log[i].Given = float64(i)
	}
	for machines, want := range map[int]Scaling{
		// 10.05 and 2.05 in vain and for q; p begins at 12.1, is answered at 15.15 and checked at 16.15
		1: {Machines: 1, Answered: 2, Questions: 3, Seconds: 16.15, Median: 13.1, Busy: 1},
		// a on p, and a on q until 2.05; then b on p until 5.1, and checked at 6.1
		2: {Machines: 2, Answered: 2, Questions: 3, Seconds: 6.1, Median: 3.05, Busy: 1},
		// all at once: b on p until 3.05, and checked at 4.05
		5: {Machines: 5, Answered: 2, Questions: 3, Seconds: 4.05, Median: 3.05},
	} {
		got := Simulate(log, machines, 1)
		if machines == 5 {
			got.Busy = 0
		}
		if !near(got, want) {
			t.Errorf("%d machines: %+v, expected %+v", machines, got, want)
		}
	}
}

func near(a, b Scaling) bool {
	close := func(x, y float64) bool { return x-y < 1e-6 && y-x < 1e-6 }
	return a.Machines == b.Machines && a.Answered == b.Answered && a.Questions == b.Questions &&
		close(a.Seconds, b.Seconds) && close(a.Median, b.Median) && close(a.Busy, b.Busy)
}

// With a machine and a checker for each job, a swarm takes as long as the question whose fastest answer comes last.
// With fewer it takes no less, and never longer than the work of all rounds in which something is found.
func TestSimulateBounds(t *testing.T) {
	for seed := range uint64(300) {
		rng := rand.New(rand.NewPCG(seed, 7))
		names := []string{"p", "q", "r", "s"}[:1+rng.IntN(4)]
		fastest := map[string]float64{}
		var log []Record
		for i := range 1 + rng.IntN(6) {
			for _, q := range names {
				r := job(string(rune('a'+i)), []string{q}, 0.1+9*rng.Float64())
				if r.Given = float64(len(log)); rng.IntN(2) == 0 {
					r.Verified, r.Proofs = []string{q}, 1
					if best, ok := fastest[q]; !ok || r.Seconds < best {
						fastest[q] = r.Seconds
					}
				}
				log = append(log, r)
			}
		}
		want := 0.0
		for _, s := range fastest {
			want = max(want, s+handOver.Seconds()+1)
		}
		all := Simulate(log, len(log), len(log))
		if all.Answered != len(fastest) || all.Seconds-want > 1e-6 || want-all.Seconds > 1e-6 {
			t.Fatalf("seed %d: %+v, expected %v s for %d answers", seed, all, want, len(fastest))
		}
		for _, n := range []int{1, 2, 3} {
			if s := Simulate(log, n, len(log)); s.Answered != len(fastest) || s.Seconds < want-1e-6 ||
				s.Seconds > float64(11*len(log)) {
				t.Fatalf("seed %d: %d machines: %+v, the least is %v", seed, n, s, want)
			}
		}
	}
}

// Workers run no other jobs than those of the plans: nothing that writes files, runs programs or leaves the folder.
func TestRefuse(t *testing.T) {
	digest := strings.Repeat("0a", 32)
	good := func() Job { return Job{Model: File{modelFile, digest}, Formula: "EF p", Seconds: 1} }
	for _, p := range Plans() {
		j := good()
		if j.Options = p.Options; j.check() != nil {
			t.Errorf("%s: %v", p.Name, j.check())
		}
	}
	for name, change := range map[string]func(*Job){
		"a file is written": func(j *Job) { j.Options = []string{"--trace-out", "x"} },
		"an unknown option": func(j *Job) { j.Options = []string{"--solver", "x"} },
		"a file as order":   func(j *Job) { j.Options = []string{"--order", "/etc/passwd"} },
		"a word alone":      func(j *Job) { j.Options = []string{"--only"} },
		"two in one":        func(j *Job) { j.Options = []string{"--seed=1", "1"} },
		"no digest":         func(j *Job) { j.Model.Digest = "../x" },
		"no limit":          func(j *Job) { j.Seconds = 0 },
		"a long limit":      func(j *Job) { j.Seconds = 1e300 },
		"nothing is asked":  func(j *Job) { j.Formula = "" },
		"two questions":     func(j *Job) { j.Examination = "OneSafe" },
		"no examination":    func(j *Job) { j.Formula, j.Examination = "", "../x" },
		"properties elsewhere": func(j *Job) {
			j.Formula, j.Question, j.Properties = "", "x",
				&File{"../x.xml", digest}
		},
		"properties of no name": func(j *Job) { j.Formula, j.Question, j.Properties = "", "x", &File{".xml", digest} },
		"other properties": func(j *Job) {
			j.Formula, j.Examination, j.Properties = "", "CTLFireability",
				&File{"x.xml", digest}
		},
		"properties, no digests": func(j *Job) { j.Formula, j.Question, j.Properties = "", "x", &File{"x.xml", ""} },
	} {
		j := good()
		if change(&j); j.check() == nil {
			t.Errorf("%s: a worker runs %+v", name, j)
		}
	}
}

func TestRead(t *testing.T) {
	dir := t.TempDir()
	write := func(name, text string) string {
		path := filepath.Join(dir, name)
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		return path
	}
	model := write(modelFile, "")
	file := write("CTLFireability.xml",
		`<property-set xmlns="http://mcc.lip6.fr/"><property><id> a </id></property><property><id>b</id></property></property-set>`)
	for _, c := range []struct {
		question string
		ids      []string
		want     Input // without the model
		together string
	}{
		{"EF p", nil, Input{Formula: "EF p", IDs: []string{"EF p"}}, ""},
		{"OneSafe", nil, Input{Examination: "OneSafe", IDs: []string{"OneSafe"}}, "OneSafe"},
		{file, nil, Input{Properties: file, IDs: []string{"a", "b"}}, "CTLFireability"},
		{"CTLFireability", nil, Input{Properties: file, IDs: []string{"a", "b"}}, "CTLFireability"},
		{file, []string{"b"}, Input{Properties: file, IDs: []string{"b"}, Part: true}, ""},
	} {
		c.want.Model = model
		if got, err := Read(dir, c.question, c.ids); err != nil || !reflect.DeepEqual(got, c.want) ||
			got.together() != c.together {
			t.Errorf("%s: %+v, %v; expected %+v", c.question, got, err, c.want)
		}
	}
	for question, ids := range map[string][]string{file: {"c"}, "EF p": {"a"}, " ": nil,
		filepath.Join(dir, "none.xml"): nil, write("a b.xml", ""): nil, write("c.xml", "<x/>"): nil} {
		if in, err := Read(model, question, ids); err == nil {
			t.Errorf("%s %v is read: %+v", question, ids, in)
		}
	}
	if _, err := Read(filepath.Join(dir, "none"), "EF p", nil); err == nil {
		t.Error("a model that is not there is read")
	}
}

// What brim prints becomes results; a certificate is one only if its file is there.
func TestResults(t *testing.T) {
	dir := t.TempDir()
	proof := filepath.Join(dir, "a.cert.gz")
	if err := os.WriteFile(proof, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	got := contestResults(strings.NewReader("FORMULA a TRUE TECHNIQUES SAT_SMT IC3\nFORMULA b "+
		"CANNOT_COMPUTE\nnoise\nSTATE_SPACE STATES 12 TECHNIQUES X\nFORMULA ../a FALSE TECHNIQUES X\n"), dir)
	want := []Result{{"a", "holds", "sat_smt ic3", proof, ""}, {"STATES", "12", "x", "", ""},
		{"../a", "fails", "x", "", ""}}
	if !slices.Equal(got, want) {
		t.Errorf("%+v, expected %+v", got, want)
	}
	for text, want := range map[string]Result{
		`{"verdict": "holds", "by": "all", "statistics": {"order": {"method": "force"}}}`: {"q", "holds", "all", proof,
			""},
		`{"verdict": "unknown", "reason": "time"}`: {"q", "", "", "", "time"},
		`{"max": "17", "by": "x"}`:                 {"q", "17", "x", proof, ""},
		`{"error": "no", "status": 2}`:             {"q", "", "", "", "no"},
	} {
		list, order := checkResults(strings.NewReader(text), "q", proof)
		if len(list) != 1 || list[0] != want || (order == "force") != strings.Contains(text, "force") {
			t.Errorf("%s: %+v %q, expected %+v", text, list, order, want)
		}
	}
	if list, _ := checkResults(strings.NewReader("panic"), "q", proof); list != nil {
		t.Errorf("%+v", list)
	}
	list, _ := checkResults(strings.NewReader(`{"verdict": "fails", "certificate": {"reason": "too large"}}`), "q",
		filepath.Join(dir, "none"))
	if want := (Result{"q", "fails", "", "", "too large"}); len(list) != 1 || list[0] != want {
		t.Errorf("%+v, expected %+v", list, want)
	}
}

// A worker is heard while no more of its certificates were rejected than verified.
func TestStanding(t *testing.T) {
	for s, heard := range map[standing]bool{{}: true, {rejected: 1, why: "x"}: false, {verified: 1, rejected: 1}: true,
		{verified: 1, rejected: 2}: false} {
		if (s.refusal() == "") != heard {
			t.Errorf("%+v: %q", s, s.refusal())
		}
	}
}

// A task with a job is told from the run of a cell by its key.
func TestTask(t *testing.T) {
	b, err := json.Marshal(Task{&Job{Formula: "x"}})
	var cell struct{ Cell *struct{} }
	if err != nil || json.Unmarshal(b, &cell) != nil || cell.Cell != nil || !strings.HasPrefix(string(b), `{"swarm":`) {
		t.Errorf("%s, %v", b, err)
	}
}
