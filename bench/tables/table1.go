package tables

import (
	"fmt"
	"strconv"
	"strings"
	"time"

	"brim/bench"
	"brim/bench/tables/entry"
)

// The suite of Table 1 of [DVB14]: run times on six families of nets.

// table1Published is Table 1 of [DVB14], in seconds: Unlim, B-I-Rest, B-I-Cont, B-I-Comp, B-Fix.
const table1Published = `
dphil 10     0.09   0.10   0.09   0.33   0.04
dphil 50     0.12   5.02   5.12   1.81   0.58
dphil 100    0.22   12.78  12.92  3.88   1.45
fms 25       1.00   40.02  40.57  18.65  37.39
fms 50       5.54   56.31  59.51  21.96  44.99
fms 100      48.33  61.68  63.51  21.78  47.03
fms 1000     >600   60.17  62.12  21.69  47.67
fms 10000    >600   60.06  62.40  21.59  54.34
hanoi 12     21.97  2.49   0.81   1.55   0.36
hanoi 14     >600   2.89   0.98   2.39   0.46
hanoi 16     >600   3.25   1.11   1.83   0.49
hanoi 18     >600   3.60   1.22   1.91   0.56
hanoi 20     >600   4.08   1.43   2.14   0.67
kanban 30    0.31   1.01   1.29   3.11   0.53
kanban 50    1.91   1.36   1.73   3.65   0.69
kanban 100   26.51  1.37   1.78   3.64   0.67
kanban 200   >600   1.37   1.74   3.68   0.68
rr 10        0.04   0.21   0.21   0.71   0.05
rr 25        0.31   3.65   2.40   23.72  1.29
rr 50        2.05   68.26  32.40  >300   12.49
sr 100       7.59   0.89   0.92   2.95   0.84
sr 200       60.08  2.31   2.37   8.94   2.29
sr 300       294.76 4.31   4.43   18.34  4.30
`

// table1Models says what is measured on each model. All properties hold. The bound of B-Fix is not in the paper; it is
// the least one that decides.
var table1Models = []struct {
	family, property string
	start, step      int // B and δ of the paper
	least            func(n int) int
}{
	{"dphil", "E(!eating_2 U eating_1)", 20, 10, func(int) int { return 3 }},
	{"fms", "EG(E(M1 > 0 U (P1s = P2s & P2s = P3s & P3s = 3)))", 20, 10, func(int) int { return 30 }},
	{"hanoi", "EG(EF(B_8 = 1))", 20, 10, func(int) int { return 128 }},
	{"kanban", "EF(pout4 = 5)", 20, 10, func(int) int { return 35 }},
	{"rr", "EG(true)", 10, 5, func(n int) int { return 4*n - 1 }},
	{"sr", "EF(E_2 = 1 & A_2 = 1)", 10, 5, func(int) int { return 8 }},
}

// table1Lines are the rows, and what the notes say of each family; the short version has the smallest net of each.
func table1Lines(quick bool) (lines []line, notes []string) {
	for _, m := range table1Models {
		bounds := []string{}
		for _, f := range entry.Fields(table1Published) {
			if f[0] != m.family {
				continue
			}
			n, _ := strconv.Atoi(f[1]) // it is a number: the nets are built in a test
			spec := f[0] + ":" + f[1]
			lines = append(lines, line{
				keys: []string{spec}, labels: []bench.Label{{Key: "model", Value: f[0]}, {Key: "n", Value: f[1]}},
				model: spec, property: m.property, want: "holds", search: search{m.start, m.step, m.least(n)},
				paper: f[2:],
			})
			bounds = bench.AddNew(bounds, strconv.Itoa(m.least(n)))
			if quick {
				break
			}
		}
		notes = append(notes, fmt.Sprintf("%s: `%s`, B = %d, δ = %d, B-Fix %s", m.family, m.property, m.start, m.step,
			strings.Join(bounds, ", ")))
	}
	return lines, notes
}

// table1Columns are the published ones.
var table1Columns = headingsOf([]column{unlim, restart, proceed, compact, fixed})

// noteFix says what the bound of B-Fix is.
const noteFix = "B-Fix: the paper does not print its bound. Ours is the least that decides; with one step less the " +
	"verdict is unknown (`go test -run LeastBounds ./bench/tables`)."

// table1 has the run times of CTL properties on six families of nets. Its short version has the smallest net of each.
func table1(quick bool) bench.Suite {
	lines, notes := table1Lines(quick)
	t := bench.Table{
		Name: "table1", Title: "Table 1 of Darvas, Vörös and Bartha: run times of CTL properties",
		Keys:  []string{"net"},
		Notes: append([]string{notePaper, noteRatio, noteOurWay, noteFix, noteAuto}, notes...),
	}
	columns := []column{unlim, restart, proceed, compact, fixed, auto}
	return grid("run times of CTL properties, "+strconv.Itoa(len(table1Models))+" families of nets", t, columns, lines,
		entry.Limit(quick, 10*time.Minute), goalNote)
}

// goalSeconds and goalRatio are the goal for the cells of Table 1: a cell takes less than goalSeconds, or at most a
// goalRatio-th of the published time.
const (
	goalSeconds = 0.1
	goalRatio   = 100
)

// goalNote compares each published cell of the table with the goal, which is less than goalSeconds or a goalRatio-th
// of the published time. It returns a sentence with how many cells reach it and the names of the others, "" if no
// cell was measured.
func goalNote(t *bench.Table) string {
	reached, cells := 0, 0
	var others []string
	for _, row := range t.Rows {
		for i, e := range row.Entries {
			if e.Paper.Relation == 0 || e.Ours == nil {
				continue
			}
			cells++
			seconds, ratio := e.Seconds(), e.Ratio()
			if seconds.Relation == '=' && seconds.X < goalSeconds || ratio.X >= goalRatio && ratio.Relation != '<' {
				reached++
			} else {
				others = append(others, row.Keys[0]+" "+t.Columns[i])
			}
		}
	}
	if cells == 0 {
		return ""
	}
	text := fmt.Sprintf("%d of %d published cells take brim less than %g s, or a %dth of the published time", reached,
		cells, goalSeconds, goalRatio)
	if len(others) > 0 {
		text += "; not so " + strings.Join(others, ", ")
	}
	return text + "."
}
