package tables

import (
	"fmt"
	"slices"
	"strings"
	"time"

	"brim/bench"
	"brim/bench/tables/entry"
)

// The suite table1-orders: lines of Table 1 of [DVB14] under other orders of the places.

// table1Orders are orders under which nets of Table 1 are measured again: Hanoi upside down, the smallest disc at the
// top, which is not the order that brim finds; the round-robin protocol with one place a level; FMS and Kanban under
// several.
var table1Orders = []struct {
	family string
	sizes  []int
	orders []string
}{
	{"hanoi", []int{12, 14, 20}, []string{"file+groups"}},
	{"rr", []int{10, 25, 50}, []string{"file"}},
	{"fms", []int{100}, []string{"file", "file+groups", "bandwidth"}},
	{"kanban", []int{100}, []string{"file", "bandwidth"}},
}

// table1OrderLines are the rows; the short version has the first of them.
func table1OrderLines(quick bool) (list []line) {
	for _, o := range table1Orders {
		for _, order := range o.orders {
			for _, l := range linesOf(o.family) {
				if !slices.Contains(o.sizes, sizeOf(l)) {
					continue
				}
				l.keys, l.order = append(slices.Clone(l.keys), order), order
				l.labels = append(slices.Clone(l.labels),
					bench.Label{Key: "order", Value: strings.NewReplacer("+", "", " ", "").Replace(order)})
				list = append(list, l)
			}
		}
	}
	if quick {
		return list[:1]
	}
	return list
}

// sizeOf returns N of the net of a line, 0 if it has more than one number.
func sizeOf(l line) (n int) {
	_, size, _ := strings.Cut(l.model, ":")
	_, _ = fmt.Sscanf(size, "%d", &n)
	return n
}

// table1OrdersTime is the limit of a run.
const table1OrdersTime = time.Minute

// table1UnderOrders has lines of Table 1 under orders that brim does not choose. Its short version has one line.
func table1UnderOrders(quick bool) bench.Suite {
	t := bench.Table{
		Name: "table1-orders", Title: "Table 1 of Darvas, Vörös and Bartha under other orders of the places",
		Keys: []string{"net", "order"},
		Notes: []string{
			notePaper, noteRatio, noteOurWay,
			"order: as `brim check --order` takes it. The paper does not name its orders. file+groups of Hanoi has " +
				"a disc on a level, the smallest one at the top, upside down compared with the order that brim " +
				"finds. file has one place a level, in the order of the file. In `table1` the same cells are under " +
				"the order that brim finds.",
			noteFix,
		},
	}
	columns := []column{unlim, restart, proceed, compact, fixed}
	return grid("lines of Table 1 under orders of the places that brim does not choose", t, columns,
		table1OrderLines(quick), entry.Limit(quick, table1OrdersTime))
}
