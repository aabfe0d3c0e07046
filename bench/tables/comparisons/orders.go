package comparisons

import (
	"fmt"
	"path"
	"strconv"
	"strings"
	"time"

	"brim/bench"
	"brim/bench/tables/entry"
)

// The suites orders and orders-shuffled: the order of places that brim chooses, next to all that it knows.

// ordersTime is the limit of a net: a minute for each of ten candidates, the order of the file, and the choice. That
// of a shuffled one is a sixth.
const ordersTime = 12 * time.Minute

// ordersSeeds are those of shuffled places.
var ordersSeeds = []uint64{1, 2, 3}

// A contestNet is a net of the contest, with its places as in its file or shuffled.
type contestNet struct {
	name string
	file string // below the folder of the nets
	seed uint64 // 0 as in the file
}

// contestNets returns the nets of the contest, one line for each seed of a random sequence of places, where 0 is the
// sequence of the file. The short version has the first four nets.
func contestNets(quick bool, seeds ...uint64) (list []contestNet) {
	for _, folder := range []struct{ name, nets string }{{"models", contestModels}, {"large", contestLarge}} {
		for _, name := range strings.Fields(folder.nets) {
			for _, seed := range seeds {
				list = append(list, contestNet{name, path.Join(folder.name, name), seed})
			}
		}
	}
	if quick {
		list = list[:4*len(seeds)]
	}
	return list
}

// cell returns the cell of a net: all its orders, and the choice.
func (n contestNet) cell(limit time.Duration) bench.Cell {
	c := bench.Cell{
		// benchstat takes -1 at the end for a number of processors
		Labels:  []bench.Label{{Key: "net", Value: strings.ReplaceAll(n.name, "-", "_")}},
		Command: "orders", Model: n.file, Folder: entry.Nets, Time: limit,
	}
	if n.seed > 0 {
		c.Labels = append(c.Labels, bench.Label{Key: "seed", Value: fmt.Sprint(n.seed)})
		c.Flags = []string{"--shuffle", fmt.Sprint(n.seed)}
	}
	return c
}

// Orders compares the choice of the order with all orders that it knows.
func Orders(quick bool) bench.Suite {
	return ordersOf("orders", "the order that is chosen next to all others, on nets of the contest",
		contestNets(quick, 0), entry.Limit(quick, ordersTime))
}

// OrdersShuffled is orders with the places of each net in random sequences.
func OrdersShuffled(quick bool) bench.Suite {
	seeds := ordersSeeds
	if quick {
		seeds = seeds[:1]
	}
	return ordersOf("orders-shuffled", "the same with the places of each file shuffled", contestNets(quick, seeds...),
		entry.Limit(quick, ordersTime/6))
}

// ordersOf returns the suite that runs brim orders on each net, which explores it under every order that brim knows
// and then under the one that it chooses. Its report compares the choice with the best order net by net, and ends
// with means and counts for each seed.
func ordersOf(name, title string, nets []contestNet, limit time.Duration) bench.Suite {
	s := bench.Suite{Name: name, Title: title}
	for _, n := range nets {
		s.Cells = append(s.Cells, n.cell(limit))
	}
	s.Report = func(r bench.Results) []*bench.Sheet {
		sheet := &bench.Sheet{
			Name: name, Title: "The order that is chosen next to all others", Left: 2,
			Header: []string{"net", "seed", "orders", "done", "best", "work", "s", "chosen", "work", "of best",
				"with the choice", "of best"},
			Notes: []string{
				"A net of the contest in each line, measured by `brim orders`. seed: of the sequence of its places; " +
					"0: that of its file. orders: those that the choice knows; done: how many of them explore the " +
					"net before they are given up, at 20 times the work of the best one or at the end of their part " +
					"of the limit. best: the one with the least work, in units of `dd.Stats.Work`, and its seconds. " +
					"chosen: the order that brim ends with, the work of the exploration under it, and that with the " +
					"choice; each over the work of the best. >: it did not end.",
				"counted: nets whose best order takes 0.1 s or more; the means are geometric, over these. What did " +
					"not end counts as what it had.",
			},
		}
		sums := map[uint64]*ordersSum{}
		var seeds []uint64
		for _, n := range nets {
			x := entry.Record(r, n.cell(0))
			if x == nil {
				continue
			}
			if sums[n.seed] == nil {
				sums[n.seed] = &ordersSum{}
				seeds = append(seeds, n.seed)
			}
			race := raceOf(x)
			sums[n.seed].add(race)
			sheet.Rows = append(sheet.Rows, race.row(n, x))
		}
		for _, seed := range seeds {
			sheet.Rows = append(sheet.Rows, sums[seed].rows(seed)...)
		}
		return []*bench.Sheet{sheet}
	}
	return s
}

// A race is what brim orders found out about a net.
type race struct {
	orders, done          int
	best                  string      // the order with the least work, "" if none explored the net
	work, seconds         float64     // of it
	chosen                string      // "" if the choice did not begin
	run, whole            bench.Value // work under the chosen order, and with the choice
	runRatio, choiceRatio bench.Value // over the work of the best
}

// raceOf reads the record of brim orders: which of the orders that explored the net took the least work, and how the
// work under the chosen order, without and with the choice itself, compares with that. What did not end gives a lower
// bound.
func raceOf(x *bench.Record) (r race) {
	for ; ; r.orders++ {
		key := fmt.Sprintf("orders.%d.", r.orders)
		method, ok := x.Words[key+"method"]
		if !ok {
			break
		}
		work, known := x.Counts[key+"work"]
		if x.Words[key+"complete"] != "true" || !known {
			continue
		}
		if r.done++; r.best == "" || work < r.work {
			r.best, r.work, r.seconds = method, work, x.Counts[key+"seconds"]
		}
	}
	r.chosen = x.Words["choice.method"]
	work, known := x.Counts["choice.work"]
	if !known {
		return r
	}
	value := bench.Above
	if x.Words["choice.complete"] == "true" {
		value = bench.Exactly
	}
	r.run, r.whole = value(work), value(work+x.Counts["choice.order_work"])
	if r.best != "" {
		r.runRatio, r.choiceRatio = r.run.Ratio(bench.Exactly(r.work)), r.whole.Ratio(bench.Exactly(r.work))
	}
	return r
}

// row returns the row of a net.
func (r *race) row(n contestNet, x *bench.Record) []string {
	row := []string{n.name, fmt.Sprint(n.seed), entry.None, entry.None, entry.None, entry.None, entry.None, entry.None}
	if r.orders > 0 {
		row[2], row[3] = strconv.Itoa(r.orders), strconv.Itoa(r.done)
	} else {
		row[4] = string(x.Outcome)
	}
	if r.best != "" {
		row[4], row[5], row[6] = r.best, whole(bench.Exactly(r.work)), entry.Decimals(r.seconds, 3, true)
	}
	if r.chosen != "" {
		row[7] = r.chosen
	}
	return append(row, whole(r.run), bench.Shown(r.runRatio), whole(r.whole), bench.Shown(r.choiceRatio))
}

// whole writes a value as a whole number.
func whole(v bench.Value) string {
	switch v.Relation {
	case 0:
		return entry.None
	case '=':
		return strconv.FormatFloat(v.X, 'f', 0, 64)
	}
	return string(v.Relation) + strconv.FormatFloat(v.X, 'f', 0, 64)
}

// An ordersSum sums races up.
type ordersSum struct {
	run, choice []bench.Value // ratios of nets that count
	small, none int           // nets with less than entry.Worthwhile, and nets that no order explores
}

func (s *ordersSum) add(r race) {
	switch {
	case r.best == "":
		s.none++
	case r.seconds < entry.Worthwhile:
		s.small++
	case r.runRatio.Relation != 0:
		s.run, s.choice = append(s.run, r.runRatio), append(s.choice, r.choiceRatio)
	}
}

// rows returns the last rows of a seed: the means and the worst of its ratios, and the numbers of nets that are not
// counted.
func (s *ordersSum) rows(seed uint64) [][]string {
	line := func(what string, count int, run, choice string) []string {
		return []string{what, fmt.Sprint(seed), strconv.Itoa(count), "", "", "", "", "", "", run, "", choice}
	}
	return [][]string{
		line("geometric mean of those counted", len(s.run), bench.Shown(entry.Mean(s.run)),
			bench.Shown(entry.Mean(s.choice))),
		line("the worst of them", len(s.run), bench.Shown(entry.Worst(s.run)), bench.Shown(entry.Worst(s.choice))),
		line("best below 0.1 s, not counted", s.small, "", ""),
		line("explored under no order", s.none, "", ""),
	}
}
