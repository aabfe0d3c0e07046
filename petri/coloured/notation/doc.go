// Package notation writes parts of coloured nets for people and reads colours back. A term is written as
// 2'(x,y++) + all, a guard in the notation of formulas. Colours, places, bindings and sorts have their names from
// coloured.Net itself.
package notation
