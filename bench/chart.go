package bench

import (
	"image/color"
	"io"
	"maps"
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
	X, Y   string // what the axes count
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
	chartHeight = 10 * vg.Centimeter
)

// Lines differ in colour and in shape of their points.
var (
	chartColours = []color.NRGBA{{0, 114, 178, 255}, {213, 94, 0, 255}, {0, 158, 115, 255}, {204, 121, 167, 255}, {86, 86, 86, 255}}
	chartGlyphs  = []draw.GlyphDrawer{draw.CircleGlyph{}, draw.PyramidGlyph{}, draw.SquareGlyph{}, draw.RingGlyph{}, draw.PlusGlyph{}}
)

// Draw draws the chart. It fails if there is a number that is not finite.
func (c *Chart) Draw(w io.Writer, format string) error {
	p := plot.New()
	p.Title.Text, p.X.Label.Text, p.Y.Label.Text = c.Title, c.X, c.Y
	p.Y.Min = 0
	p.Add(plotter.NewGrid())
	for i, s := range c.Series {
		xys := make(plotter.XYs, len(s.Points))
		for k, pt := range s.Points {
			xys[k] = plotter.XY(pt)
		}
		if len(xys) == 0 {
			continue // plotter refuses an empty line
		}
		line, points, err := plotter.NewLinePoints(xys)
		if err != nil {
			return err
		}
		line.Color, points.Color = chartColours[i%len(chartColours)], chartColours[i%len(chartColours)]
		line.Width, points.Shape, points.Radius = vg.Points(1.2), chartGlyphs[i%len(chartGlyphs)], vg.Points(2.5)
		p.Add(line, points)
		p.Legend.Add(s.Name, line, points)
	}
	p.Legend.Top = true
	canvas, err := p.WriterTo(chartWidth, chartHeight, format)
	if err != nil {
		return err
	}
	_, err = canvas.WriteTo(w)
	return err
}

// Write writes the points as a table.
func (c *Chart) Write(w io.Writer, f Format) error { return c.Sheet().Write(w, f) }

// Sheet returns the points as a table: a line for each x, a column for each series.
func (c *Chart) Sheet() *Sheet {
	s := &Sheet{Name: c.Name, Title: c.Title, Header: []string{c.X}, Notes: c.Notes}
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
