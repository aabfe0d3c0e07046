package comparisons

import (
	"slices"
	"strings"
	"testing"

	"brim/bench"
)

// The cells and the table of the suite certificates.

// Each examination of each net has a run without certificates and then one with them, which has a checker.
func TestCertificateCells(t *testing.T) {
	cells := Certificates(false).Cells
	for i := 0; i < len(cells); i += 2 {
		without, with := &cells[i], &cells[i+1]
		name := strings.TrimSuffix(without.Name(), "no")
		if name == without.Name() || with.Name() != name+"yes" || without.Checker() != "" ||
			with.Checker() != Verifier {
			t.Errorf("%s and %s", without.Name(), with.Name())
		}
	}
}

// certificateRecords returns the records of the examination OneSafe of dphil:3, without and with certificates.
func certificateRecords(
	s *bench.Suite, seconds, with float64, words map[string]string, counts map[string]float64,
) (list []bench.Record) {
	for _, c := range s.Cells {
		if c.Label("net") != "dphil_3" || c.Label("examination") != "OneSafe" {
			continue
		}
		r := bench.Record{
			Suite: s.Name, Cell: c.Name(), Args: c.Args(), Seconds: c.Time.Seconds(), Bytes: c.Memory, Run: 1,
			Outcome: bench.Done, CPU: seconds,
			Answer: bench.Answer{Complete: new(true)},
		}
		if c.Label("certificates") == "yes" {
			r.CPU, r.Words, r.Counts = with, words, counts
		}
		list = append(list, r)
	}
	return list
}

// A line counts answers by what the checker says, and compares times; reasons are put together without their names and
// numbers.
func TestCertificateRow(t *testing.T) {
	s := Certificates(true)
	words, counts := map[string]string{}, map[string]float64{}
	for i, a := range [][]string{
		{"right", "verified", ""}, {"right", "verified", ""},
		{"right", "none", "net A-12 is unbounded: place p1 grows"},
		{"right", "none", "net B-2 is unbounded: place p1 grows"},
		{"right", "rejected", `a.cert.gz:17: it is not seen to hold in the initial marking: EF "p" >= 2`},
		{"right", "limit", "time"},
		{"missing", "", ""}, {"open", "", ""}, {"new", "verified", ""},
		{"wrong", "malformed", "a.cert.gz:1: expected .answer"},
	} {
		prefix := "answers." + string(rune('0'+i)) + "."
		words[prefix+"id"], words[prefix+"result"] = "Q"+string(rune('0'+i)), a[0]
		words[prefix+"check"], words[prefix+"reason"] = a[1], a[2]
		counts[prefix+"bytes"], counts[prefix+"seconds"] = float64(100+i), 0.5*float64(i)
	}
	words["checker"] = "feed0123"
	sheet := s.Report(bench.NewResults(&s, certificateRecords(&s, 2, 3, words, counts)))[0]
	want := []string{
		"OneSafe", "6", "2", "33.3", "1", "2", "1", "1", "1", "1", "1", "101", "108", "0.25", "2", "3",
		"2.00", "3.00", "1.50", "22.50",
	}
	if len(sheet.Rows) != 2 || !slices.Equal(sheet.Rows[0], want) {
		t.Errorf("got %q, want %q", sheet.Rows, want)
	}
	notes := strings.Join(sheet.Notes, "\n")
	for _, text := range []string{
		"none, the most frequent reasons of all answers: net … is unbounded: place … grows (2)\n",
		"malformed: expected .answer (1); rejected: it is not seen to hold in the initial marking (1)\n",
		"not accepted, the first of 2: Q4 of net=dphil_3/examination=OneSafe/certificates=yes, rejected: " +
			"a.cert.gz:17: it is not seen",
		"brim-verify: build feed0123",
	} {
		if !strings.Contains(notes, text) {
			t.Errorf("no %q in %s", text, notes)
		}
	}
}

// Runs at their limit are not compared, or give a bound.
func TestCertificateLimits(t *testing.T) {
	s := Certificates(true)
	list := certificateRecords(&s, 0.25, 0.5, map[string]string{"answers.0.result": "missing"}, nil)
	list[1].Wall = list[1].Seconds
	times := func() []string {
		row := s.Report(bench.NewResults(&s, list))[0].Rows[0]
		return row[len(row)-4 : len(row)-1]
	}
	if got, want := times(), []string{"0.25", ">0.50", ">2.00"}; !slices.Equal(got, want) {
		t.Errorf("got %q, want %q", got, want)
	}
	list[0].Wall = list[0].Seconds
	if got, want := times(), []string{"0.00", "0.00", "–"}; !slices.Equal(got, want) {
		t.Errorf("got %q, want %q", got, want)
	}
}
