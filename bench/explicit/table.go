package main

import (
	"encoding/csv"
	"fmt"
	"os"
	"strconv"
	"strings"
)

// A peer is what another tool needed for a net.
type peer struct {
	net, tool      string
	states         int
	cpu, megabytes float64
}

// readPeers reads a file of lines net,states,firings,tool,cpu_s,memory_mb below a heading.
func readPeers(name string) (list []peer, err error) {
	file, err := os.Open(name)
	if err != nil {
		return nil, err
	}
	defer file.Close()
	rows, err := csv.NewReader(file).ReadAll()
	if err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	for i, row := range rows {
		if i == 0 {
			continue
		}
		if len(row) != 6 {
			return nil, fmt.Errorf("%s:%d: %d fields, expected 6", name, i+1, len(row))
		}
		p := peer{net: row[0], tool: row[3]}
		var errs [3]error
		p.states, errs[0] = strconv.Atoi(row[1])
		p.cpu, errs[1] = strconv.ParseFloat(row[4], 64)
		p.megabytes, errs[2] = strconv.ParseFloat(row[5], 64)
		for _, err := range errs {
			if err != nil {
				return nil, fmt.Errorf("%s:%d: %w", name, i+1, err)
			}
		}
		list = append(list, p)
	}
	return list, nil
}

const intro = `# Explicit search beside another tool

Whole state spaces of contest nets: CPU seconds of the whole process, user and system, and the most memory that was resident. Bytes a state are this
memory over the number of states; in brackets what the states and the search took of it. Some 14 MB are the process before it has any state. The peer is
TAPAAL's verifypn, which keeps compressed sets, without reductions; its figures were measured on a machine of the same kind on another day
(` + "`peers-explicit.csv`" + `). All runs use one core for the search; the exact set of states is the default of both engines.
dfs goes deeper by one step a round and keeps full states in its frontier (--increment 1 --frontier states), so that it expands each state once
as bfs does; with longer rounds it expands many of them several times.

| net | states | engine | CPU s | states / CPU s | bytes / state | verifypn CPU s | states / CPU s | bytes / state | its CPU / ours |
|---|--:|---|--:|--:|--:|--:|--:|--:|--:|
`

// table is the report in Markdown: of each net and engine the run with the least CPU time.
func table(peers []peer, records []record, source string) string {
	var b strings.Builder
	b.WriteString(intro)
	runs := 0
	for _, p := range peers {
		for _, e := range engines {
			var best *record
			n := 0
			for i := range records {
				if r := &records[i]; r.Net == p.net && r.Engine == e.name {
					n++
					if best == nil || r.Seconds < best.Seconds {
						best = r
					}
				}
			}
			if best == nil {
				continue
			}
			runs = max(runs, n)
			states := float64(p.states)
			fmt.Fprintf(&b, "| %s | %d | %s | %.2f | %.0f | %.0f (%.1f) | %.1f | %.0f | %.0f | %.1f |\n", p.net, p.states, e.name,
				best.Seconds, states/best.Seconds, float64(best.Memory)/states, float64(best.Bytes)/states,
				p.cpu, states/p.cpu, p.megabytes*1e6/states, p.cpu/best.Seconds)
		}
	}
	r := records[0]
	fmt.Fprintf(&b, "\nBest of %d runs on %s, %d cores, %s, commit %s, on %s. Made by `go run ./bench/explicit` from `raw/%s`.\n",
		runs, r.CPU, r.Cores, r.Go, r.Commit, r.Time[:len("2006-01-02")], source)
	return b.String()
}
