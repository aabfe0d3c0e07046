package bench

import (
	"encoding/json"
	"os"
	"path/filepath"
	"testing"
	"time"
)

// Which of several stored sweeps is read.

// Of several sweeps that with most cells of the suite is read, of several of these the newest; records under other
// limits do not count.
func TestFullest(t *testing.T) {
	s := &Suite{Name: "s", Cells: []Cell{
		{Labels: []Label{{"n", "1"}}, Model: "dphil:1", Time: time.Second},
		{Labels: []Label{{"n", "2"}}, Model: "dphil:2", Time: time.Second},
	}}
	record := func(i int, seconds float64) string {
		c := &s.Cells[i]
		line, err := json.Marshal(&Record{Suite: "s", Cell: c.Name(), Args: c.Args(), Seconds: seconds, Run: 1,
			Outcome: Done})
		if err != nil {
			t.Fatal(err)
		}
		return string(line) + "\n"
	}
	raw := t.TempDir()
	for name, text := range map[string]string{
		"s-20260101-000000-00000000.jsonl": record(0, 1) + record(1, 1),
		"s-20260102-000000-00000000.jsonl": record(0, 1) + record(1, 1),
		"s-20260103-000000-00000000.jsonl": record(0, 1),
		"s-20260104-000000-00000000.jsonl": record(0, 9) + record(1, 9),
		"t-20260105-000000-00000000.jsonl": record(0, 1) + record(1, 1),
	} {
		if err := os.WriteFile(filepath.Join(raw, name), []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	name, r, err := Fullest(raw, s)
	if err != nil || name != "s-20260102-000000-00000000.jsonl" || r.Measured() != 2 {
		t.Errorf("%q with %d cells, %v; want the second with 2", name, r.Measured(), err)
	}
	if name, r, err := Fullest(t.TempDir(), s); name != "" || r.Measured() != 0 || err != nil {
		t.Errorf("an empty folder: %q with %d cells, %v", name, r.Measured(), err)
	}
}
