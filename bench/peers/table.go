package main

import (
	"context"
	"errors"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"
)

// A table holds our best run of each net beside the best peer.
type table struct {
	lines  []line
	source string // the file of records, if they are kept
	host   record // of any record: where they come from
	runs   int
}

type line struct {
	row
	peer peer
	ours record
	res  result
}

// newTable picks, for each net in the order of the peers, the run with the least CPU time.
func newTable(peers []peer, records []record, source string) *table {
	t := &table{source: source, host: records[0]}
	var done []row
	for _, p := range peers {
		r := p.row()
		if slices.Contains(done, r) {
			continue
		}
		done = append(done, r)
		l := line{row: r}
		l.peer, _ = best(peers, r)
		runs := 0
		for _, rec := range records {
			if rec.row() != r {
				continue
			}
			if runs++; runs > 1 && rec.Seconds >= l.ours.Seconds {
				continue
			}
			l.ours = rec
			l.res, _ = rec.result() // an unreadable one is not complete
		}
		if runs > 0 {
			t.lines = append(t.lines, l)
			t.runs = max(t.runs, runs)
		}
	}
	return t
}

const heading = `| net | states | best peer | its CPU s | its memory MB | brim CPU s | brim memory MB | peer CPU / brim CPU |
|---|--:|---|--:|--:|--:|--:|--:|
`

func (l line) String() string {
	states, cpu, ratio := scientific(l.res.States), seconds(l.ours.Seconds), "–"
	switch {
	case !l.res.Complete:
		states, cpu = "–", "not done in "+cpu
	case l.peer.cpu >= 0.01 && l.ours.Seconds > 0:
		ratio = fmt.Sprintf("%.2f", l.peer.cpu/l.ours.Seconds)
		if x := l.peer.cpu / l.ours.Seconds; x >= 10 {
			ratio = fmt.Sprintf("%.0f", x)
		}
	}
	return fmt.Sprintf("| %s | %s | %s | %s | %.0f | %s | %.0f | %s |\n",
		l.spec(), states, l.peer.tool, seconds(l.peer.cpu), l.peer.memory, cpu, float64(l.ours.Memory)/1e6, ratio)
}

// full returns the whole table as a document.
func (t *table) full() string {
	var b strings.Builder
	b.WriteString("<!-- Written by go run ./bench/peers; do not edit. -->\n\n# Reachability, beside other tools\n\n")
	fmt.Fprintf(&b, "CPU seconds, user and system, and peak resident memory of whole processes: reading or building the net, choosing the\n"+
		"order, exploring, counting. brim ran as `brim states NET --json --count-only`, without any option that helps; it chose\n"+
		"the order by itself. Each peer is shown with the best of its options and of the orders tried by hand. See\n"+
		"[README.md](README.md) for what is compared, and peers.csv for all figures of the peers.\n\n")
	records := "none kept"
	if t.source != "" {
		records = "raw/" + filepath.Base(t.source)
	}
	fmt.Fprintf(&b, "Records: %s, commit %s, %s, %s, %d cores", records, t.host.Commit, t.host.Go, t.host.System, t.host.Cores)
	if t.host.CPU != "" {
		fmt.Fprintf(&b, " (%s)", t.host.CPU)
	}
	fmt.Fprintf(&b, "; the best of %d runs.\n\n%s", t.runs, heading)
	for _, l := range t.lines {
		b.WriteString(l.String())
	}
	b.WriteString("\nPeers are measured to 0.01 s; where they need less, the ratio says nothing and is left out.\n")
	return b.String()
}

// short returns the line of the largest net of each family.
func (t *table) short() string {
	b := heading
	for i, l := range t.lines {
		if i+1 == len(t.lines) || t.lines[i+1].family != l.family {
			b += l.String()
		}
	}
	return b
}

// The marks around the short table in the README.
const (
	shortBegin = "<!-- The table is written by go run ./bench/peers. -->\n"
	shortEnd   = "<!-- End of the table. -->\n"
)

// updateReadme replaces what stands between the marks.
func (t *table) updateReadme(ctx context.Context, path string) error {
	b, err := os.ReadFile(path)
	if err != nil {
		return err
	}
	before, rest, ok1 := strings.Cut(string(b), shortBegin)
	_, after, ok2 := strings.Cut(rest, shortEnd)
	if !ok1 || !ok2 {
		return errors.New(path + ": the marks of the table are missing")
	}
	return writeText(ctx, path, before+shortBegin+"\n"+t.short()+"\n"+shortEnd+after)
}

func seconds(s float64) string {
	if s < 0.005 {
		return "< 0.01"
	}
	return fmt.Sprintf("%.2f", s)
}

// scientific shortens a decimal number of more than ten digits.
func scientific(digits string) string {
	if len(digits) <= 10 {
		return digits
	}
	var m float64
	_, _ = fmt.Sscanf(digits[:1]+"."+digits[1:10], "%g", &m) // digits are digits
	if m = math.Round(m*1000) / 1000; m >= 10 {
		return fmt.Sprintf("%.3fe%d", m/10, len(digits))
	}
	return fmt.Sprintf("%.3fe%d", m, len(digits)-1)
}
