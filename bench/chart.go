package bench

import (
	"fmt"
	"image/color"
	"io"
	"maps"
	"math"
	"slices"
	"strconv"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/plotter"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
)

// A Chart draws series of points as lines.
type Chart struct {
	Name   string // of its files
	Title  string
	X, Y   string   // what the axes count
	Log    bool     // the axis of y is logarithmic
	Level  *float64 // a value of y at which a line is drawn for comparison; nil for none
	Series []Series
	Notes  []string // see Sheet
}

// A Series is a line of a chart.
type Series struct {
	Name   string
	Points []Point // in the order in which they are joined
}

// A Point of a series.
type Point struct{ X, Y float64 }

// Drawings lists the formats of Draw, which are the endings of their files.
func Drawings() []string { return []string{"svg", "png"} }

// The size of a drawing.
const (
	chartWidth  = 16 * vg.Centimeter
	chartHeight = 11 * vg.Centimeter
	chartMargin = vg.Centimeter / 3
)

// Lines differ in colour and in shape of their points.
var (
	chartColours = []color.NRGBA{{0, 114, 178, 255}, {213, 94, 0, 255}, {0, 158, 115, 255}, {204, 121, 167, 255}, {86, 86, 86, 255}}
	chartGlyphs  = []draw.GlyphDrawer{draw.CircleGlyph{}, draw.PyramidGlyph{}, draw.SquareGlyph{}, draw.RingGlyph{}, draw.PlusGlyph{}}
)

// Draw draws the chart. It fails if there is a number that is not finite, or one without a logarithm where that is
// needed.
func (c *Chart) Draw(w io.Writer, format string) error {
	canvas, err := draw.NewFormattedCanvas(chartWidth, chartHeight, format)
	if err != nil {
		return err
	}
	p, legend := plot.New(), plot.NewLegend()
	p.Title.Text, p.X.Label.Text, p.Y.Label.Text = c.Title, c.X, c.Y
	p.X.Tick.Marker, p.Y.Tick.Marker = roundTicks{}, roundTicks{}
	if !c.Log {
		p.Y.Min = 0
	}
	p.Add(plotter.NewGrid())
	for i, s := range c.Series {
		if len(s.Points) == 0 {
			continue // plotter refuses an empty line
		}
		line, points, err := c.line(i, s)
		if err != nil {
			return err
		}
		p.Add(line, points)
		legend.Add(s.Name, line, points)
	}
	if c.Level != nil && p.Y.Min <= p.Y.Max {
		line, err := c.level(p)
		if err != nil {
			return err
		}
		p.Add(line)
	}
	if c.Log && p.Y.Min <= p.Y.Max { // there are points
		p.Y.Scale, p.Y.Tick.Marker = plot.LogScale{}, logTicks{}
	}
	legend.Left, legend.Padding = true, chartMargin/4
	whole := draw.Crop(draw.New(canvas), chartMargin, -chartMargin, chartMargin/2, -chartMargin)
	p.Draw(draw.Crop(whole, 0, 0, legend.Rectangle(whole).Size().Y+chartMargin, 0))
	legend.Draw(whole)
	_, err = canvas.WriteTo(w)
	return err
}

// line returns the ith series as a line through points.
func (c *Chart) line(i int, s Series) (*plotter.Line, *plotter.Scatter, error) {
	xys := make(plotter.XYs, len(s.Points))
	for k, pt := range s.Points {
		if xys[k] = plotter.XY(pt); c.Log && pt.Y <= 0 {
			return nil, nil, fmt.Errorf("%s, %s: %v has no logarithm", c.Name, s.Name, pt.Y)
		}
	}
	line, points, err := plotter.NewLinePoints(xys)
	if err != nil {
		return nil, nil, err
	}
	line.Color, points.Color = chartColours[i%len(chartColours)], chartColours[i%len(chartColours)]
	line.Width, points.Shape, points.Radius = vg.Points(1.2), chartGlyphs[i%len(chartGlyphs)], vg.Points(2.5)
	return line, points, nil
}

// level returns the line at c.Level, from one side to the other.
func (c *Chart) level(p *plot.Plot) (*plotter.Line, error) {
	line, err := plotter.NewLine(plotter.XYs{{X: p.X.Min, Y: *c.Level}, {X: p.X.Max, Y: *c.Level}})
	if err != nil {
		return nil, err
	}
	line.Color, line.Width, line.Dashes = color.Gray{Y: 120}, vg.Points(0.8), []vg.Length{vg.Points(4), vg.Points(3)}
	return line, nil
}

// roundTicks marks the multiples of 1, 2 or 5 times a power of ten, at least three and at most eight of them.
type roundTicks struct{}

func (roundTicks) Ticks(low, high float64) (ticks []plot.Tick) {
	if !(high > low) {
		return []plot.Tick{{Value: low, Label: strconv.FormatFloat(low, 'g', 4, 64)}}
	}
	step := math.Pow10(int(math.Floor(math.Log10((high - low) / 3))))
	for _, factor := range []float64{5, 2} {
		if (high-low)/(factor*step) >= 3 {
			step *= factor
			break
		}
	}
	for i := math.Ceil(low / step); i*step <= high; i++ {
		ticks = append(ticks, plot.Tick{Value: i * step, Label: strconv.FormatFloat(i*step, 'g', 4, 64)})
	}
	return ticks
}

// Sheet returns the points as a table: a line for each x, a column for each series.
func (c *Chart) Sheet() *Sheet {
	s := &Sheet{Name: c.Name, Title: c.Title, Header: []string{c.X}, Notes: c.Notes, Chart: c}
	lines := map[float64][]string{}
	for i, series := range c.Series {
		s.Header = append(s.Header, series.Name)
		for _, p := range series.Points {
			if lines[p.X] == nil {
				lines[p.X] = slices.Repeat([]string{none}, len(c.Series))
			}
			lines[p.X][i] = strconv.FormatFloat(p.Y, 'f', -1, 64)
		}
	}
	for _, x := range slices.Sorted(maps.Keys(lines)) {
		s.Rows = append(s.Rows, append([]string{strconv.FormatFloat(x, 'f', -1, 64)}, lines[x]...))
	}
	return s
}

// logTicks marks the digits times powers of ten, and names 1, 2 and 5 of them, or 1 alone where there are more than two
// powers.
type logTicks struct{}

func (logTicks) Ticks(low, high float64) (ticks []plot.Tick) {
	few := high <= 100*low
	for unit := math.Pow10(int(math.Floor(math.Log10(low)))); unit <= high; unit *= 10 {
		for digit := 1.0; digit < 10; digit++ {
			value, label := digit*unit, ""
			if digit == 1 || few && (digit == 2 || digit == 5) {
				label = strconv.FormatFloat(value, 'g', 4, 64)
			}
			if low <= value && value <= high {
				ticks = append(ticks, plot.Tick{Value: value, Label: label})
			}
		}
	}
	return ticks
}
