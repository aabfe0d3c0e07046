// Package tracefile reads and writes traces as files, in three forms, and replays them: a trace of any origin is one of
// a net if its steps can be fired one after the other, and shows what it says if a second look at each marking on the
// way finds it so.
//
//	JSON   what brim check --json calls a witness, with the model, the formula and the verdict around it
//	XML    the form of TAPAAL and verifypn: transitions with the tokens that they take, <loop/> and <deadlock/>
//	list   a transition a line, of a coloured net with its colours, as Eat(p=2); # begins a comment
//
// docs/traces.md has the grammar of each.
package tracefile
