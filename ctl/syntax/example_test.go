package syntax_test

import (
	"fmt"
	"strings"

	"brim/ctl/syntax"
)

// Examples: formulas are read, simplified and printed; errors have a position; property files.

// A formula is read, simplified and brought to existential form.
func Example() {
	names := syntax.NewLists(
		[]string{"idle_1", "eating_1", "eating_2"}, []string{"take_1", "take_2"},
		map[string]string{"hungry": "idle_1 = 0 & !eating_1"})
	f, err := syntax.Parse("AG(hungry -> A[!eating_2 U eating_1]) | AX EF EF enabled(take_1)", "", names)
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(f)
	fmt.Println(syntax.Simplify(f, syntax.Maximal))
	fmt.Println(syntax.Existential(f.Args[1]))
	// Output:
	// AG(idle_1 = 0 & !(eating_1 >= 1) -> A(!(eating_2 >= 1) U eating_1 >= 1)) | AX EF EF enabled(take_1)
	// AG(idle_1 = 0 & eating_1 = 0 -> A(eating_2 = 0 U eating_1 >= 1)) | AX EF enabled(take_1)
	// !EX !E(true U E(true U enabled(take_1)))
}

// An error has the position of what is wrong.
func ExampleParse_error() {
	names := syntax.NewLists([]string{"idle_1", "pout4"}, nil, nil)
	for _, text := range []string{"AG EF(idle1 = 1)", "EF (pout4 = 1 & idle_1 >= )"} {
		_, err := syntax.Parse(text, "", names)
		fmt.Println(err)
	}
	// Output:
	// formula:1:7: there is no place or proposition "idle1"; did you mean idle_1?
	//   AG EF(idle1 = 1)
	//         ^
	// formula:1:27: found ")"; expected a formula, a place or a number
	//   EF (pout4 = 1 & idle_1 >= )
	//                             ^
}

// A property file of the contest.
func ExamplePool_ReadProperties() {
	const text = `<property-set xmlns="http://mcc.lip6.fr/">
  <property>
    <id>two</id>
    <description>both forks can be taken</description>
    <formula><exists-path><finally>
      <integer-le>
        <integer-constant>2</integer-constant>
        <tokens-count><place>left</place><place>right</place></tokens-count>
      </integer-le>
    </finally></exists-path></formula>
  </property>
  <property>
    <id>most</id>
    <formula><place-bound><place>left</place><place>right</place></place-bound></formula>
  </property>
</property-set>`
	names := syntax.NewLists([]string{"left", "right"}, nil, nil)
	list, err := syntax.NewPool().ReadProperties(strings.NewReader(text), "forks.xml", names, syntax.AsWritten)
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, p := range list {
		if p.Bound != nil {
			fmt.Printf("%s: the most of %v\n", p.ID, p.Bound)
		} else {
			fmt.Printf("%s: %v\n", p.ID, p.Formula)
		}
	}
	// Output:
	// two: EF(2 <= left + right)
	// most: the most of left + right
}
