package sequence_test

import (
	"fmt"
	"os"

	"brim/internal/ui/sequence"
)

// A producer hands one thing to a consumer through a buffer.
func Example() {
	d := &sequence.Diagram{
		Title: "EF (consumer = busy)",
		Lifelines: []sequence.Lifeline{
			{Name: "producer", Start: "ready"}, {Name: "buffer", Start: "0"}, {Name: "consumer", Start: "idle"},
		},
		Rows: []sequence.Row{
			{Label: "put", Marks: []sequence.Mark{
				{Lifeline: 0, Role: sequence.Takes, Text: "− made"}, {Lifeline: 1, Role: sequence.Gives, Text: "0 → 1"},
			}},
			{Label: "get", Marks: []sequence.Mark{
				{Lifeline: 1, Role: sequence.Takes, Text: "1 → 0"},
				{Lifeline: 2, Role: sequence.Both, Text: "idle → busy"},
			}},
		},
		Loop: sequence.NoLoop,
	}
	os.Stdout.Write(sequence.DOT(d))
	fmt.Printf("the SVG begins with %.5s\n", sequence.SVG(d))
	// Output:
	// digraph trace {
	//   graph [label="EF (consumer = busy)", labelloc=t, nodesep=0.7, ranksep=0.35];
	//   node [shape=point, fontsize=11]; edge [fontsize=11, arrowsize=0.7];
	//   n0 [shape=plaintext, label=""];
	//   l0 [shape=box, label="producer\nready"];
	//   l1 [shape=box, label="buffer\n0"];
	//   l2 [shape=box, label="consumer\nidle"];
	//   {rank=same; n0; l0; l1; l2;}
	//   l0 -> l1 [style=invis];
	//   l1 -> l2 [style=invis];
	//   n1 [shape=plaintext, label="1"];
	//   n0 -> n1 [style=invis];
	//   m1_0 [shape=circle, label="", width=0.1, xlabel="− made"];
	//   l0 -> m1_0 [style=dashed, color=gray60, arrowhead=none, weight=100];
	//   m1_1 [width=0.02, xlabel="0 → 1"];
	//   l1 -> m1_1 [style=dashed, color=gray60, arrowhead=none, weight=100];
	//   m1_0 -> m1_1 [dir=forward, label="put"];
	//   {rank=same; n1; m1_0; m1_1;}
	//   n2 [shape=plaintext, label="2"];
	//   n1 -> n2 [style=invis];
	//   m2_1 [shape=circle, label="", width=0.1, xlabel="1 → 0"];
	//   m1_1 -> m2_1 [style=dashed, color=gray60, arrowhead=none, weight=100];
	//   m2_2 [width=0.1, xlabel="idle → busy"];
	//   l2 -> m2_2 [style=dashed, color=gray60, arrowhead=none, weight=100];
	//   m2_1 -> m2_2 [dir=none, label="get"];
	//   {rank=same; n2; m2_1; m2_2;}
	// }
	// the SVG begins with <svg
}
