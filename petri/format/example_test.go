package format_test

import (
	"context"
	"fmt"
	"os"
	"strings"

	"brim/petri/extended"
	"brim/petri/format"
)

// A net with a capacity is written in Tina's format, which has none: an inhibitor arc says the same.
func Example() {
	d, err := format.Read(context.Background(), strings.NewReader("tr work buffer -> done\npl buffer (2)"), "work.net")
	if err != nil {
		fmt.Println(err)
		return
	}
	net := d.Net()
	net.Places[1].Capacity = 1
	net.Places[0].At = &extended.Point{X: 10, Y: 20}
	tina, _ := format.Named("tina")
	fitted, losses, err := tina.Fit(d)
	for _, l := range losses {
		fmt.Println(l.Text)
	}
	if err == nil {
		err = tina.Write(os.Stdout, fitted)
	}
	fmt.Println(err)
	// Output:
	// 1 capacity is written as inhibitor arcs
	// 1 position of a node is left out
	// net work
	// pl buffer (2)
	// pl done
	// tr work buffer done?-1 -> done
	// <nil>
}
