// Package serve shows models in a browser: a page for one user at this machine, which draws nets, plays the token game,
// asks questions, walks through what answers rest on, and looks at state spaces while they are built.
//
// # Who may ask
//
// The server listens on the loopback interface, where other users of the machine have their programs, too. So every
// address begins with a token that is as hard to guess as a key of 128 bits, and a request is refused unless its Host
// is the server's own address and its Origin, if it has one, the page's: see guard. The token stands in the address of
// the page and nowhere else: not in a log, a Referer, a cookie, or the arguments of a program. Everything is embedded,
// and a policy forbids the page to load anything from elsewhere.
//
// # What is where
//
// The page knows nothing that the server does not tell it: the firing rule, names, layouts of sequence charts and
// verdicts are those of the command, and each answer says with which command line it is had there. A run of the token
// game is a list of firings that the page keeps and sends, so the server remembers nothing of it, and it survives a
// reload. What takes long is a job: pages ask how far it is, any number of them, and any can stop it. All
// jobs together have one limit of memory.
package serve
