// Package single has what techniques share that look at single states: their limits, the formulas that they take, and
// how a path through states becomes a witness, a trace or a path of an answer.
package single
