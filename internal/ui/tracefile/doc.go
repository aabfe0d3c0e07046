// Package tracefile reads and writes traces as files and replays them: a trace from any source is one of a net if its
// steps can be fired one after the other. If it has a formula, that is evaluated again in each marking on the way.
//
//	JSON   what brim check --json calls a witness, with the model, the formula and the verdict around it
//	XML    the form of TAPAAL and verifypn: transitions with the tokens that they take, <loop/> and <deadlock/>
//	list   a transition a line, of a coloured net with its colours, as Eat(p=2); # begins a comment
//	.scn   schedules of Tina, which are only read
//
// docs/traces.md has the grammar of each.
package tracefile
