// Package coloured has coloured Petri nets: symmetric nets (ISO/IEC 15909-2), as the model checking contest and most
// editors have them. Tokens have colours of finite sorts, arcs carry multiset terms with variables, and transitions
// have guards. Inhibitor arcs, which the standard has not, are those of stochastic well-formed nets [CDFH93].
//
// A Net is the model: sorts, variables, places, transitions. A Builder makes one and checks sorts as it goes. Evaluate,
// Satisfied and Fire are the semantics by definition: the value of a term, of a guard, and the firing rule. They are
// slow and judge everything else.
//
// Package notation writes terms and guards for people and reads colours; package unfold makes place/transition nets.
package coloured
