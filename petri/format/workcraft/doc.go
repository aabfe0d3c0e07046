// Package workcraft reads Petri nets and signal transition graphs of Workcraft [PKY09] from its own files, .work: zip
// archives with a model and its drawing in XML. It writes Petri nets.
//
// A net is what Workcraft plays. Each connection takes or gives one token, and several between the same two nodes add
// up. The capacity of a place is a promise of its author, which the firing rule does not know, so it is skipped, as are
// the types of signals. Dummies of signal transition graphs are silent. Nodes on pages are called by their paths, as in
// page.place. Positions are kept where the drawing only moves nodes.
//
// Models of other kinds, such as circuits, are refused by name.
package workcraft
