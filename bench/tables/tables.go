// Package tables has the suites of package bench, one file for each table or figure of a paper: its published numbers,
// cited, the cells that measure the same, and how both are put together.
//
// A new table is a file with a function like table1, and its line in All.
package tables

import (
	"brim/bench"
	"brim/bench/tables/comparisons"
)

// All returns all suites in the order of their papers, those of our own last, or with quick their short versions: the
// smallest sizes under tight limits of time. The short versions together end within five minutes, without the files
// and programs of others.
func All(quick bool) (list []bench.Suite) {
	for _, p := range []struct {
		paper  string // "" for comparisons of our own
		suites []func(quick bool) bench.Suite
	}{
		{"001", []func(bool) bench.Suite{
			table1, table1Paper, table1UnderOrders, table2, figure1, figure3, gain, steps, refutation, versions,
		}},
		{"004", []func(bool) bench.Suite{dfsTable1, dfsTable2, dfsTable3, dfsTable4, dfsLoaded}},
		{"000", []func(bool) bench.Suite{
			bbmcModels, bbmcTable1, bbmcFigure3, bbmcFigure4, bbmcFigure5, bbmcHighway, bbmcAttempts,
		}},
		{"002", []func(bool) bench.Suite{gmcTable1, gmcOptions}},
		{"003", []func(bool) bench.Suite{bmcTable, proofs}},
		{"", []func(bool) bench.Suite{
			bmcPeers, engines, comparisons.LTL, comparisons.Orders, comparisons.OrdersShuffled, comparisons.Reach,
			comparisons.Explicit,
			comparisons.Timed, comparisons.Contest, comparisons.Certificates, comparisons.Techniques,
			comparisons.Strategies,
		}},
	} {
		for _, suite := range p.suites {
			s := suite(quick)
			s.Paper = p.paper
			list = append(list, s)
		}
	}
	return list
}

// What the notes below tables have in common.
const (
	notePaper = "paper: as printed, measured on an Intel Core i7-3770 of 3.4 GHz with 8 GB, in C#. brim: CPU time, " +
		"user and system, of a whole process on the machine below, which builds the net, orders it, decides and " +
		"counts. > means that the run was ended there, by the clock; where other programs took more than a tenth of " +
		"its time, the number is the CPU time that it had."
	noteOurWay = "brim finds distances by budgets and decides where that is quickest, near the initial marking or " +
		"forward from it, not by the method of the paper; that is measured in `table1-paper`."
	noteRatio = "paper/brim: how many times as long the published run took. It compares two machines as well as two " +
		"programs."
	noteAuto = "auto: what brim does if no strategy is named; of diagrams, rounds and all markings by turns, with " +
		"bounds of its own. The paper has nothing like it."
)
