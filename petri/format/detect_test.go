package format_test

import (
	"strings"
	"testing"

	"brim/petri/format"
)

// A file's format is told by the ending of its name, by its text where the ending leaves a choice, and by its text
// alone where the ending is of no format.
func TestDetect(t *testing.T) {
	for _, c := range []struct{ file, start, want string }{
		{"a.pnml", "", "pnml"},
		{"A.PNML.gz", "tr t", "pnml"},
		{"a.xml", "<pnml>", "pnml"},
		{"a.net", "net a\n", "tina"},
		{"a.net", "# of Tina\ntr t p -> q", "tina"},
		{"a.net", "", "tina"},
		{"a.net", "what is this", "tina"},
		{"a.net", "{ of LoLA }\nPLACE p;", "lola"},
		{"a.llnet", "", "lola"},
		{"a.net", "# kept\np p 1\n", "lines"},
		{"a.net", "t t pre: p 1", "lines"},
		{"standard input", "\ufeff <?xml version='1.0'?>", "pnml"},
		{"standard input", "pl p (1)", "tina"},
		{"standard input", "p p 1", "lines"},
		{"standard input", "t t", "lines"},
		{"model", "hello", ""},
		{"model", "", ""},
	} {
		f, err := format.Detect(c.file, []byte(c.start))
		switch {
		case err != nil && (c.want != "" || !strings.Contains(err.Error(),
			"; expected PNML, or a file whose name ends in .pnml, ")):
			t.Errorf("%q, %q: %v", c.file, c.start, err)
		case err == nil && f.Name != c.want:
			t.Errorf("%q, %q: %s, want %q", c.file, c.start, f.Name, c.want)
		}
	}
}

// Names and endings of formats are words and small letters; each format is found by its name.
func TestList(t *testing.T) {
	seen := map[string]bool{}
	for _, f := range format.All() {
		if g, ok := format.Named(f.Name); !ok || g != f || seen[f.Name] {
			t.Errorf("%s is not found, or twice in the list", f.Name)
		}
		seen[f.Name] = true
		for _, e := range f.Endings {
			if !strings.HasPrefix(e, ".") || strings.ToLower(e) != e {
				t.Errorf("%s: ending %q", f.Name, e)
			}
		}
	}
	if _, ok := format.Named("none"); ok {
		t.Error("a format called none")
	}
}
