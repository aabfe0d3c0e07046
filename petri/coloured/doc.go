// Package coloured has coloured nets as the contest and most editors draw them: symmetric nets
// (ISO/IEC 15909-2), whose tokens have colours of finite sorts, whose arcs carry multiset terms with variables, and
// whose transitions have guards. A Net is a model: it says what the parts mean and not how anything is explored.
//
// A Builder checks sorts as it goes. Unfold makes the place/transition net with one place for each colour that a place
// may hold and one transition for each binding that may be enabled, and remembers what stands for what.
//
// Coarsen finds colours that nothing tells apart. Its Unfold makes a smaller net of one colour of each class, which is
// enough for what speaks of sums and transitions, and its Lift turns what happens there into bindings of the whole net.
package coloured
