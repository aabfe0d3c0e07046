package romeo_test

import (
	"fmt"
	"strings"

	"brim/petri/format/romeo"
)

// A transition that fires two to five units of time after it was enabled.
func ExampleRead() {
	d, err := romeo.Read(strings.NewReader(`<TPN name="x">
  <place id="1" label="free" initialMarking="1"/>
  <transition id="1" label="take" eft="2" lft="5"/>
  <arc place="1" transition="1" type="PlaceTransition" weight="1"/>
</TPN>`), "x.xml")
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(d.Timed.Transitions[0].ID, d.Timed.Intervals[0])
	// Output: take [2,5]
}
