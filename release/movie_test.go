package main

import (
	"cmp"
	"image"
	"image/color"
	"image/gif"
	"maps"
	"slices"
	"testing"
)

// addFrame adds a picture to a GIF, as what differs from the pictures before it, with the 256 colours that it has most
// of, others as the nearest of these: pages have few.
func addFrame(m *gif.GIF, frame image.Image, delay int) {
	all := frame.Bounds()
	box := all
	if len(m.Image) > 0 {
		box = changed(m, frame)
	}
	colours := palette(frame, box)
	nearest := map[color.RGBA]uint8{}
	out := image.NewPaletted(box, colours)
	for y := box.Min.Y; y < box.Max.Y; y++ {
		for x := box.Min.X; x < box.Max.X; x++ {
			c := rgba(frame, x, y)
			i, known := nearest[c]
			if !known {
				i = uint8(colours.Index(c))
				nearest[c] = i
			}
			out.SetColorIndex(x, y, i)
		}
	}
	m.Image = append(m.Image, out)
	m.Delay = append(m.Delay, delay)
	m.Disposal = append(m.Disposal, gif.DisposalNone)
}

// changed returns the rectangle in which a picture differs from what the GIF shows, at least one pixel.
func changed(m *gif.GIF, frame image.Image) (box image.Rectangle) {
	shown := map[image.Point]color.Color{}
	for _, before := range m.Image[1:] {
		b := before.Bounds()
		for y := b.Min.Y; y < b.Max.Y; y++ {
			for x := b.Min.X; x < b.Max.X; x++ {
				shown[image.Pt(x, y)] = before.At(x, y)
			}
		}
	}
	for y := frame.Bounds().Min.Y; y < frame.Bounds().Max.Y; y++ {
		for x := frame.Bounds().Min.X; x < frame.Bounds().Max.X; x++ {
			at, known := shown[image.Pt(x, y)]
			if !known {
				at = m.Image[0].At(x, y)
			}
			if far(rgba(frame, x, y), at) {
				box = box.Union(image.Rect(x, y, x+1, y+1))
			}
		}
	}
	if box.Empty() {
		box = image.Rect(0, 0, 1, 1)
	}
	return box
}

// far reports whether colours differ by more than what a palette makes of them.
func far(c color.RGBA, shown color.Color) bool {
	r, g, b, _ := shown.RGBA()
	apart := func(x uint8, y uint32) int { return max(int(x)-int(y>>8), int(y>>8)-int(x)) }
	return apart(c.R, r)+apart(c.G, g)+apart(c.B, b) > 48
}

// palette returns the colours that a part of a picture has most of, 256 at most.
func palette(frame image.Image, box image.Rectangle) (p color.Palette) {
	often := map[color.RGBA]int{}
	for y := box.Min.Y; y < box.Max.Y; y++ {
		for x := box.Min.X; x < box.Max.X; x++ {
			often[rgba(frame, x, y)]++
		}
	}
	list := slices.SortedFunc(maps.Keys(often), func(a, b color.RGBA) int {
		return cmp.Or(cmp.Compare(often[b], often[a]), cmp.Compare(a.R, b.R), cmp.Compare(a.G, b.G),
			cmp.Compare(a.B, b.B))
	})
	for _, c := range list[:min(len(list), 256)] {
		p = append(p, c)
	}
	return p
}

func rgba(frame image.Image, x, y int) color.RGBA {
	return color.RGBAModel.Convert(frame.At(x, y)).(color.RGBA)
}

// A frame has what changed, no more.
func TestAddFrame(t *testing.T) {
	m := &gif.GIF{}
	picture := image.NewRGBA(image.Rect(0, 0, 20, 10))
	red := color.RGBA{255, 0, 0, 255}
	addFrame(m, picture, 1)
	picture.Set(3, 4, red)
	picture.Set(5, 6, red)
	addFrame(m, picture, 1)
	addFrame(m, picture, 1)
	if got, want := m.Image[1].Bounds(), image.Rect(3, 4, 6, 7); got != want {
		t.Errorf("the second frame has %v, expected %v", got, want)
	}
	if got := m.Image[1].At(5, 6); got != red {
		t.Errorf("a changed pixel is %v", got)
	}
	if got := m.Image[2].Bounds(); got.Dx()*got.Dy() != 1 {
		t.Errorf("the third frame has %v, and nothing changed", got)
	}
}
