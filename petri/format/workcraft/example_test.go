package workcraft_test

import (
	"archive/zip"
	"bytes"
	"fmt"
	"io"

	"brim/petri/format/workcraft"
)

// A file of Workcraft is a zip archive with a model.
func Example() {
	var file bytes.Buffer
	archive := zip.NewWriter(&file)
	text, _ := archive.Create("model.xml")
	_, _ = io.WriteString(text, `<model class="org.workcraft.plugins.petri.Petri"><root>
		<node class="org.workcraft.plugins.petri.Place" ref="p0"/>
		<node class="org.workcraft.plugins.petri.Transition" ref="t0"/>
		<node class="org.workcraft.dom.math.MathConnection" ref="@c0"><MathConnection first="t0" second="p0"/></node>
	</root></model>`)
	_ = archive.Close()
	net, err := workcraft.Read(&file, "x.work")
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(net.Transitions[net.Arcs[0].Transition].ID, "fills", net.Places[net.Arcs[0].Place].ID)
	// Output:
	// t0 fills p0
}
