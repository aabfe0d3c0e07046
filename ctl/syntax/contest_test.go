package syntax

import (
	"bytes"
	"encoding/xml"
	"io"
	"os"
	"path/filepath"
	"testing"
)

// The reader and the printer on the property files of the Model Checking Contest.

// contestDir returns a directory of the contest's nets, which may lie in a folder shared next to the repository, and
// skips the test if there is none.
func contestDir(t *testing.T, name string) string {
	dir, err := filepath.Abs(".")
	if err != nil {
		t.Fatal(err)
	}
	for up := filepath.Dir(dir); up != dir; dir, up = up, filepath.Dir(up) {
		models := filepath.Join(up, "shared", "mcc", name)
		if _, err := os.Stat(models); err == nil {
			return models
		}
	}
	t.Skip("no models of the contest are at hand")
	return ""
}

// idsOf returns the names of a net from the bare ids in its PNML file.
func idsOf(t *testing.T, path string) *Lists {
	f, err := os.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	ids := map[string][]string{}
	dec := xml.NewDecoder(f)
	dec.CharsetReader = func(_ string, r io.Reader) (io.Reader, error) { return r, nil } // ids are ASCII
	for {
		tok, err := dec.RawToken()
		if err == io.EOF {
			return NewLists(ids["place"], ids["transition"], nil)
		}
		if err != nil {
			t.Fatal(err)
		}
		if el, ok := tok.(xml.StartElement); ok {
			for _, a := range el.Attr {
				if a.Name.Local == "id" {
					ids[el.Name.Local] = append(ids[el.Name.Local], a.Value)
				}
			}
		}
	}
}

// All property files of the contest's models are read: 16 properties each. What is
// printed reads back, and the rewritings neither fail nor let a formula grow.
func TestContestFiles(t *testing.T) {
	dir := contestDir(t, "models")
	models, err := os.ReadDir(dir)
	if err != nil {
		t.Fatal(err)
	}
	read := 0
	for _, model := range models {
		net := filepath.Join(dir, model.Name(), "model.pnml")
		if _, err := os.Stat(net); err != nil {
			continue
		}
		read++
		names := idsOf(t, net)
		for _, examination := range []string{
			"UpperBounds", "ReachabilityCardinality", "ReachabilityFireability", "CTLCardinality", "CTLFireability",
		} {
			p := NewPool()
			list, err := p.ReadPropertyFile(t.Context(), filepath.Join(dir, model.Name(), examination+".xml"), names,
				AsWritten)
			if err != nil || len(list) != 16 {
				t.Errorf("%s %s: %d properties, %v", model.Name(), examination, len(list), err)
				continue
			}
			for _, property := range list {
				if (property.Bound != nil) != (examination == "UpperBounds") {
					t.Errorf("%s is a bound: %t", property.ID, property.Bound != nil)
				}
				if property.Wrong != nil {
					t.Error(property.Wrong)
				}
				if property.Formula != nil {
					checkContest(t, property, names)
				}
			}
		}
	}
	if read == 0 {
		t.Error("no model has a net")
	}
	t.Logf("%d models", read)
}

// checkContest prints a property of the contest, reads it again and rewrites it.
func checkContest(t *testing.T, property Property, names Names) {
	f := property.Formula
	if g, err := f.Pool().Parse(f.String(), property.ID, names); g != f {
		t.Errorf("%s reads back as another formula, %v", property.ID, err)
	}
	simple := Simplify(f, Maximal)
	if length(simple) > length(f) {
		t.Errorf("%s: simplified from %d to %d", property.ID, length(f), length(simple))
	}
	if again := Simplify(simple, Maximal); again != simple {
		t.Errorf("%s: simplified a second time", property.ID)
	}
	if g := Existential(simple); g.Size() > 8*f.Size() {
		t.Errorf("%s: existential form grows from %d to %d", property.ID, f.Size(), g.Size())
	}
}

// All formulas of LTL are read, printed and read again as the same, and so are they from the XML that is written.
func TestContestLTL(t *testing.T) {
	for folder, want := range map[string]int{"models": 1056, "coloured": 640, "large": 1408} {
		t.Run(folder, func(t *testing.T) {
			if folder == "large" && testing.Short() {
				t.Skip("the nets are long")
			}
			dir := contestDir(t, folder)
			files, err := filepath.Glob(filepath.Join(dir, "*", "LTL*.xml"))
			if err != nil {
				t.Fatal(err)
			}
			read := 0
			names := map[string]*Lists{}
			for _, file := range files {
				model := filepath.Dir(file)
				if names[model] == nil {
					names[model] = idsOf(t, filepath.Join(model, "model.pnml"))
				}
				read += checkContestLTL(t, file, names[model])
			}
			if read != want {
				t.Errorf("%d formulas, want %d", read, want)
			}
		})
	}
}

// checkContestLTL returns how many formulas of the file it has looked at.
func checkContestLTL(t *testing.T, file string, names Names) (read int) {
	p := NewPool()
	list, err := p.ReadPropertyFile(t.Context(), file, names, LTL)
	if err != nil {
		t.Fatal(err)
	}
	var b bytes.Buffer
	for _, property := range list {
		f := property.Formula
		if f == nil || f.Op != A || f.branching {
			t.Fatalf("%s is no formula of LTL: %v, %v", property.ID, f, property.Wrong)
		}
		if g, err := p.Parse(f.String(), property.ID, names); g != f {
			t.Errorf("%s reads back as another formula, %v", property.ID, err)
		}
		read++
	}
	if err := WriteProperties(&b, list); err != nil {
		t.Fatal(err)
	}
	again, err := p.ReadProperties(&b, "again", names, LTL)
	if err != nil {
		t.Fatal(err)
	}
	for i, property := range again {
		if property.Formula != list[i].Formula || property.ID != list[i].ID {
			t.Errorf("%s is read as %v from what was written", list[i].ID, property.Formula)
		}
	}
	return read
}
