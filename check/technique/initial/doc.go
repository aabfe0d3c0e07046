// Package initial decides formulas without path operators in the initial marking of a net, and makes questions of LTL
// simpler by it.
package initial
