// Package report makes one HTML file of the records of a sweep: what the papers claim and what the records say of it,
// every table and figure of the suites, and the records themselves with filters and plots.
//
//	files of records ── Read ─→ Choose ─→ []Selection ─→ Page.Write ─→ HTML
//
// The file needs nothing else: style, scripts and data are in it, a content security policy forbids the network, and
// what comes from records is text wherever it stands. Tables are written here, pictures are drawn in the page, from
// data that come with them: charts as bench.Chart has them, records as columns. The same records make the same file.
//
// A section of the page is made of the records of one suite, so it changes with these only. The overview, which is made
// of all, has a row for each suite, and for each claim.
package report
