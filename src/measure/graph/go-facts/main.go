// Go-facts prints what go/types says of the packages under a folder: each call with the place where its callee is declared, and each type with
// the interfaces of the folder that it implements. One JSON object a line.
//
//	go run main.go FOLDER > facts.jsonl
//
// Packages that are not there are taken for empty: what they would tell is unknown, and facts about the folder's own packages remain right.
package main

import (
	"bufio"
	"encoding/json"
	"go/ast"
	"go/build"
	"go/importer"
	"go/parser"
	"go/token"
	"go/types"
	"os"
	"path/filepath"
	"regexp"
	"sort"
	"strings"
)

// Fact is a call of a declaration, or a type that implements an interface. Places are `path:line`.
type Fact struct {
	Kind   string `json:"kind"`
	Path   string `json:"path"`
	Line   int    `json:"line"`
	Name   string `json:"name"`
	Target string `json:"target,omitempty"`
}

type loader struct {
	root     string
	modules  map[string]string
	fset     *token.FileSet
	std      types.Importer
	packages map[string]*types.Package
	infos    map[*types.Package]*types.Info
	files    map[string]bool
	out      *json.Encoder
	// The bodies of the functions of the package that is looked at.
	bodies []*ast.BlockStmt
}

var modulePath = regexp.MustCompile(`(?m)^\s*module\s+"?([^\s"]+)`)

func main() {
	root, err := filepath.Abs(os.Args[1])
	if err != nil {
		panic(err)
	}
	buffered := bufio.NewWriter(os.Stdout)
	defer buffered.Flush()
	fset := token.NewFileSet()
	l := &loader{
		root: root, modules: map[string]string{}, fset: fset, std: importer.ForCompiler(fset, "gc", nil),
		packages: map[string]*types.Package{}, infos: map[*types.Package]*types.Info{}, files: map[string]bool{}, out: json.NewEncoder(buffered),
	}
	build.Default.CgoEnabled = false
	var folders []string
	filepath.Walk(root, func(path string, info os.FileInfo, err error) error {
		if err != nil || !info.IsDir() {
			if err == nil && info.Name() == "go.mod" {
				if text, err := os.ReadFile(path); err == nil {
					if found := modulePath.FindSubmatch(text); found != nil {
						l.modules[string(found[1])] = filepath.Dir(path)
					}
				}
			}
			return nil
		}
		if name := info.Name(); path != root && (strings.HasPrefix(name, ".") || strings.HasPrefix(name, "_") || name == "testdata" || name == "vendor" || name == "node_modules") {
			return filepath.SkipDir
		}
		folders = append(folders, path)
		return nil
	})
	sort.Strings(folders)
	for _, folder := range folders {
		l.load(folder)
	}
	l.implementations()
	for _, folder := range folders {
		l.tests(folder)
	}
}

// Import finds a package of the folder, of the standard library, or an empty one.
func (l *loader) Import(path string) (*types.Package, error) {
	if path == "unsafe" {
		return types.Unsafe, nil
	}
	best, folder := "", ""
	for module, at := range l.modules {
		if module == "std" {
			if candidate := filepath.Join(at, path); best == "" && isFolder(candidate) {
				folder = candidate
			}
		} else if (path == module || strings.HasPrefix(path, module+"/")) && len(module) > len(best) {
			best, folder = module, filepath.Join(at, strings.TrimPrefix(path, module))
		}
	}
	if folder != "" {
		if found := l.load(folder); found != nil {
			return found, nil
		}
	}
	if best == "" {
		if found, err := l.std.Import(path); err == nil {
			return found, nil
		}
	}
	if found, ok := l.packages["empty "+path]; ok {
		return found, nil
	}
	name := path[strings.LastIndex(path, "/")+1:]
	empty := types.NewPackage(path, strings.TrimPrefix(strings.TrimSuffix(name, "-go"), "go-"))
	empty.MarkComplete()
	l.packages["empty "+path] = empty
	return empty, nil
}

func isFolder(path string) bool {
	info, err := os.Stat(path)
	return err == nil && info.IsDir()
}

// Load checks the package of a folder without its tests, and prints its calls.
func (l *loader) load(folder string) *types.Package {
	if found, ok := l.packages[folder]; ok {
		return found
	}
	l.packages[folder] = nil
	listed, err := build.ImportDir(folder, 0)
	if listed == nil || (err != nil && len(listed.GoFiles) == 0) {
		return nil
	}
	return l.check(folder, listed.GoFiles, nil)
}

func (l *loader) tests(folder string) {
	listed, err := build.ImportDir(folder, 0)
	if listed == nil || err != nil {
		return
	}
	if len(listed.TestGoFiles) > 0 {
		l.check("", append(absolute(folder, listed.GoFiles), absolute(folder, listed.TestGoFiles)...), listed.TestGoFiles)
	}
	if len(listed.XTestGoFiles) > 0 {
		l.check("", absolute(folder, listed.XTestGoFiles), listed.XTestGoFiles)
	}
}

func absolute(folder string, names []string) []string {
	var paths []string
	for _, name := range names {
		paths = append(paths, filepath.Join(folder, name))
	}
	return paths
}

// Check checks some files. `only`: the names of the files whose calls are printed; all where it is nil.
func (l *loader) check(folder string, names []string, only []string) *types.Package {
	var files []*ast.File
	for _, name := range names {
		path := name
		if folder != "" {
			path = filepath.Join(folder, name)
		}
		if file, _ := parser.ParseFile(l.fset, path, nil, 0); file != nil {
			files = append(files, file)
		}
	}
	if len(files) == 0 {
		return nil
	}
	info := &types.Info{
		Uses: map[*ast.Ident]types.Object{}, Types: map[ast.Expr]types.TypeAndValue{},
		Selections: map[*ast.SelectorExpr]*types.Selection{}, Instances: map[*ast.Ident]types.Instance{},
	}
	config := types.Config{Importer: l, Error: func(error) {}, FakeImportC: true}
	found, _ := config.Check(folder, l.fset, files, info)
	if folder != "" {
		l.packages[folder] = found
	}
	l.bodies = nil
	for _, file := range files {
		for _, each := range file.Decls {
			if function, ok := each.(*ast.FuncDecl); ok && function.Body != nil {
				l.bodies = append(l.bodies, function.Body)
			}
		}
	}
	for _, file := range files {
		path := l.fset.Position(file.Pos()).Filename
		if only != nil && !contains(only, filepath.Base(path)) {
			continue
		}
		l.calls(file, info)
	}
	return found
}

func contains(names []string, name string) bool {
	for _, each := range names {
		if each == name {
			return true
		}
	}
	return false
}

func (l *loader) place(pos token.Pos) (string, int, bool) {
	if !pos.IsValid() {
		return "", 0, false
	}
	at := l.fset.Position(pos)
	path, err := filepath.Rel(l.root, at.Filename)
	if err != nil || strings.HasPrefix(path, "..") || !filepath.IsAbs(at.Filename) {
		return "", 0, false
	}
	return path, at.Line, true
}

func (l *loader) calls(file *ast.File, info *types.Info) {
	path, _, ok := l.place(file.Package)
	if !ok {
		return
	}
	l.out.Encode(Fact{Kind: "file", Path: path})
	ast.Inspect(file, func(node ast.Node) bool {
		call, ok := node.(*ast.CallExpr)
		if !ok {
			return true
		}
		name := calleeName(call.Fun, info)
		if name == nil {
			return true
		}
		_, line, _ := l.place(name.Pos())
		target := "?"
		switch object := info.Uses[name].(type) {
		case *types.TypeName, *types.Builtin, *types.Nil:
			return true
		case *types.Func:
			target = l.targetOf(object.Pos())
		case *types.Var:
			target = l.targetOf(object.Pos())
			isPackages := object.Pkg() != nil && object.Parent() == object.Pkg().Scope()
			if object.IsField() && l.inFunction(object.Pos()) || !object.IsField() && !isPackages {
				target = "local"
			}
		}
		l.out.Encode(Fact{Kind: "call", Path: path, Line: line, Name: name.Name, Target: target})
		return true
	})
}

// InFunction says whether a position is inside the body of a function of the package.
func (l *loader) inFunction(pos token.Pos) bool {
	for _, body := range l.bodies {
		if body.Pos() <= pos && pos < body.End() {
			return true
		}
	}
	return false
}

func (l *loader) targetOf(pos token.Pos) string {
	path, line, ok := l.place(pos)
	if !ok {
		return "outside"
	}
	return path + ":" + itoa(line)
}

func itoa(number int) string {
	text, _ := json.Marshal(number)
	return string(text)
}

// CalleeName finds the name that a call names; there is none in a call of an element of a list.
func calleeName(expr ast.Expr, info *types.Info) *ast.Ident {
	switch fun := expr.(type) {
	case *ast.Ident:
		return fun
	case *ast.SelectorExpr:
		return fun.Sel
	case *ast.ParenExpr:
		return calleeName(fun.X, info)
	case *ast.IndexExpr:
		if _, ok := info.TypeOf(fun.X).(*types.Signature); ok {
			return calleeName(fun.X, info)
		}
	case *ast.IndexListExpr:
		return calleeName(fun.X, info)
	}
	return nil
}

// IsBroken says whether an interface embeds one that was not found: its methods are not known.
func isBroken(asked *types.Interface) bool {
	for at := 0; at < asked.NumEmbeddeds(); at++ {
		if asked.EmbeddedType(at).Underlying() == types.Typ[types.Invalid] {
			return true
		}
	}
	return false
}

func (l *loader) implementations() {
	var interfaces, concrete []*types.TypeName
	for folder, found := range l.packages {
		if found == nil || strings.HasPrefix(folder, "empty ") {
			continue
		}
		for _, name := range found.Scope().Names() {
			object, ok := found.Scope().Lookup(name).(*types.TypeName)
			if !ok || object.IsAlias() {
				continue
			}
			named, ok := object.Type().(*types.Named)
			if !ok || named.TypeParams().Len() > 0 {
				continue
			}
			if under, ok := named.Underlying().(*types.Interface); ok {
				if under.NumMethods() > 0 && under.IsMethodSet() && !isBroken(under) {
					interfaces = append(interfaces, object)
				}
			} else if named.Underlying() != types.Typ[types.Invalid] {
				concrete = append(concrete, object)
			}
		}
	}
	for _, kind := range []struct {
		name string
		list []*types.TypeName
	}{{"interface", interfaces}, {"type", concrete}} {
		for _, object := range kind.list {
			if path, line, ok := l.place(object.Pos()); ok {
				l.out.Encode(Fact{Kind: kind.name, Path: path, Line: line, Name: object.Name()})
			}
		}
	}
	for _, object := range concrete {
		path, line, ok := l.place(object.Pos())
		if !ok {
			continue
		}
		pointer := types.NewPointer(object.Type())
		for _, asked := range interfaces {
			if types.Implements(pointer, asked.Type().Underlying().(*types.Interface)) {
				l.out.Encode(Fact{Kind: "implements", Path: path, Line: line, Name: object.Name(), Target: l.targetOf(asked.Pos())})
			}
		}
	}
}
