package bench

import (
	"cmp"
	"fmt"
	"image/color"
	"io"
	"math"
	"strings"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/plotter"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
)

// This file draws charts as SVG and PNG by gonum/plot.

// Drawings lists the formats of Draw, which are the endings of their files.
func Drawings() []string { return []string{"svg", "png"} }

// The size of a drawing. A Scatter is as high as it is wide.
const (
	chartWidth  = 16 * vg.Centimeter
	chartHeight = 11 * vg.Centimeter
	chartMargin = vg.Centimeter / 3
)

// Series differ in colour, in shape of their points, and in dashes, so that they are told apart in black and white. An
// earlier line is wider than a later one, so that both are seen where they coincide. Published points are hollow.
var (
	chartColours = []color.NRGBA{{0, 114, 178, 255}, {213, 94, 0, 255}, {0, 158, 115, 255}, {204, 121, 167, 255},
		{86, 86, 86, 255}}
	chartGlyphs = []draw.GlyphDrawer{draw.CircleGlyph{}, draw.PyramidGlyph{}, draw.BoxGlyph{}, draw.PlusGlyph{},
		draw.CrossGlyph{}}
	chartDashes = [][]vg.Length{nil, {7, 3}, {3, 2}, {1, 2}, {7, 2, 1, 2}}
	paperColour = color.NRGBA{0, 0, 0, 255}
	paperGlyphs = []draw.GlyphDrawer{draw.RingGlyph{}, draw.SquareGlyph{}, draw.TriangleGlyph{}}
	levelColour = color.Gray{Y: 120}
)

// mostGlyphs is how many points of a line have a glyph; of more, only some have one, and of other lines others.
const mostGlyphs = 12

// Draw draws the chart in a format of Drawings: grid, the lines for comparison, the series, and the legend below. Its
// axes show what spans says. It fails if a number is not finite, or has no logarithm where one is needed.
func (c *Chart) Draw(w io.Writer, format string) error {
	if err := c.drawable(); err != nil {
		return err
	}
	height := chartHeight
	if c.Kind == Scatter {
		height = chartWidth
	}
	canvas, err := draw.NewFormattedCanvas(chartWidth, height, format)
	if err != nil {
		return err
	}
	p, legend := plot.New(), plot.NewLegend()
	p.Title.Text, p.X.Label.Text = strings.Replace(c.Title, ": ", "\n", 1), c.X
	p.Title.Padding = chartMargin / 2
	p.X.Tick.Marker, p.Y.Tick.Marker = c.xTicks(), roundTicks{}
	p.Add(plotter.NewGrid())
	x, y, ok := c.spans()
	if ok {
		if err := c.lines(p, &legend, x, y); err != nil {
			return err
		}
	}
	for i := range c.Series {
		if err := c.series(p, &legend, i); err != nil {
			return err
		}
	}
	if ok {
		p.X.Min, p.X.Max, p.Y.Min, p.Y.Max = x.low, x.high, y.low, y.high
		if c.Log {
			p.Y.Scale, p.Y.Tick.Marker = plot.LogScale{}, logTicks{}
			if c.Kind == Scatter {
				p.X.Scale, p.X.Tick.Marker = plot.LogScale{}, logTicks{}
			}
		}
	}
	legend.Left, legend.Padding, legend.ThumbnailWidth = true, chartMargin/4, vg.Centimeter
	whole := draw.Crop(draw.New(canvas), chartMargin, -chartMargin, chartMargin/2, -chartMargin)
	// The library reserves room for the name of a logarithmic axis in the wrong place, so it is drawn here.
	name := p.Y.Label.TextStyle
	name.Rotation, name.XAlign, name.YAlign = math.Pi/2, draw.XCenter, draw.YTop
	area := draw.Crop(whole, name.Height(c.Y)+chartMargin/2, 0, legend.Rectangle(whole).Size().Y+chartMargin, 0)
	p.Draw(area)
	whole.FillText(name, vg.Point{X: whole.Min.X, Y: area.Center().Y}, c.Y)
	legend.Draw(whole)
	_, err = canvas.WriteTo(w)
	return err
}

// drawable checks all numbers of the chart, with the ends of intervals, levels and border. It returns an error that
// names the series of the first one that is not finite, or has no logarithm where one is needed.
func (c *Chart) drawable() error {
	look := func(name string, log bool, values ...float64) error {
		for _, v := range values {
			switch {
			case math.IsNaN(v) || math.IsInf(v, 0):
				return fmt.Errorf("%s, %s: %v has no place", c.Name, name, v)
			case log && v <= 0:
				return fmt.Errorf("%s, %s: %v has no logarithm", c.Name, name, v)
			}
		}
		return nil
	}
	for _, s := range c.Series {
		for _, p := range s.Points {
			ys := []float64{p.Y}
			if p.Low != p.High {
				ys = append(ys, p.Low, p.High)
			}
			if err := cmp.Or(look(s.Name, c.Log && c.Kind == Scatter, p.X), look(s.Name, c.Log, ys...)); err != nil {
				return err
			}
		}
	}
	for _, l := range c.Levels {
		if err := look("level "+l.Name, c.Log, l.Y); err != nil {
			return err
		}
	}
	return look("border", false, c.Border)
}

// series adds the ith series to the plot and the legend: its points, the line or the steps that join them, and their
// intervals. Its place decides colour, dashes and shape; of many points only some are marked, of other series others.
func (c *Chart) series(p *plot.Plot, legend *plot.Legend, i int) error {
	s := &c.Series[i]
	if len(s.Points) == 0 {
		return nil // plotter refuses an empty line
	}
	var points, marked plotter.XYs
	bars := &intervals{}
	each := (len(s.Points) + mostGlyphs - 1) / mostGlyphs
	for k, pt := range s.Points {
		at := plotter.XY{X: pt.X, Y: pt.Y}
		points = append(points, at)
		if c.Kind == Scatter || k%each == i*each/len(c.Series) {
			marked = append(marked, at)
		}
		if pt.Low != pt.High {
			bars.XYs = append(bars.XYs, at)
			bars.YErrors = append(bars.YErrors, struct{ Low, High float64 }{pt.Y - pt.Low, pt.High - pt.Y})
		}
	}
	line, err := plotter.NewLine(points)
	if err != nil {
		return err
	}
	scatter, err := plotter.NewScatter(marked)
	if err != nil {
		return err
	}
	shade := chartColours[i%len(chartColours)]
	line.Width, line.Dashes = vg.Points(0.9+0.7*float64(min(len(c.Series)-1-i, 4))), chartDashes[i%len(chartDashes)]
	scatter.Shape, scatter.Radius = chartGlyphs[i%len(chartGlyphs)],
		vg.Points(2.2+0.6*float64(min(len(c.Series)-1-i, 4)))
	if s.Published {
		shade = paperColour
		line.Width, line.Dashes = vg.Points(0.5), chartDashes[3]
		scatter.Shape, scatter.Radius = paperGlyphs[c.published(i)%len(paperGlyphs)], vg.Points(4)
	}
	line.Color, scatter.Color = shade, shade
	if c.Kind == Quantile {
		line.StepStyle = plotter.PostStep
	}
	if len(bars.XYs) > 0 {
		errors, err := plotter.NewYErrorBars(bars)
		if err != nil {
			return err
		}
		errors.Color = shade
		p.Add(errors)
	}
	if c.Kind == Scatter {
		p.Add(scatter)
		legend.Add(s.Name, scatter)
		return nil
	}
	if len(points) > 1 {
		p.Add(line)
	}
	p.Add(scatter)
	legend.Add(s.Name, line, scatter)
	return nil
}

// intervals are those of points, for the library.
type intervals struct {
	plotter.XYs
	plotter.YErrors
}

// published returns how many published series come before the ith.
func (c *Chart) published(i int) int {
	return Count(c.Series[:i], func(s Series) bool { return s.Published })
}

// lines adds what is for comparison: the levels, the border, and the diagonals of a Scatter. It lists their segments,
// each with its name in the legend, and then adds them in that order.
func (c *Chart) lines(p *plot.Plot, legend *plot.Legend, x, y span) error {
	type segment struct {
		name   string
		dashes []vg.Length
		points plotter.XYs
	}
	across := func(name string, dashes []vg.Length, at float64) segment {
		return segment{name, dashes, plotter.XYs{{X: x.low, Y: at}, {X: x.high, Y: at}}}
	}
	var list []segment
	for i, l := range c.Levels {
		list = append(list, across(l.Name, chartDashes[1+i%(len(chartDashes)-1)], l.Y))
	}
	if c.Border > 0 {
		list = append(list, across("limit", chartDashes[2], c.Border))
	}
	if c.Kind == Scatter {
		if c.Border > 0 {
			up := plotter.XYs{{X: c.Border, Y: y.low}, {X: c.Border, Y: y.high}}
			list = append(list, segment{"", chartDashes[2], up})
		}
		list = append(list, segment{"equal", nil, plotter.XYs{{X: x.low, Y: x.low}, {X: x.high, Y: x.high}}})
		if dots := chartDashes[3]; c.Log && x.high > 10*x.low {
			list = append(list,
				segment{"ten times", dots, plotter.XYs{{X: x.low, Y: 10 * x.low}, {X: x.high / 10, Y: x.high}}},
				segment{"", dots, plotter.XYs{{X: 10 * x.low, Y: x.low}, {X: x.high, Y: x.high / 10}}})
		}
	}
	for _, s := range list {
		line, err := plotter.NewLine(s.points)
		if err != nil {
			return err
		}
		line.Color, line.Width, line.Dashes = levelColour, vg.Points(0.9), s.dashes
		if p.Add(line); s.name != "" {
			legend.Add(s.name, line)
		}
	}
	return nil
}
