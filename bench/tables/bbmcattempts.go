package tables

import (
	"fmt"
	"math"
	"strconv"
	"time"

	"brim/bench"
)

// bbmcAttemptsSeeds is how many campaigns there are of each kind, bbmcChance the probability that each looks for.
const (
	bbmcAttemptsSeeds = 40
	bbmcLeastChance   = 0.01
)

// bbmcAttempts has runs that end with the first witness, after as many as exclude a probability: what [MSW09] says of
// [GS05] in its section 5. Its short version has one model and few seeds.
func bbmcAttempts(quick bool) bench.Suite {
	s := bench.Suite{Name: "bbmc-attempts", Title: "how many random parts it takes to find a witness, up to a bound by its probability"}
	seeds, most := bbmcAttemptsSeeds, limit(quick, 10*time.Minute)
	lines := []struct {
		bbmcLine
		breadth int
	}{
		{bbmcLine{model: "abp:4", property: abpTwo, name: "II"}, 1}, {bbmcLine{model: "cabp:4", property: cabpTwo, name: "II"}, 1},
		{bbmcLine{model: "ccp:3", property: ccpStarved, name: "acceptE"}, 1}, {bbmcLine{model: "lift:3", property: liftUnasked, name: "I"}, 10},
	}
	if quick {
		lines, seeds = lines[:1], 3
	}
	until := func(i, seed int) bench.Cell {
		l := lines[i]
		return bench.Cell{
			Labels: append(l.labels(), bench.Label{Key: "breadth", Value: strconv.Itoa(l.breadth)}, bench.Label{Key: "seed", Value: strconv.Itoa(seed)}),
			Model:  l.model, Property: l.property, Time: most,
			Flags: []string{"--engine", "bbmc", "--mu", "--breadth", strconv.Itoa(l.breadth), "--degrade", "0", "--chance", fmt.Sprint(bbmcLeastChance), "--seed", strconv.Itoa(seed)},
		}
	}
	for i, l := range lines {
		for seed := 1; seed <= seeds; seed++ {
			s.Cells = append(s.Cells, until(i, seed))
		}
		s.Cells = append(s.Cells, l.cell(l.breadth, 0, bbmcRuns, most))
	}
	s.Report = func(r bench.Results) []*bench.Sheet {
		sheet := &bench.Sheet{
			Name: s.Name, Title: "Attempts of van der Meulen, Stappers and Willemse, bounded as Grosu and Smolka do: random parts up to the first witness", Left: 2,
			Header: []string{"model", "property", "breadth", "probability %", "95%", "most parts", "found", "parts, mean", "expected", "seconds, median"},
			Notes: []string{
				fmt.Sprintf("probability: of a witness in one part, of %d. most parts: as many without a witness exclude, with 95%% confidence, that it is %g or more; a campaign ends with the first witness or after these.", bbmcRuns, bbmcLeastChance),
				fmt.Sprintf("found: of %s with different seeds, those that found a witness. parts: how many they explored. expected: how many that should be on average, by the probability, and the standard error of such an average.", plural(seeds, "campaign"))},
		}
		for i, l := range lines {
			p := bbmcCounts(r, l.cell(l.breadth, 0, bbmcRuns, most))
			found, runs, parts, attempts := 0, 0, 0.0, noNumber
			var cpu []float64
			for seed := 1; seed <= seeds; seed++ {
				x := record(r, until(i, seed))
				if x == nil || !counted(x, "runs", "found", "attempts") || x.Outcome != bench.Done && x.Outcome != bench.Unknown {
					continue
				}
				runs++
				found += int(x.Counts["found"])
				parts += x.Counts["runs"]
				attempts = strconv.Itoa(int(x.Counts["attempts"]))
				cpu = append(cpu, x.CPU)
			}
			if p == nil || runs == 0 {
				continue
			}
			mean, deviation := bbmcExpected(p["probability"], p["runs"])
			sheet.Rows = append(sheet.Rows, []string{l.model, l.name, strconv.Itoa(l.breadth), share(p["probability"]), share(p["low"]) + "–" + share(p["high"]), attempts,
				fmt.Sprintf("%d/%d", found, runs), fmt.Sprintf("%.1f", parts/float64(runs)), fmt.Sprintf("%.1f ± %.1f", mean, deviation/math.Sqrt(float64(runs))), median(cpu, 3)})
		}
		return []*bench.Sheet{sheet}
	}
	return s
}

// bbmcExpected is how many parts it takes on average to find a witness that a part has with probability p, and the
// standard deviation of that number. One that was never seen in so many runs is taken as one of twice as many.
func bbmcExpected(p, runs float64) (mean, deviation float64) {
	p = max(p, 0.5/runs)
	return 1 / p, math.Sqrt(1-p) / p
}
