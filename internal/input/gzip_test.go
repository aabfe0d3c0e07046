package input

import (
	"bytes"
	"compress/gzip"
	"errors"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"testing/iotest"
)

// zip compresses a text.
func zip(t *testing.T, text string) []byte {
	t.Helper()
	var b bytes.Buffer
	w := gzip.NewWriter(&b)
	if _, err := io.WriteString(w, text); err != nil {
		t.Fatal(err)
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

// Compressed text is decompressed, whatever the name of the file is; other text stays as it is.
func TestGzip(t *testing.T) {
	long := strings.Repeat("0123456789", 3*chunk)
	for text, data := range map[string][]byte{
		"":                 zip(t, ""),
		"one two":          zip(t, "one two"),
		long:               zip(t, long),
		"one two three":    append(zip(t, "one two"), zip(t, " three")...),
		"\x1f":             []byte("\x1f"),
		"\x1f\x8c":         []byte("\x1f\x8c"),
		"x" + "\x1f\x8b":   []byte("x\x1f\x8b"),
		string(zip(t, "")): zip(t, string(zip(t, ""))), // once only
	} {
		for _, r := range []io.Reader{bytes.NewReader(data), iotest.OneByteReader(bytes.NewReader(data)),
			iotest.DataErrReader(bytes.NewReader(data))} {
			if got, err := io.ReadAll(Reader(t.Context(), r)); err != nil || string(got) != text {
				t.Errorf("%.20q: got %.20q and %v", text, got, err)
			}
		}
	}
	path := filepath.Join(t.TempDir(), "model.pnml")
	if err := os.WriteFile(path, zip(t, "one two"), 0o600); err != nil {
		t.Fatal(err)
	}
	if got, err := ReadFile(t.Context(), path); string(got) != "one two" || err != nil {
		t.Errorf("%q and %v", got, err)
	}
}

// Damage at the start of a file, in the middle or at its end is an error.
func TestBrokenGzip(t *testing.T) {
	good := zip(t, strings.Repeat("one two three ", 1000))
	for n := 2; n < len(good); n++ {
		if _, err := io.ReadAll(Reader(t.Context(), bytes.NewReader(good[:n]))); err == nil {
			t.Errorf("the first %d of %d bytes are taken for a file", n, len(good))
		}
	}
	for _, c := range []struct {
		at   int
		want error
	}{{2, gzip.ErrHeader}, {len(good) - 5, gzip.ErrChecksum}} {
		bad := bytes.Clone(good)
		bad[c.at] ^= 0xff
		r := Reader(t.Context(), bytes.NewReader(bad))
		if _, err := io.ReadAll(r); !errors.Is(err, c.want) {
			t.Errorf("byte %d: error %v, want %v", c.at, err, c.want)
		}
		if n, err := r.Read(make([]byte, 1)); n != 0 || err == nil {
			t.Errorf("byte %d: read on after an error", c.at)
		}
	}
}

func TestHint(t *testing.T) {
	for start, want := range map[string]string{
		"":           "",
		"\x1f\x8b":   "a gzip file",
		"PK\x03\x04": "a zip archive",
		"BZh9":       "a bzip2 file",
		"%PDF-1.4":   "a PDF file",
		"{\n":        "a JSON file",
		"<pnml>":     "",
		"<nta":       "a model of UPPAAL",
		"<?xml version='1.0'?>\n<!DOCTYPE nta [<!-- -->]>\n<nta>": "a model of UPPAAL",
		"<!-- <html> <project/> -->\n <a:html\n":                  "a web page",
		"<!-- no end":                                             "",
		"<unknown>":                                               "",
		"\ufeff\n# x\n// y\nnet n\n":                              "a net of Tina, whose name should end in .net",
		"tr t p -> q":                                             "a net of Tina, whose name should end in .net",
		"net":                                                     "",
		"network of things":                                       "",
		"PLACE\n  p;":                                             "a net of LoLA, whose name should end in .lola",
		"des(0,1,2)":                                              "",
		"aig 1 1 0 0 0\n\x00":                                     "a circuit in the AIGER format, whose name should end in .aig",
		"places #3 0...2":                                         "a net of CADP (.nupn)",
		"AG (p = 1)":                                              "a formula",
		"AG(p = 1)":                                               "a formula",
	} {
		if want != "" {
			want = "; this looks like " + want
		}
		if got := Hint([]byte(start), "pnml", "des"); got != want {
			t.Errorf("%q: %q, want %q", start, got, want)
		}
	}
}
