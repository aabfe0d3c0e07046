package bench

import (
	"cmp"
	"maps"
	"slices"
	"strconv"
)

// Charts as data: series of points with axes, levels and notes, and the same points as a table.

// A Chart is a picture of points, and a table of them.
type Chart struct {
	Name   string // of its files
	Title  string
	Kind   Kind
	X, Y   string  // what the axes count
	Log    bool    // the axis of y is logarithmic, of a Scatter both are
	Levels []Level // lines across, for comparison
	Border float64 // of a Scatter or Quantile: the limit of the runs; one that it ended lies there; 0 for none
	Series []Series
	Notes  []string // see Sheet
}

// A Kind says what a chart shows.
type Kind uint8

const (
	Lines    Kind = iota // series of points that are joined
	Scatter              // points that are not: of one question each, x by one way, y by another; with the diagonal
	Quantile             // of each series, how many of its values are y at most; see Quantiles
)

// A Level is a value of y at which there is a line.
type Level struct {
	Y    float64 `json:"y"`
	Name string  `json:"name"` // in the legend; "" for one that needs none, as a ratio of 1
}

// A Series is a line of a chart, or a kind of points.
type Series struct {
	Name      string
	Published bool    // by others; all else comes from records
	Points    []Point // in the order in which they are joined
}

// A Point of a series.
type Point struct {
	X, Y      float64
	Low, High float64 // an interval of Y, both 0 for none
	Label     string  // what it is of, in a Scatter
}

// Quantiles returns the series of a Quantile chart: as its kth point the kth least of some values.
func Quantiles(name string, values []float64) Series {
	s := Series{Name: name}
	for i, y := range slices.Sorted(slices.Values(values)) {
		s.Points = append(s.Points, Point{X: float64(i + 1), Y: y})
	}
	return s
}

// intervals reports whether points of s have one.
func (s *Series) intervals() bool {
	return slices.ContainsFunc(s.Points, func(p Point) bool { return p.Low != p.High })
}

// plain writes a number with all its digits.
func plain(x float64) string { return strconv.FormatFloat(x, 'f', -1, 64) }

// Sheet returns the points of the chart as a table. Of a Scatter it has a row for each point; of other charts a row
// for each x and a column for each series, followed by two for the ends of its intervals if it has any.
func (c *Chart) Sheet() *Sheet {
	s := &Sheet{Name: c.Name, Title: c.Title, Header: []string{c.X}, Notes: c.Notes, Chart: c}
	if c.Kind == Scatter {
		s.Header, s.Left = []string{"", "of", c.X, c.Y}, 2
		for _, series := range c.Series {
			for _, p := range series.Points {
				s.Rows = append(s.Rows, []string{series.Name, p.Label, plain(p.X), plain(p.Y)})
			}
		}
		return s
	}
	for _, series := range c.Series {
		s.Header = append(s.Header, series.Name)
		if series.intervals() {
			s.Header = append(s.Header, "from", "to")
		}
	}
	lines := map[float64][]string{}
	column := 0
	for _, series := range c.Series {
		with := series.intervals()
		for _, p := range series.Points {
			if lines[p.X] == nil {
				lines[p.X] = slices.Repeat([]string{none}, len(s.Header)-1)
			}
			lines[p.X][column] = plain(p.Y)
			if p.Low != p.High {
				lines[p.X][column+1], lines[p.X][column+2] = plain(p.Low), plain(p.High)
			}
		}
		if column++; with {
			column += 2
		}
	}
	for _, x := range slices.Sorted(maps.Keys(lines)) {
		s.Rows = append(s.Rows, append([]string{plain(x)}, lines[x]...))
	}
	return s
}

// A span is what an axis shows.
type span struct{ low, high float64 }

// spans returns the ranges that the axes show: all points with their intervals, the levels and the border, and a
// margin, so that no mark lies on the frame. A linear axis of y begins at 0 unless there are lower values; the axes
// of a Scatter are equal. ok is false without points.
func (c *Chart) spans() (x, y span, ok bool) {
	var xs, ys []float64
	for _, s := range c.Series {
		for _, p := range s.Points {
			xs, ys = append(xs, p.X), append(ys, p.Y)
			if p.Low != p.High {
				ys = append(ys, p.Low, p.High)
			}
		}
	}
	if len(xs) == 0 {
		return x, y, false
	}
	for _, l := range c.Levels {
		ys = append(ys, l.Y)
	}
	if c.Border > 0 {
		ys = append(ys, c.Border)
	}
	switch {
	case c.Kind == Scatter: // both axes are the same
		xs = append(xs, ys...)
		ys = xs
	case c.Kind == Quantile:
		xs = append(xs, 0)
	}
	if !c.Log {
		ys = append(ys, 0)
	}
	x, y = spanOf(xs, c.Log && c.Kind == Scatter), spanOf(ys, c.Log)
	return x, y, true
}

// spanOf returns the span of values with a margin, but none beyond 0.
func spanOf(values []float64, log bool) span {
	s := span{slices.Min(values), slices.Max(values)}
	if log && s.low > 0 {
		return widen(s)
	}
	margin := (s.high - s.low) / 25
	if margin == 0 {
		margin = cmp.Or(s.low/2, 1)
	}
	if s.low < 0 || s.low > margin {
		s.low -= margin
	} else {
		s.low = min(s.low, 0)
	}
	s.high += margin
	return s
}
