// Package part has what techniques share that look for a part of a structure which shows a formula: they decide
// formulas that speak of some path, or whose negation does, and formulas of the μ-calculus.
package part
