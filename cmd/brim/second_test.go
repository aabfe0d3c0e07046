package main

import (
	"encoding/csv"
	"encoding/json"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

var second = flag.Duration("second", 0, "the time for each question about a smaller net of TestSecondBrim, of which "+
	"../shared/mcc has some")

// A tally counts what a second brim said of smaller nets.
type tally struct{ right, open, wrong int }

// A second brim that reads the smaller nets, the rewritten properties and the equations has the known answers about the
// originals: the numbers of the state space, deadlock and liveness, all properties of an examination together, and one
// of them alone. Without the flag, nothing is done.
func TestSecondBrim(t *testing.T) {
	if *second == 0 {
		t.Skip("no -second")
	}
	totals := map[string]*tally{}
	for _, folder := range []string{"models", "large"} {
		files, err := filepath.Glob(filepath.Join("..", "..", "..", "shared", "mcc", folder, "*", "oracle.csv"))
		if err != nil || files == nil {
			t.Skip("no nets in ../shared")
		}
		for i, file := range files {
			t.Run(folder+"/"+filepath.Base(filepath.Dir(file)), func(t *testing.T) {
				s := &secondBrim{T: t, dir: filepath.Dir(file), known: knownAnswers(t, file), totals: totals}
				s.states()
				s.global("ReachabilityDeadlock", "deadlock")
				s.global("Liveness", "liveness")
				for _, examination := range []string{"UpperBounds", "ReachabilityCardinality",
					"ReachabilityFireability", "CTLCardinality", "CTLFireability"} {
					s.properties(examination, "")
					s.properties(examination, fmt.Sprintf("%s-%s-%02d", filepath.Base(s.dir), examination, i%16))
				}
			})
		}
	}
	for what, n := range totals {
		t.Logf("%-40s right %4d, open %4d, wrong %d", what, n.right, n.open, n.wrong)
	}
}

// A secondBrim asks about the smaller nets of one original.
type secondBrim struct {
	*testing.T
	dir    string
	known  map[string]string // by examination and id
	totals map[string]*tally
}

// knownAnswers reads the known answers.
func knownAnswers(t *testing.T, file string) map[string]string {
	f, err := os.Open(file)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	r := csv.NewReader(f)
	r.FieldsPerRecord = -1
	rows, err := r.ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	known := map[string]string{}
	for _, row := range rows {
		if len(row) >= 3 && strings.TrimSpace(row[2]) != "?" {
			known[row[0]+" "+row[1]] = strings.TrimSpace(row[2])
		}
	}
	return known
}

// reduced writes the smaller net and returns its folder.
func (s *secondBrim) reduced(args ...string) string {
	to := s.TempDir()
	if status, out, stderr := brim(s.T, s.Context(),
		append([]string{"reduce", s.dir, "-o", to}, args...)...); status != 0 {
		s.Fatalf("%s: brim reduce %q: status %d\n%s%s", s.dir, args, status, out, stderr)
	}
	return to
}

// compare counts one answer, "" for none.
func (s *secondBrim) compare(what, examination, id, got string) {
	want, ok := s.known[examination+" "+id]
	if !ok {
		return
	}
	n := s.totals[what]
	if n == nil {
		n = &tally{}
		s.totals[what] = n
	}
	switch {
	case got == "":
		n.open++
	case strings.EqualFold(got, want):
		n.right++
	default:
		n.wrong++
		s.Errorf("%s: %s, %s is %s, known is %s", s.dir, what, id, got, want)
	}
}

// states compares the numbers of the state space.
func (s *secondBrim) states() {
	to := s.reduced("--keep", "states")
	_, out, _ := brim(s.T, s.Context(), "states", to, "--equations", filepath.Join(to, "equations.json"), "--json",
		"--limit-time", second.String())
	var r struct {
		Complete  bool
		States    string
		Firings   string
		MaxPlace  string          `json:"max_tokens_in_place"`
		InMarking string          `json:"max_tokens_per_marking"`
		Unbounded json.RawMessage `json:"unbounded"`
	}
	if err := json.Unmarshal([]byte(out), &r); err != nil && out != "" {
		s.Fatalf("%s: %v\n%s", s.dir, err, out)
	}
	if r.Unbounded != nil {
		r.States, r.Firings, r.MaxPlace, r.InMarking = "+inf", "+inf", "+inf", "+inf"
	}
	for id, got := range map[string]string{"STATES": r.States, "TRANSITIONS": r.Firings,
		"MAX_TOKEN_IN_PLACE": r.MaxPlace, "MAX_TOKEN_PER_MARKING": r.InMarking} {
		s.compare("StateSpace", "StateSpace", id, got)
	}
}

// contest asks the second brim for an examination in a folder and compares its answers.
func (s *secondBrim) contest(what, examination, dir string, ids []string) {
	s.Setenv("BK_EXAMINATION", examination)
	s.Setenv("BK_TIME_CONFINEMENT", fmt.Sprint(second.Seconds()))
	s.Setenv("BK_MEMORY_CONFINEMENT", "4096")
	_, out, _ := brim(s.T, s.Context(), "mcc", "--dir", dir)
	got := map[string]string{}
	for line := range strings.Lines(out) {
		if words := strings.Fields(line); len(words) > 2 && words[0] == "FORMULA" && words[2] != "CANNOT_COMPUTE" {
			got[words[1]] = words[2]
		}
	}
	for _, id := range ids {
		s.compare(what, examination, id, got[id])
	}
}

// global compares a property of the whole net.
func (s *secondBrim) global(examination, keep string) {
	s.contest(examination, examination, s.reduced("--keep", keep), []string{examination})
}

// properties compares the properties of an examination, all or the one with the id.
func (s *secondBrim) properties(examination, id string) {
	file := filepath.Join(s.dir, examination+".xml")
	args, what, ids := []string{"--properties", file}, examination+", all together", []string{id}
	if id != "" {
		args = append([]string{id}, args...)
		what = examination + ", one"
	} else {
		ids = nil
		for i := range 16 {
			ids = append(ids, fmt.Sprintf("%s-%s-%02d", filepath.Base(s.dir), examination, i))
		}
	}
	to := s.reduced(args...)
	if err := os.Rename(filepath.Join(to, "properties.xml"), filepath.Join(to, examination+".xml")); err != nil {
		s.Fatal(err)
	}
	s.contest(what, examination, to, ids)
}
