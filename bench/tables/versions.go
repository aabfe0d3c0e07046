package tables

import (
	"fmt"
	"strconv"
	"strings"
	"time"

	"brim/bench"
	"brim/bench/tables/entry"
)

// The suite versions: ways to find the distances within a bound.

// versionsRows lists nets, sizes and bounds, and which are in the short version.
var versionsRows = []struct {
	family   string
	n, bound int
	short    bool
}{
	{"fms", 100, 20, true}, {"fms", 100, 30, false}, {"fms", 10000, 30, false}, {"fms", 10000, 60, false},
	{"dphil", 100, 20, false}, {"dphil", 100, 30, false},
	{"kanban", 200, 20, false}, {"kanban", 200, 30, false}, {"kanban", 10000, 30, false}, {"kanban", 10000, 60, false},
	{"hanoi", 12, 60, true}, {"hanoi", 12, 130, false},
	{"rr", 25, 100, false},
	{"sr", 100, 10, false},
}

// versionsOrders lists orders: how a table names them and how brim check --order does. All versions of a row have the
// same one.
var versionsOrders = []struct{ name, order string }{
	{"groups", "file reversed+groups"},
	{"mirrored", "file+groups"},
	{"file", "file"},
}

// version returns the column of a way to find distances, by its name in brim check --distances.
func version(name string) column {
	return column{name, bench.Label{Key: "distances", Value: name}, func(s search) []string {
		return append([]string{"--strategy", "fix", "--distances", name}, s.once()...)
	}}
}

// versions is the suite that compares the ways to find the distances within a bound, on each net, bound and order of
// versionsRows and versionsOrders. Nothing of it was published. Its table has the nodes made and the times, with a
// note for each way next to the first. The short version has two rows.
func versions(quick bool) bench.Suite {
	t := bench.Table{
		Name: "versions", Title: "Ways to find the distances within a bound", Keys: []string{"net", "bound", "order"},
		Made: true,
		Notes: []string{
			"budgeted: what is left of the bound travels down the diagram. exact and approx: the reference version " +
				"of Yu, Ciardo and Lüttgen, with its two ways of cutting. layered: breadth-first search with a set " +
				"for each distance. All find the same distances.",
			"nodes made: all that were created to find the distances, those of sets and those that became garbage " +
				"included.",
			"seconds: CPU time, user and system, of a whole process that builds the net, finds the order, the " +
				"distances within the bound and the set of the markings there, and decides `EX true`.",
			"order: groups is `--order 'file reversed+groups'`, the places as the net lists them, the first at the " +
				"bottom, those of a process on one level together; brim would try it first. Kanban has no such " +
				"groups. mirrored is `--order file+groups`, the same upside down. file is `--order file`, one place " +
				"a level, the first at the top.",
		},
	}
	var lines []line
	for _, r := range versionsRows {
		for _, o := range versionsOrders {
			if quick && !(r.short && o.name == "mirrored") || r.family == "kanban" && o.name == "mirrored" {
				continue // a Kanban line has no groups, and its places mirrored are those of the file
			}
			how := o.order
			if r.family == "kanban" {
				how = strings.TrimSuffix(how, "+groups")
			}
			n, bound := strconv.Itoa(r.n), strconv.Itoa(r.bound)
			spec := r.family + ":" + n
			lines = append(lines, line{
				keys: []string{spec, bound, o.name},
				labels: []bench.Label{
					{Key: "model", Value: r.family}, {Key: "n", Value: n}, {Key: "bound", Value: bound},
					{Key: "order", Value: o.name},
				},
				model: spec, property: "EX true", want: "holds", search: search{fixed: r.bound}, order: how,
			})
		}
	}
	columns := []column{version("budgeted"), version("exact"), version("approx"), version("layered")}
	var notes []func(*bench.Table) string
	for i := range columns[1:] {
		notes = append(notes, func(t *bench.Table) string { return versionNote(t, i+1) })
	}
	return grid("ways to find the distances within a bound: nodes made and run times", t, columns, lines,
		entry.Limit(quick, time.Minute), notes...)
}

// versionNote compares the nodes made in a column with those of the first column: in how many rows there are more,
// the extremes of the ratio with their rows, and how many runs their limit ended. It returns "" if no row has both
// numbers.
func versionNote(t *bench.Table, column int) string {
	rows, more, ended := 0, 0, 0
	type extreme struct {
		ratio float64
		row   string
	}
	var most, least extreme
	for _, row := range t.Rows {
		a, b := row.Entries[0], row.Entries[column]
		if b.Ours != nil && b.Ours.Outcome == bench.Time {
			ended++
		}
		x := b.Made().Ratio(a.Made())
		if x.Relation == 0 {
			continue
		}
		here := extreme{x.X, strings.Join(row.Keys, ", ")}
		if rows++; x.X > 1 {
			more++
		}
		if rows == 1 || here.ratio > most.ratio {
			most = here
		}
		if rows == 1 || here.ratio < least.ratio {
			least = here
		}
	}
	if rows == 0 {
		return ""
	}
	return fmt.Sprintf("%s makes more nodes than %s in %d of %d rows, at most %.3g times as many (%s), at least "+
		"%.3g times (%s); %d runs ended at the limit of time.",
		t.Columns[column], t.Columns[0], more, rows, most.ratio, most.row, least.ratio, least.row, ended)
}
