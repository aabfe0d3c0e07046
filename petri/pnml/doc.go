// Package pnml reads and writes place/transition nets and symmetric nets in PNML, the XML
// format of ISO/IEC 15909-2, as the Model Checking Contest and most tools use it.
//
// Read, for place/transition nets, and ReadAny, for both kinds, are streams: they keep
// the net and never the document. Places and transitions are called by their ids, and
// name labels that differ become their aliases; graphics, comments and toolspecific parts
// are skipped. Pages are flattened and reference nodes stand for the nodes they refer to.
// The order of elements and attributes is free: arcs may come before their ends. Nothing
// refers to arcs, so their ids need not differ.
//
// ReadDocument is ReadAny for nets that are more than place/transition nets, too, and
// ReadExtended keeps the drawing. Read and ReadAny make place/transition nets of such
// nets, see extended.Net, or refuse them.
//
// Some extensions are read. Nested units (the toolspecific part of the tool nupn)
// become petri.Units; if the initial marking already breaks the file's
// safe="true", or the numbers of places, transitions, arcs or units that come with
// it are not those of the file, that claim is not believed: Units.Safe is false and
// Units.Doubt says why. Arcs may be of the type inhibitor, test alias read, or reset, in
// any of the usual notations:
//
//	<type value="inhibitor"/>
//	<type><text>inhibitor</text></type>            the same with arctype
//	<arc … type="inhibitor">
//
// An inhibitor arc of weight w disables its transition while the place holds w
// tokens or more. A read arc asks for w tokens and no more beside an input arc, so
// together they ask for the larger of the two weights.
//
// Places may have a <capacity>, and transitions a <priority>, of which the greater number
// goes first. Final markings and silent transitions are read as ProM and PM4Py write them
// [BZS23]. Transitions may have a <delay>, an interval of time as Tina writes it [BRV04]; such
// nets are time Petri nets, which ReadDocument and ReadExtended read, and the others refuse.
//
// Dialects are read where they say the same in another way: the types of Oryx and of EPNML 1.1, which Yasper and ProM 5
// write, elements without a namespace, numbers in <value>, capacities without <text>, empty inscriptions, which are 1,
// modules without ports, and TAPAAL's coloured nets, which have the type of others.
//
// The files of two tools are read, too: those of PIPE (pipe.go), whose nets have the
// type "P/T net" or none, and those of TAPAAL (tapaal.go, [DJJ+12]), also with several nets
// that meet in shared places and transitions, as far as the nets have no colours. Those with
// time are timed-arc nets, which ReadDocument and ReadExtended read, and the others refuse.
//
// Of coloured nets sorts, terms and conditions are read, the texts beside them are not.
// Declarations may stand behind what uses them, and what a name stands for is found by
// identifiers. An element of a partition is one of each of its constants in markings and
// inscriptions, and a colour of the partition in conditions.
//
// An inhibitor arc of a coloured net has an hlinscription and disables its transition while
// the place holds as many tokens of some colour as that has, or more [CDFH93]. Instead it may
// have an inscription, a number of tokens of all colours together as in TAPAAL's files: 1, the
// default, or any if the place has one colour.
//
// What would change the meaning of the net is an error and never skipped: in
// coloured nets delays, capacities, read and reset arcs, and high-level terms that
// symmetric nets do not have, unknown labels and attributes of nodes and arcs. All errors in
// the text are a *malformed.Error with file and line.
package pnml
