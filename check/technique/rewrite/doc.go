// Package rewrite makes formulas of CTL simpler by what the transitions of a net take and give, without looking at any
// marking.
//
//   - AG f is false and EF !f is true everywhere if f asks for enabled transitions, of which one could fire for ever,
//     but which can fire only so often. So is EG f if no transition at all can fire for ever, and then AG EF f and its
//     relatives say something of dead markings only.
//   - EX f and AX f become formulas about the marking itself where that leaves a path operator without path operators
//     below it; see model.WithoutNext. So many formulas become questions of plain reachability.
package rewrite
