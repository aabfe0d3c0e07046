// Package counting finds numbers of the state space of a net, such as how many markings are reachable, from a smaller
// net and equations that say what was left out. See package petri/counting.
package counting
