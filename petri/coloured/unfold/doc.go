// Package unfold makes place/transition nets of coloured ones. Net makes a place for each colour that a place may hold
// and a transition for each binding that may be enabled. It finds them by joining the colours of input places until
// nothing new is found, as Datalog rules are evaluated [BR86], so colours and bindings that never occur cost nothing.
//
// Coarsen finds classes of colours that nothing tells apart, a bisimulation by refinement of partitions like color
// quotienting [BJP+22]. Its Unfold makes the smaller net that has one colour of each class, which decides questions
// about sums of tokens and about transitions. Its Lift turns a firing of that net into a binding of the coloured one.
package unfold
