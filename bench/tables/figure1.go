package tables

import (
	"cmp"
	"fmt"
	"time"

	"brim/bench"
	"brim/bench/tables/entry"
)

// The suite of Figure 1 of [DVB14]: the diagrams of a producer and a consumer.

// figure1Model is the net of Figure 1 of [DVB14].
const figure1Model = "prodcons:1"

// figure1States is the number of its states that the paper prints.
const figure1States = 8

// The cells of Figure 1: all markings, and those within each bound, by a property that no bound decides.
func figure1Cells(limit time.Duration) (all, rounds bench.Cell) {
	labels := func(what string) []bench.Label {
		return []bench.Label{{Key: "model", Value: "prodcons"}, {Key: "n", Value: "1"}, {Key: "what", Value: what}}
	}
	all = bench.Cell{Labels: labels("markings"), Command: "states", Model: figure1Model,
		Want: fmt.Sprint(figure1States), Time: limit}
	rounds = bench.Cell{
		Labels: labels("distances"), Model: figure1Model, Property: "AG(EF(empty))", Want: "holds", Time: limit,
		Flags: []string{"--strategy", "rest", "--bound", "1", "--step", "1"},
	}
	return all, rounds
}

// figure1 is the suite that explores the net of Figure 1 once by all markings and once by bounds that grow. Its
// report has the number of markings and the nodes of both diagrams, round by round.
func figure1(quick bool) bench.Suite {
	all, rounds := figure1Cells(entry.Limit(quick, 10*time.Second))
	s := bench.Suite{Name: "figure1", Title: "markings of a producer and a consumer, and their distances, as diagrams",
		Cells: []bench.Cell{all, rounds}}
	s.Report = func(r bench.Results) []*bench.Sheet {
		sheet := &bench.Sheet{
			Name: s.Name, Title: "Figure 1 of Darvas, Vörös and Bartha: the producer and the consumer, as diagrams",
			Left:   1,
			Header: []string{"markings", "number", "nodes of the MDD", "nodes of the EDD", "seconds"},
			Notes: []string{
				fmt.Sprintf("The net of the figure, whose state space \"is finite, containing %d states\". `brim "+
					"draw %s --what both` draws the diagrams of all markings and of their distances side by side; "+
					"so it is in `results/tables/figure1-diagrams.svg`.", figure1States, figure1Model),
				"A level for the producer, one for the buffer, one for the consumer, as in the figure. Our diagrams " +
					"leave out nodes whose only edge is at local value 0, which those of the figure have.",
				"within n: of the markings within n firings, as `" + rounds.Property +
					"` is looked for with B = 1, δ = 1.",
			},
		}
		if x := entry.Record(r, rounds); x != nil {
			for _, round := range x.Rounds {
				sheet.Rows = append(sheet.Rows,
					[]string{"within " + textOf(round.Bound), textOf(round.States), textOf(round.MDDNodes),
						textOf(round.EDDNodes), entry.None})
			}
			sheet.Rows = append(sheet.Rows,
				[]string{"all, by rounds", textOf(x.States), textOf(x.Nodes), entry.None, entry.Seconds(x)})
		}
		if x := entry.Record(r, all); x != nil {
			sheet.Rows = append(sheet.Rows,
				[]string{"all", textOf(x.States), textOf(x.Nodes), entry.None, entry.Seconds(x)})
		}
		return []*bench.Sheet{sheet}
	}
	return s
}

// textOf writes what p points to, a dash for nothing.
func textOf[T any](p *T) string { return cmp.Or(bench.TextOf(p), entry.None) }
