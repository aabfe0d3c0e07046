package pnml_test

import (
	"context"
	"errors"
	"fmt"
	"os"
	"strings"

	"brim/malformed"
	"brim/petri"
	"brim/petri/coloured/notation"
	"brim/petri/pnml"
)

func ExampleRead() {
	const text = `<?xml version="1.0"?>
<pnml xmlns="http://www.pnml.org/version-2009/grammar/pnml">
  <net id="pair" type="http://www.pnml.org/version-2009/grammar/ptnet">
    <page id="page0">
      <place id="p"><initialMarking><text>2</text></initialMarking></place>
      <place id="q"/>
      <transition id="t"/>
      <arc id="a1" source="p" target="t"/>
      <arc id="a2" source="t" target="q"><inscription><text>3</text></inscription></arc>
    </page>
  </net>
</pnml>`
	net, err := pnml.Read(strings.NewReader(text), "pair.pnml")
	if err != nil {
		fmt.Println(err)
		return
	}
	m, err := net.Replay([]int{0, 0})
	fmt.Println(net.Name, net.Format(m), err)
	// Output: pair q:6 <nil>
}

func ExampleReadFile() {
	net, err := pnml.ReadFile(context.Background(), "testdata/prodcons.pnml")
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Printf("%s: %d places, %d transitions, %d arcs; %s\n",
		net.Name, len(net.Places), len(net.Transitions), net.ArcCount(), net.Format(net.Initial()))
	// Output: prodcons: 6 places, 4 transitions, 12 arcs; ready:1 free:3 hungry:2
}

func ExampleReadFile_malformed() {
	_, err := pnml.ReadFile(context.Background(), "testdata/unknown_end.pnml")
	fmt.Println(err)
	var se *malformed.Error
	fmt.Println(errors.As(err, &se), se.Line)
	// Output:
	// testdata/unknown_end.pnml:6: arc "a7": no node has the id "p9"; expected a place or transition as target
	// true 6
}

func ExampleReadAny() {
	const text = `<pnml xmlns="http://www.pnml.org/version-2009/grammar/pnml">
  <net id="ring" type="http://www.pnml.org/version-2009/grammar/symmetricnet">
    <declaration><structure><declarations>
      <namedsort id="Seat" name="Seat"><finiteintrange start="1" end="4"/></namedsort>
      <variabledecl id="s" name="s"><usersort declaration="Seat"/></variabledecl>
    </declarations></structure></declaration>
    <page id="page0">
      <place id="at"><type><structure><usersort declaration="Seat"/></structure></type></place>
      <transition id="move"/>
      <arc id="a1" source="at" target="move">
        <hlinscription><structure><variable refvariable="s"/></structure></hlinscription>
      </arc>
      <arc id="a2" source="move" target="at">
        <hlinscription><structure><successor><subterm><variable refvariable="s"/></subterm></successor></structure></hlinscription>
      </arc>
    </page>
  </net>
</pnml>`
	_, net, err := pnml.ReadAny(strings.NewReader(text), "ring.pnml")
	if err != nil {
		fmt.Println(err)
		return
	}
	give := net.Transitions[0].Post[0]
	fmt.Println(net.Name, net.BindingText(0, []int64{3}), "gives", notation.Term(net, give.Term), "to",
		net.Places[give.Place].Name)
	// Output: ring move(s=4) gives s++ to at
}

func ExampleWrite() {
	b := petri.NewBuilder("pair")
	p := b.Place("p", 2)
	t := b.Transition("t")
	b.In(t, p, 1)
	b.Inhibit(t, b.Place("stop", 0), 1)
	net, err := b.Net()
	if err != nil {
		fmt.Println(err)
		return
	}
	if err := pnml.Write(os.Stdout, net); err != nil {
		fmt.Println(err)
	}
	// Output:
	// <?xml version="1.0" encoding="UTF-8"?>
	// <pnml xmlns="http://www.pnml.org/version-2009/grammar/pnml">
	//   <net id="pair" type="http://www.pnml.org/version-2009/grammar/ptnet">
	//     <name><text>pair</text></name>
	//     <page id="page0">
	//       <place id="p"><name><text>p</text></name><initialMarking><text>2</text></initialMarking></place>
	//       <place id="stop"><name><text>stop</text></name></place>
	//       <transition id="t"><name><text>t</text></name></transition>
	//       <arc id="a1" source="p" target="t"></arc>
	//       <arc id="a2" source="stop" target="t"><type value="inhibitor"/></arc>
	//     </page>
	//   </net>
	// </pnml>
}
