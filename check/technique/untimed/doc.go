// Package untimed is the technique that decides questions about a net with time on the net without time, before a
// system is made of it.
package untimed
