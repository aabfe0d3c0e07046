package tables

import (
	"fmt"
	"math"
	"strconv"
	"time"

	"brim/bench"
	"brim/bench/tables/entry"
)

// The suite bbmc-attempts: how many random parts it takes to find a witness, after [GS05].

// bbmcAttemptsSeeds is how many campaigns there are of each kind, bbmcChance the probability that each looks for.
const (
	bbmcAttemptsSeeds = 40
	bbmcLeastChance   = 0.01
)

// bbmcAttempts is the suite of campaigns, each a search through random parts that ends with the first witness, or
// after as many parts as exclude a probability: what [MSW09] says of [GS05] in its section 5. Its report compares the
// parts that the campaigns of a line took with the number expected from the probability of a witness. The short
// version has one model and few seeds.
func bbmcAttempts(quick bool) bench.Suite {
	s := bench.Suite{Name: "bbmc-attempts",
		Title: "how many random parts it takes to find a witness, up to a bound by its probability"}
	seeds, most := bbmcAttemptsSeeds, entry.Limit(quick, 10*time.Minute)
	lines := bbmcAttemptLines
	if quick {
		lines, seeds = lines[:1], 3
	}
	for _, l := range lines {
		for seed := 1; seed <= seeds; seed++ {
			s.Cells = append(s.Cells, l.until(seed, most))
		}
		s.Cells = append(s.Cells, l.cell(l.breadth, 0, bbmcRuns, most))
	}
	s.Report = func(r bench.Results) []*bench.Sheet {
		sheet := &bench.Sheet{
			Name: s.Name, Title: "Attempts of van der Meulen, Stappers and Willemse, bounded as Grosu and Smolka do: " +
				"random parts up to the first witness", Left: 2,
			Header: []string{"model", "property", "breadth", "probability %", "95%", "most parts", "found",
				"parts, mean", "expected", "seconds, median"},
			Notes: []string{
				fmt.Sprintf("probability: of a witness in one part, of %d. most parts: as many without a witness "+
					"exclude, with 95%% confidence, that it is %g or more; a campaign ends with the first witness "+
					"or after these.", bbmcRuns, bbmcLeastChance),
				fmt.Sprintf("found: of %s with different seeds, those that found a witness. parts: how many they "+
					"explored. expected: how many that should be on average, by the probability, and the standard "+
					"error of such an average.", plural(seeds, "campaign"))},
		}
		for _, l := range lines {
			x, ok := l.found(r, seeds)
			if !ok {
				continue
			}
			p := x.probability
			sheet.Rows = append(sheet.Rows,
				[]string{l.model, l.name, strconv.Itoa(l.breadth), share(p["probability"]),
					share(p["low"]) + "–" + share(p["high"]),
					strconv.Itoa(x.attempts), fmt.Sprintf("%d/%d", x.found, x.campaigns), fmt.Sprintf("%.1f", x.parts),
					fmt.Sprintf("%.1f ± %.1f", x.mean, x.deviation),
					entry.Median(x.cpu, 3)})
		}
		return []*bench.Sheet{sheet}
	}
	return s
}

// A bbmcAttempt is a line whose parts are explored up to the first witness.
type bbmcAttempt struct {
	bbmcLine
	breadth int
}

var bbmcAttemptLines = []bbmcAttempt{
	{bbmcLine{model: "abp:4", property: abpTwo, name: "II"}, 1},
	{bbmcLine{model: "cabp:4", property: cabpTwo, name: "II"}, 1},
	{bbmcLine{model: "ccp:3", property: ccpStarved, name: "acceptE"}, 1},
	{bbmcLine{model: "lift:3", property: liftUnasked, name: "I"}, 10},
}

// until returns the cell of a campaign.
func (l bbmcAttempt) until(seed int, limit time.Duration) bench.Cell {
	return bench.Cell{
		Labels: append(l.labels(), bench.Label{Key: "breadth", Value: strconv.Itoa(l.breadth)},
			bench.Label{Key: "seed", Value: strconv.Itoa(seed)}),
		Model: l.model, Property: l.property, Time: limit,
		Flags: []string{"--engine", "bbmc", "--mu", "--breadth", strconv.Itoa(l.breadth), "--degrade", "0", "--chance",
			fmt.Sprint(bbmcLeastChance), "--seed", strconv.Itoa(seed)},
	}
}

// A bbmcCampaigns is what the campaigns of a line found.
type bbmcCampaigns struct {
	probability      map[string]float64 // the numbers of many parts
	campaigns, found int
	attempts         int // the most parts of a campaign
	// parts of a campaign on average, that as expected, and the standard error of such an average
	parts, mean, deviation float64
	cpu                    []float64
}

// found puts the campaigns of a line together; ok is false without any, or without the probability.
func (l bbmcAttempt) found(r bench.Results, seeds int) (x bbmcCampaigns, ok bool) {
	x.probability = bbmcCounts(r, l.cell(l.breadth, 0, bbmcRuns, 0))
	for seed := 1; seed <= seeds; seed++ {
		y := entry.Record(r, l.until(seed, 0))
		if y == nil || !entry.Counted(y, "runs", "found", "attempts") || y.Outcome != bench.Done &&
			y.Outcome != bench.Unknown {
			continue
		}
		x.campaigns++
		x.found += int(y.Counts["found"])
		x.parts += y.Counts["runs"]
		x.attempts = int(y.Counts["attempts"])
		x.cpu = append(x.cpu, y.CPU)
	}
	if x.probability == nil || x.campaigns == 0 {
		return x, false
	}
	x.parts /= float64(x.campaigns)
	x.mean, x.deviation = bbmcExpected(x.probability["probability"], x.probability["runs"])
	x.deviation /= math.Sqrt(float64(x.campaigns))
	return x, true
}

// bbmcExpected returns how many parts it takes on average to find a witness that a part has with probability p, and
// the standard deviation of that number. A witness that was never seen in a number of runs is treated as one that is
// seen once in twice that number.
func bbmcExpected(p, runs float64) (mean, deviation float64) {
	p = max(p, 0.5/runs)
	return 1 / p, math.Sqrt(1-p) / p
}
