// Package walks fires transitions of a net, at random or towards what open questions ask for, and answers what a single
// marking or a run shows. The technique walk uses it, and equation, whose solutions guide walks.
package walks
