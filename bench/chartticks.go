package bench

import (
	"math"
	"slices"
	"strconv"

	"gonum.org/v1/plot"
)

// Where the axes of a drawn chart have ticks, linear or logarithmic, and how their numbers are written.

// tickText writes the number at a tick.
func tickText(x float64) string { return strconv.FormatFloat(x, 'g', 4, 64) }

// roundTicks marks the multiples of 1, 2 or 5 times a power of ten, at least three and at most eight of them.
type roundTicks struct{}

// Ticks returns the ticks of an axis: at round numbers between low and high.
func (roundTicks) Ticks(low, high float64) (ticks []plot.Tick) {
	if !(high > low) {
		return []plot.Tick{{Value: low, Label: tickText(low)}}
	}
	step := math.Pow10(int(math.Floor(math.Log10((high - low) / 3))))
	for _, factor := range []float64{5, 2} {
		if (high-low)/(factor*step) >= 3 {
			step *= factor
			break
		}
	}
	for i := math.Ceil(low / step); i*step <= high; i++ {
		ticks = append(ticks, plot.Tick{Value: i * step, Label: tickText(i * step)})
	}
	return ticks
}

// mostValues is how many values of x have their own ticks.
const mostValues = 10

// valueTicks marks each of the values, and labels those that are far enough from the last label.
type valueTicks []float64

func (t valueTicks) Ticks(low, high float64) (ticks []plot.Tick) {
	last := math.Inf(-1)
	for _, x := range t {
		tick := plot.Tick{Value: x}
		if x-last >= (high-low)/30 {
			tick.Label, last = tickText(x), x
		}
		ticks = append(ticks, tick)
	}
	return ticks
}

// xTicks returns the ticks of x: the values of few points, or else round ones.
func (c *Chart) xTicks() plot.Ticker {
	var values []float64
	for _, s := range c.Series {
		for _, p := range s.Points {
			values = append(values, p.X)
		}
	}
	slices.Sort(values)
	if values = slices.Compact(values); c.Kind != Lines || len(values) > mostValues {
		return roundTicks{}
	}
	return valueTicks(values)
}

// logTicks marks the digits times powers of ten. It names all on an axis of one power of ten, 1, 2 and 5 up to 2.5
// powers, and powers alone beyond, no more than eight.
type logTicks struct{}

// Ticks returns the ticks of a logarithmic axis: at powers of ten, and at some multiples where there are few of these.
func (logTicks) Ticks(low, high float64) (ticks []plot.Tick) {
	powers := math.Log10(high / low)
	each := max(1, int(math.Ceil(powers/8)))
	for power := int(math.Floor(math.Log10(low))); ; power++ {
		for digit := 1.0; digit < 10; digit++ {
			value := digit * math.Pow10(power)
			if value > high {
				return ticks
			}
			named := digit == 1 && power%each == 0
			switch {
			case powers <= 1:
				named = true
			case powers <= 2.5:
				named = digit == 1 || digit == 2 || digit == 5
			}
			tick := plot.Tick{Value: value}
			if named {
				tick.Label = tickText(value)
			}
			if value >= low {
				ticks = append(ticks, tick)
			}
		}
	}
}

// widen returns a span of a logarithmic axis with a margin, and with two named ticks at least.
func widen(s span) span {
	factor := math.Pow(s.high/s.low, 1.0/25)
	for s = (span{s.low / factor, s.high * factor}); ; s = (span{s.low / 1.2, s.high * 1.2}) {
		if Count((logTicks{}).Ticks(s.low, s.high), func(t plot.Tick) bool { return t.Label != "" }) >= 2 {
			return s
		}
	}
}
