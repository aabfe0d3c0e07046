// Package race explores Petri nets with decision diagrams under a variable order that it chooses by measuring: several
// candidate orders, each in an exploration of its own, race against each other in laps.
//
// The leader of a lap has the most work, the others get shares of it by rank, and the first exploration that finishes
// is the answer. Where a net has a sibling with fewer tokens, the orders are measured and improved on the sibling first
// (package order). All shares count work, not time (dd.Limits.Work), so the choice does not depend on the machine or on
// the number of cores.
//
// A BoundedExplorer explores one net again and again within growing bounds on the tokens, and keeps the order that was
// good the last time. Trials explores a net under each of several orders, for comparison.
package race
