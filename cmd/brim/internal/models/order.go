package models

import (
	"context"
	"fmt"
	"os"
	"slices"
	"strings"

	"brim/internal/cli"
	"brim/internal/input"
	"brim/petri"
	"brim/petri/order"
	"brim/petri/structure"

	"github.com/spf13/cobra"
)

// The order of places: the values of --order, and how a decomposition of the net is found for them.

// orderMethods are the words that --order knows, with their meaning. See package order.
var orderMethods = []struct{ name, meaning string }{
	{"auto", "measure several, keep the best (the default)"},
	{"file", "the places as the net lists them"},
	{"force", "the centre of gravity of each place's transitions"},
	{"bandwidth", "small bandwidth, by Cuthill and McKee"},
	{"sloan", "small profile, by Sloan"},
	{"chain", "one place after the other, by shared transitions"},
	{"invariant", "along the place invariants"},
	{"invariant force", "force, with invariants as further transitions"},
	{"nupn", "along the nested units"},
	{"tuned", "climb from the best of these for about a second"},
}

const OrderHelp = `METHOD is auto, file, force, bandwidth, sloan, chain, invariant, "invariant force", nupn or tuned.
"+groups" behind it puts places that exclude each other on one level, "reversed" turns the order
round: "force reversed+groups". If a net has no such order, the nearest of the method is
taken; the report names it. Anything else is a file as --save-order writes it: one level a
line, the top level first, places separated by blanks. The choice of auto and tuned takes at most
half of --limit-time.`

// readOrder returns the order of places that --order asks for, nil for auto and tuned, which Explore resolves itself.
// The name of a method selects the best match among the candidate orders of the net: the exact name first, then the
// same method with the same grouping, then any variant of the method. Any other value is the name of a file with an
// order.
func readOrder(ctx context.Context, wanted string, net *petri.Net) (*order.Decomposition, error) {
	base := orderBase(wanted)
	known := slices.ContainsFunc(orderMethods, func(m struct{ name, meaning string }) bool { return m.name == base })
	switch {
	case wanted == "auto" || wanted == "tuned":
		return nil, nil
	case !known:
		return readOrderFile(ctx, wanted, net)
	}
	flows, _ := structure.Semiflows(net, structure.Limit{})
	list := order.Candidates(net, flows, order.Options{Most: 1000})
	// Equal orders are listed once, under the first name: the second and third best matches are with and without
	// "reversed" and "+groups".
	for _, alike := range []func(a, b string) bool{
		func(a, b string) bool { return a == b },
		func(a, b string) bool {
			return orderBase(a) == orderBase(b) && strings.HasSuffix(a, "+groups") == strings.HasSuffix(b, "+groups")
		},
		func(a, b string) bool { return orderBase(a) == orderBase(b) },
	} {
		for i := range list {
			if alike(list[i].Method, wanted) {
				return &list[i], nil
			}
		}
	}
	return nil, fmt.Errorf("--order %s: %s", wanted, whyNoOrder(base, net, len(flows)))
}

// orderBase returns the method of an order without "reversed" and "+groups".
func orderBase(method string) string {
	return strings.TrimSuffix(strings.TrimSuffix(method, "+groups"), " reversed")
}

func whyNoOrder(base string, net *petri.Net, flows int) string {
	switch {
	case base == "nupn" && net.Units == nil:
		return fmt.Sprintf("net %s has no nested units", net.Name)
	case strings.HasPrefix(base, "invariant") && flows == 0:
		return fmt.Sprintf("no place invariant of net %s was found", net.Name)
	}
	return fmt.Sprintf("no such order for net %s: it equals another one, or the net is too large for it", net.Name)
}

func readOrderFile(ctx context.Context, name string, net *petri.Net) (*order.Decomposition, error) {
	f, err := input.Open(ctx, name)
	if err != nil {
		if os.IsNotExist(err) {
			var names []string
			for _, m := range orderMethods {
				names = append(names, m.name)
			}
			return nil, fmt.Errorf("--order %s: neither a method (%s) nor a file", name, strings.Join(names, ", "))
		}
		return nil, cli.FileError("read", err)
	}
	defer f.Close()
	d, err := order.Read(f, name, net)
	if err != nil {
		return nil, err
	}
	return &d, nil
}

func completeOrder(*cobra.Command, []string, string) ([]cobra.Completion, cobra.ShellCompDirective) {
	var list []cobra.Completion
	for _, m := range orderMethods {
		list = append(list, cobra.CompletionWithDesc(m.name, m.meaning))
	}
	return list, cobra.ShellCompDirectiveDefault // files as well
}
