// Package adapter knows how programs of others are called, and how their answers are read. An adapter is a table
// [tool.NAME] as suite files have them, in a file of the folder tools; a suite names it, and changes what it says.
package adapter

import (
	"embed"
	"fmt"
	"maps"
	"path"
	"sync"

	"brim/bench"
	"brim/bench/suitefile"
)

//go:embed tools/*.toml
var files embed.FS

// All returns the adapters by name.
func All() map[string]*suitefile.Tool { return maps.Clone(all()) }

var all = sync.OnceValue(func() map[string]*suitefile.Tool {
	tools, err := read()
	if err != nil {
		panic(err) // a test reads them
	}
	return tools
})

// read reads all files of the folder tools and returns their tables by name. Two files must not have one name in
// common.
func read() (map[string]*suitefile.Tool, error) {
	tools := map[string]*suitefile.Tool{}
	list, err := files.ReadDir("tools")
	if err != nil {
		return nil, err
	}
	for _, f := range list {
		name := path.Join("tools", f.Name())
		text, err := files.ReadFile(name)
		if err != nil {
			return nil, err
		}
		more, err := suitefile.Tools(name, text)
		if err != nil {
			return nil, err
		}
		for n, t := range more {
			if tools[n] != nil {
				return nil, fmt.Errorf("%s: there are two adapters %s", name, n)
			}
			tools[n] = t
		}
	}
	return tools, nil
}

// Bind returns the tool of an adapter with these parameters, which are lists or texts. It panics if there is no such
// adapter, or one of its parameters has no value.
func Bind(name string, parameters map[string]any) *bench.Tool {
	t := all()[name]
	if t == nil {
		panic("adapter: there is no " + name)
	}
	tool, err := t.Bind(parameters)
	if err != nil {
		panic("adapter: " + err.Error())
	}
	return tool
}
