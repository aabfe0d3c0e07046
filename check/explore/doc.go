// Package explore builds the state space of a net, by decision diagrams or state by state, for commands that count it,
// compare orders of its places, or draw it. It decides no questions.
package explore
