package main

import (
	"encoding/csv"
	"fmt"
	"os"
	"regexp"
	"slices"
	"strconv"
)

// A peer is what another tool needed for one net.
type peer struct {
	family string
	n      int
	tool   string
	cpu    float64 // user and system seconds of the whole process
	memory float64 // megabytes, the most that were resident
}

func (p peer) row() row { return row{p.family, p.n} }

// A row is a net of the table.
type row struct {
	family string
	n      int
}

func (r row) spec() string { return fmt.Sprintf("%s:%d", r.family, r.n) }

func readPeers(path string) ([]peer, error) {
	f, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	lines, err := csv.NewReader(f).ReadAll()
	if err != nil {
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	var list []peer
	for i, l := range lines[1:] {
		n, err1 := strconv.Atoi(l[1])
		cpu, err2 := strconv.ParseFloat(l[3], 64)
		memory, err3 := strconv.ParseFloat(l[4], 64)
		for _, err := range []error{err1, err2, err3} {
			if err != nil {
				return nil, fmt.Errorf("%s:%d: %w", path, i+2, err)
			}
		}
		list = append(list, peer{l[0], n, l[2], cpu, memory})
	}
	return list, nil
}

// rowsOf lists the nets of the peers that match, each once, in the order of the file.
func rowsOf(peers []peer, match *regexp.Regexp) []row {
	var rows []row
	for _, p := range peers {
		if r := p.row(); match.MatchString(r.spec()) && !slices.Contains(rows, r) {
			rows = append(rows, r)
		}
	}
	return rows
}

// best returns the peer with the least CPU time for a net.
func best(peers []peer, r row) (b peer, ok bool) {
	for _, p := range peers {
		if p.row() == r && (!ok || p.cpu < b.cpu) {
			b, ok = p, true
		}
	}
	return b, ok
}
