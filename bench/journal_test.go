package bench

import (
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
)

// Files of records survive a torn last line and are written by one process at a time.

func TestTornLine(t *testing.T) {
	path := filepath.Join(t.TempDir(), "x.jsonl")
	add := func(cell string) {
		t.Helper()
		j, _, err := openJournal(path)
		if err != nil {
			t.Fatal(err)
		}
		if err := j.append(&Record{Suite: "s", Cell: cell}); err != nil {
			t.Fatal(err)
		}
		if err := j.close(); err != nil {
			t.Fatal(err)
		}
	}
	add("a")
	add("b")
	whole, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	second := strings.Index(string(whole), "\n") + 1
	for cut := range whole { // where a write may have ended
		if cut%9 != 0 && max(second-cut, cut-second) > 1 && cut < len(whole)-2 {
			continue // not everywhere: each takes the time of a disk
		}
		if err := os.WriteFile(path, whole[:cut], 0o644); err != nil {
			t.Fatal(err)
		}
		want := 0
		if cut >= second {
			want = 1
		}
		if records, err := ReadFile(path); err != nil || len(records) != want {
			t.Fatalf("cut at %d: %d records, error %v; want %d", cut, len(records), err, want)
		}
		add("c")
		records, err := ReadFile(path)
		if err != nil || len(records) != want+1 || records[want].Cell != "c" {
			t.Fatalf("cut at %d, then one added: %d records, error %v", cut, len(records), err)
		}
	}
}

func TestNoRecord(t *testing.T) {
	path := filepath.Join(t.TempDir(), "x.jsonl")
	for text, want := range map[string]string{
		"{\"suite\": \"s\", \"cell\": \"a\"}\n{\n": path + ":2: not a record: unexpected end of JSON input",
		"{}\n":  path + ":1: not a record: expected an object with suite and cell",
		"12\n{": path + ":1: not a record: json: cannot unmarshal number into Go value of type bench.Record",
	} {
		if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
		if _, err := ReadFile(path); err == nil || err.Error() != want {
			t.Errorf("%q: error %v, want %s", text, err, want)
		}
		if _, _, err := openJournal(path); err == nil {
			t.Errorf("%q was opened", text)
		}
		if b, _ := os.ReadFile(path); string(b) != text {
			t.Errorf("%q was changed to %q", text, b)
		}
	}
}

func TestOneWriter(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("there are no locks")
	}
	path := filepath.Join(t.TempDir(), "x.jsonl")
	j, _, err := openJournal(path)
	if err != nil {
		t.Fatal(err)
	}
	if _, _, err := openJournal(path); err == nil || !strings.Contains(err.Error(),
		"is being written by another sweep") {
		t.Errorf("a second writer: %v", err)
	}
	if err := j.close(); err != nil {
		t.Fatal(err)
	}
	again, _, err := openJournal(path)
	if err != nil {
		t.Fatal(err)
	}
	again.close()
}
