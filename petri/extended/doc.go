// Package extended holds nets as editors and files have them: place/transition nets with read and inhibitor arcs, and
// beyond those of package petri capacities of places, reset arcs, static priorities of transitions, final markings,
// and the positions at which a drawing has its nodes.
//
// A Net is plain data, which readers fill, editors change and writers print; Check says what is wrong with one. It has
// no names for its arcs and no meaning but that of the firing rule.
//
// Firing. Transition t is enabled in marking m when
//
//   - m(p) is at least the sum of the weights of its input arcs from p, and at least the weight of each read arc,
//   - m(p) is less than the weight of each inhibitor arc,
//   - no place with a capacity would hold more tokens after the firing than before it and than its capacity (strong
//     capacities: what counts is the marking after the firing as a whole), and
//   - no transition that has priority over t satisfies the three conditions above.
//
// Firing it takes the tokens of the input arcs, then empties the places of its reset arcs, and then adds the tokens of
// the output arcs [DFS98].
package extended
