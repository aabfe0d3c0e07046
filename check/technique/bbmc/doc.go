// Package bbmc looks for witnesses in random parts of the state space, of bounded breadth. See package engine/bbmc.
package bbmc
