/** Go: edges of small programs. */
import { expect, test } from "vitest";
import { dedent } from "../../helpers/dedent.js";
import { type EdgeCase, edgesOf, programOf, testEdges } from "../helpers.js";

/** Sources of a module `example.com/shop`. */
const shop = (files: Record<string, string>) => ({
  "go.mod": dedent`
    module example.com/shop

    go 1.22
  `,
  ...files,
});

const CART = {
  "cart/cart.go": dedent`
    package cart

    type Cart struct {
      items []*Item
      byName map[string]Item
      queue chan *Item
    }

    func New() *Cart { return &Cart{} }

    func Load(name string) (*Cart, error) { return nil, nil }
  `,
  "cart/item.go": dedent`
    package cart

    type Item struct{ Name string }

    func (i *Item) Use() int { return 1 }

    func (c *Cart) Add(item *Item) { c.items = append(c.items, item) }
  `,
};

const CASES: EdgeCase[] = [
  {
    name: "a package is a folder: its files see each other's names and methods",
    files: shop({
      ...CART,
      "cart/use.go": dedent`
      package cart

      func use() { New().Add(nil) }`,
    }),
    of: "cart/use.go",
    has: ["use calls cart/cart.go#New (exact)", "use calls cart/item.go#Cart.Add (exact)"],
  },
  {
    name: "an import leads to the files of the package that are used",
    files: shop({
      ...CART,
      "main.go": dedent`
        package main

        import "example.com/shop/cart"

        func main() { cart.New().Add(&cart.Item{Name: "a"}) }`,
    }),
    of: "main.go",
    has: [
      "file imports cart/cart.go# (import)",
      "file imports cart/item.go# (import)",
      "main calls cart/cart.go#New (import)",
      "main calls cart/item.go#Cart.Add (import)",
      "main references cart/item.go#Item (import)",
      "main references cart/item.go#Item.Name (import)",
    ],
  },
  {
    name: "values have the types of results, elements and loops",
    files: shop({
      ...CART,
      "cart/use.go": dedent`
        package cart

        func several() {
          c, err := Load("a")
          if err != nil { return }
          c.Add(nil)
          for _, each := range c.items { each.Use() }
          for name, item := range c.byName { item.Use(); _ = name }
          first := c.items[0]
          first.Use()
          next := <-c.queue
          next.Use()
          for more := range c.queue { more.Use() }
        }
      `,
    }),
    of: "cart/use.go",
    has: ["several calls cart/item.go#Cart.Add (exact)", "several calls cart/item.go#Item.Use (exact)"],
    hasNot: [/unresolved/],
  },
  {
    name: "embedded types promote fields and methods, the shallowest first",
    files: shop({
      "a.go": dedent`
        package shop

        type Base struct{ id int }

        func (b *Base) Close() {}
        func (b *Base) Open() {}

        type Middle struct{ Base }

        func (m *Middle) Open() {}

        type Top struct{ *Middle }

        func use(t Top) int {
          t.Close()
          t.Open()
          return t.id
        }
      `,
    }),
    of: "a.go",
    has: [
      "Middle inherits a.go#Base (exact)",
      "use calls a.go#Base.Close (exact)",
      "use calls a.go#Middle.Open (exact)",
      "use references a.go#Base.id (exact)",
    ],
    hasNot: ["use calls a.go#Base.Open (exact)"],
  },
  {
    name: "interfaces are implemented by methods of the same types alone",
    files: shop({
      "api/api.go": dedent`
        package api

        import "io"

        type Store interface {
          io.Closer
          Get(names ...string) (int, error)
        }

        type Other interface {
          Get(names []string) (int, error)
        }
      `,
      "disk/disk.go": dedent`
        package disk

        type Disk struct{ file }

        func (d *Disk) Get(names ...string) (int, error) { return 0, nil }

        type file struct{}

        func (f *file) Close() error { return nil }
      `,
    }),
    of: "disk/disk.go",
    has: ["Disk implements api/api.go#Store (import)", "Disk.Get overrides api/api.go#Store.Get (import)"],
    hasNot: [/api.go#Other/],
  },
  {
    name: "an interface that embeds a library's is implemented by a type that has enough of its methods, and others",
    files: shop({
      "a.go": dedent`
        package shop

        import "github.com/other/rest"

        type Carts interface {
          rest.Repository
          Get(id string) int
          Put(id string)
          Drop(id string)
        }

        type Few interface {
          rest.Repository
          Get(id string) int
          Put(id string)
        }
      `,
      "b.go": dedent`
        package shop

        type stored struct{}

        func (s *stored) Get(id string) int { return 0 }
        func (s *stored) Put(id string) {}
        func (s *stored) Drop(id string) {}
        func (s *stored) Count() int { return 0 }

        type plain struct{}

        func (p *plain) Get(id string) int { return 0 }
        func (p *plain) Put(id string) {}
        func (p *plain) Drop(id string) {}
      `,
    }),
    of: "b.go",
    has: ["stored implements a.go#Carts (exact)", "stored.Get overrides a.go#Carts.Get (exact)"],
    hasNot: [/Few/, /plain implements/],
  },
  {
    name: "a method with a small letter implements an interface of its own package only",
    files: shop({
      "a/a.go": dedent`
        package a

        type T struct{}

        func (T) close() {}

        type closer interface { close() }`,
      "b/b.go": dedent`
        package b

        type closer interface { close() }`,
    }),
    of: "a/a.go",
    has: ["T implements a/a.go#closer (exact)"],
    hasNot: [/b\/b.go/],
  },
  {
    name: "a call on an interface is a call of the interface's method",
    files: shop({
      "a.go": dedent`
        package shop

        type Store interface { Get() int }

        type Disk struct{}

        func (Disk) Get() int { return 1 }

        func use(s Store, v any) {
          s.Get()
          switch x := v.(type) {
          case *Disk:
            x.Get()
          case Store:
            x.Get()
          }
          if d, ok := v.(Disk); ok { d.Get() }
        }
      `,
    }),
    of: "a.go",
    has: ["use calls a.go#Store.Get (exact)", "use calls a.go#Disk.Get (exact)"],
    hasNot: [/unresolved/],
  },
  {
    name: "type arguments are written, or told by the arguments",
    files: shop({
      ...CART,
      "cart/use.go": dedent`
        package cart

        type List[T any] struct { all []T }

        func (l *List[E]) First() E { return l.all[0] }

        func Map[T, U any](list []T, f func(T) U) []U { return nil }

        func Keys[M ~map[K]V, K comparable, V any](m M) []V { return nil }

        func generic(c *Cart) {
          l := List[*Item]{}
          l.First().Use()
          Map([]int{1}, func(i int) *Item { return nil })[0].Use()
          Map[int, *Cart](nil, nil)[0].Add(nil)
          for _, item := range Keys(c.byName) { item.Use() }
        }
      `,
    }),
    of: "cart/use.go",
    has: [
      "generic calls cart/use.go#List.First (exact)",
      "generic calls cart/item.go#Item.Use (exact)",
      "generic calls cart/item.go#Cart.Add (exact)",
    ],
    hasNot: [/unresolved/],
  },
  {
    name: "other names: aliases of imports and of types, dots, and packages that are not called as their folders",
    files: shop({
      ...CART,
      "go-extra/extra.go": dedent`
        package extra

        func Do() {}`,
      "odd/file.go": dedent`
        package even

        func Run() {}`,
      "dots/dots.go": dedent`
        package dots

        func Dotted() {}`,
      "main.go": dedent`
        package main

        import (
          c "example.com/shop/cart"
          . "example.com/shop/dots"
          "example.com/shop/go-extra"
          "example.com/shop/odd"
        )

        type Basket = c.Cart

        func main() {
          var b Basket
          b.Add(nil)
          Dotted()
          extra.Do()
          even.Run()
        }
      `,
    }),
    of: "main.go",
    has: [
      "main calls cart/item.go#Cart.Add (import)",
      "main calls dots/dots.go#Dotted (import)",
      "main calls go-extra/extra.go#Do (import)",
      "main calls odd/file.go#Run (import)",
    ],
  },
  {
    name: "other modules and the standard library are outside",
    files: shop({
      "a.go": dedent`
        package shop

        import (
          "net/http"

          "github.com/other/yaml"
          "example.com/shop/gone"
        )

        type Server struct{ http.Server }

        func use(s *Server, w http.ResponseWriter) {
          yaml.Load().Each()
          s.ListenAndServe()
          w.Header().Set("a", "b")
          gone.Do()
        }
      `,
    }),
    of: "a.go",
    has: [
      "file imports net/http!* (external)",
      "use calls github.com/other/yaml!Load (external)",
      "use calls net/http!Server.ListenAndServe (external)",
      "use calls example.com/shop/gone!Do (external)",
    ],
    hasNot: [/unresolved/],
  },
  {
    name: "variants for several systems are one declaration, and each file sees its own",
    files: shop({
      "open_linux.go": dedent`
        package shop

        func open() { helper() }

        func helper() {}`,
      "open_windows.go": dedent`
        package shop

        func open() { helper() }

        func helper() {}`,
      "use.go": dedent`
        package shop

        func use() { open() }`,
    }),
    of: "use.go",
    has: ["use calls open_linux.go#open (exact)", "use calls open_windows.go#open (exact)"],
  },
  {
    name: "a file of one system calls that system's variant",
    files: shop({
      "open_linux.go": dedent`
        package shop

        func open() { helper() }`,
      "help.go": dedent`
        //go:build !windows

        package shop

        func helper() {}`,
      "help_windows.go": dedent`
        package shop

        func helper() {}`,
    }),
    of: "open_linux.go",
    has: ["open calls help.go#helper (exact)"],
    hasNot: [/help_windows/],
  },
  {
    name: "tests in a package of their own, and the names of tests, which only tests see",
    files: shop({
      "a.go": dedent`
        package shop

        func Make() { check() }`,
      "a_test.go": dedent`
        package shop

        func check() {}

        func Help() {}`,
      "b_test.go": dedent`
        package shop_test

        import "example.com/shop"

        func TestMake() { shop.Make(); shop.Help(); check() }

        func check() {}`,
    }),
    of: "b_test.go",
    has: [
      "TestMake calls a.go#Make (import)",
      "TestMake calls a_test.go#Help (import)",
      "TestMake calls b_test.go#check (exact)",
    ],
  },
  {
    name: "code does not see what tests declare",
    files: shop({
      "a.go": dedent`
      package shop

      func Make() { check() }`,
      "a_test.go": dedent`
      package shop

      func check() {}`,
    }),
    of: "a.go",
    has: ["Make calls ?check (unresolved)"],
  },
  {
    name: "a replaced module stands in the repository",
    files: {
      "app/go.mod": dedent`
        module example.com/app

        require example.com/lib v1.0.0

        replace example.com/lib => ../lib
      `,
      "lib/go.mod": "module example.com/renamed\n",
      "lib/lib.go": dedent`
        package lib

        func Do() {}`,
      "app/main.go": dedent`
        package main

        import "example.com/lib"

        func main() { lib.Do() }`,
    },
    of: "app/main.go",
    has: ["main calls lib/lib.go#Do (import)"],
  },
  {
    name: "without go.mod, the folder that an import ends with is a guess",
    files: {
      "pkg/lib/lib.go": dedent`
        package lib

        func Do() {}`,
      "main.go": dedent`
        package main

        import "github.com/me/app/pkg/lib"

        func main() { lib.Do() }`,
    },
    of: "main.go",
    has: ["main calls pkg/lib/lib.go#Do (unique)"],
  },
  {
    name: "conversions are not calls, and method values and expressions are uses",
    files: shop({
      ...CART,
      "cart/use.go": dedent`
        package cart

        type Number int

        func (n Number) Show() {}

        func use(c *Cart) {
          Number(1).Show()
          add := c.Add
          add(nil)
          f := (*Cart).Add
          f(c, nil)
          len(c.items)
        }
      `,
    }),
    of: "cart/use.go",
    has: [
      "use references cart/use.go#Number (exact)",
      "use calls cart/use.go#Number.Show (exact)",
      "use references cart/item.go#Cart.Add (exact)",
    ],
    hasNot: [/calls cart\/use.go#Number \(/, /calls .*Add/, /len/],
  },
  {
    name: "sequences, lists and pointers of the library's generic types hold the project's types",
    files: shop({
      ...CART,
      "cart/use.go": dedent`
        package cart

        import (
          "iter"
          "maps"
          "slices"
          "sync"
          "sync/atomic"
        )

        type Store struct {
          current atomic.Pointer[Cart]
          byName map[string]*Cart
        }

        func (s *Store) All() iter.Seq[*Cart] { return maps.Values(s.byName) }
        func (s *Store) Pairs() iter.Seq2[string, *Cart] { return maps.All(s.byName) }

        func loaded(s *Store) { s.current.Load().Add(nil) }
        func looped(s *Store) { for c := range s.All() { c.Add(nil) } }
        func paired(s *Store) { for _, c := range s.Pairs() { c.Add(nil) } }
        func collected(s *Store) { slices.Collect(s.All())[0].Add(nil) }
        func cloned(carts []*Cart) { slices.Clone(carts)[0].Add(nil) }
        func best(carts []*Cart) { slices.MaxFunc(carts, compare).Add(nil) }
        func backward(carts []*Cart) { for _, c := range slices.Backward(carts) { c.Add(nil) } }
        func once() { first := sync.OnceValue(New); first().Add(nil) }
        func unknown(m *sync.Map) { m.Add(nil) }
      `,
    }),
    of: "cart/use.go",
    has: ["loaded", "looped", "paired", "collected", "cloned", "best", "backward", "once"].map(
      (name) => `${name} calls cart/item.go#Cart.Add (exact)`,
    ),
    hasNot: [/^unknown calls cart/],
  },
  {
    name: "the result of a method of a generic type that nobody knows is unknown, the method of the library",
    files: shop({
      ...CART,
      "cart/use.go": dedent`
        package cart

        import "example.org/cache"

        func use(carts *cache.Cache[string, *Cart]) { carts.Get("a").Add(nil) }
      `,
    }),
    of: "cart/use.go",
    has: ["use calls example.org/cache!Cache.Get (external)"],
    hasNot: [/Add \((?:exact|import|external)\)/],
  },
  {
    name: "a type that embeds itself, and values that lead to each other, end",
    files: shop({
      "a.go": dedent`
        package shop

        type A struct{ *B }
        type B struct{ *A }
        type C C
        type D = D

        var x = y
        var y = x

        func f() { x.Do(); A{}.Do(); var c C; c.Do(); var d D; d.Do(); for z := z; ; { z.Do() } }
      `,
    }),
    of: "a.go",
    has: ["A inherits a.go#B (exact)"],
  },
];

testEdges(CASES);

testEdges([
  {
    name: "the results of a call are the arguments of the one around it",
    files: shop({
      "a.go": dedent`
        package shop

        type User struct{}

        func (u *User) Rename() {}
        func open() (*User, error) { return nil, nil }
        func must[T any](value T, err error) T { return value }
        func use() { must(open()).Rename() }
      `,
    }),
    of: "a.go",
    has: ["use calls a.go#User.Rename (exact)"],
  },
]);

testEdges([
  {
    name: "a method knows the bounds of the type parameters of its type",
    files: shop({
      "a.go": dedent`
        package shop

        type Event interface{ Next() error }
        type Hook[T Event] struct{ last T }

        func (h *Hook[T]) Trigger(event T) { event.Next(); h.last.Next() }
      `,
    }),
    of: "a.go",
    has: ["Hook.Trigger calls a.go#Event.Next (exact)"],
  },
]);

testEdges([
  {
    name: "a struct without a name has the members of what it embeds",
    files: shop({
      "a.go": dedent`
        package shop

        import "sync"

        type Base struct{}

        func (b *Base) Save() {}

        var tags = struct {
          sync.RWMutex
          m map[string]int
        }{m: map[string]int{}}

        func use() {
          tags.Lock()
          proxy := &struct{ Base }{}
          proxy.Save()
        }
      `,
    }),
    of: "a.go",
    has: ["use calls sync!RWMutex.Lock (external)", "use calls a.go#Base.Save (exact)"],
  },
  {
    name: "a call of a library whose arguments are of libraries alone gives nothing of the project",
    files: shop({
      "a.go": dedent`
        package shop

        import "example.org/metrics"

        type Election struct{}

        func (e *Election) Observe(value float64) {}

        func use() {
          counter := metrics.NewCounterVec(metrics.Opts{Name: "a"}, []string{"from"}, map[string]int{})
          counter.WithLabelValues("a").Observe(1)
        }
      `,
    }),
    of: "a.go",
    hasNot: [/Election\.Observe/, /unresolved/],
  },
]);

testEdges([
  {
    name: "an element of an element, by the names of variables",
    files: shop({
      "a.go": dedent`
        package shop

        type Cell struct{}

        func (c *Cell) Draw() {}

        var corner int

        type Board struct{ cells [][]*Cell; cube [][][]Cell }

        func (b *Board) paint(i, j int, own [][]*Cell) {
          b.cells[i][j].Draw()
          own[i][corner].Draw()
          b.cube[i][j][i].Draw()
        }
      `,
    }),
    of: "a.go",
    has: [
      "Board.paint calls a.go#Cell.Draw (exact)",
      "Board.paint references a.go#Board.cells (exact)",
      "Board.paint references a.go#Board.cube (exact)",
      "Board.paint references a.go#corner (exact)",
    ],
    hasNot: [/unresolved/],
  },
  {
    name: "the arguments of a list that is passed with dots are its elements",
    files: shop({
      "a.go": dedent`
        package shop

        import "google.golang.org/grpc"

        type Item struct{}

        func (i *Item) Close() {}
        func first[T any](items ...T) T { return items[0] }

        func use(endpoint string, options []grpc.DialOption, items []*Item) {
          first(items...).Close()
          conn, _ := grpc.Dial(endpoint, options...)
          conn.Reset()
        }
      `,
    }),
    of: "a.go",
    has: ["use calls a.go#Item.Close (exact)"],
    hasNot: [/unresolved/],
  },
]);

testEdges([
  {
    name: "functions of samber/lo and caches of libraries give what they hold",
    files: shop({
      "a.go": dedent`
        package shop

        import (
          lru "github.com/hashicorp/golang-lru/v2"
          "github.com/samber/lo"
        )

        type Item struct{}
        func (i *Item) Use() {}
        type Cart struct{ items []*Item }
        func (c *Cart) Add() {}

        func filtered(items []*Item) { lo.Filter(items, func(i *Item, _ int) bool { return true })[0].Use() }
        func mapped(items []*Item) {
          for _, cart := range lo.Map(items, func(i *Item, _ int) *Cart { return nil }) { cart.Add() }
        }
        func flat(carts []*Cart) { lo.FlatMap(carts, func(c *Cart, _ int) []*Item { return c.items })[0].Use() }
        func keyed(items []*Item) { lo.KeyBy(items, func(i *Item) string { return "" })["a"].Use() }
        func grouped(items []*Item) { lo.GroupBy(items, func(i *Item) string { return "" })["a"][0].Use() }
        func found(items []*Item) { item, ok := lo.Find(items, func(i *Item) bool { return true }); if ok { item.Use() } }
        func cached(cache *lru.Cache[string, *Item]) { item, _ := cache.Get("a"); item.Use() }
      `,
    }),
    of: "a.go",
    has: [
      ...["filtered", "flat", "keyed", "grouped", "found", "cached"].map(
        (name) => `${name} calls a.go#Item.Use (exact)`,
      ),
      "mapped calls a.go#Cart.Add (exact)",
    ],
  },
]);

const ORDERS = dedent`
  package orders

  import (
    "context"
    "google.golang.org/grpc"
  )

  type OrdersClient interface {
    Place(ctx context.Context, in *Order, opts ...grpc.CallOption) (*Order, error)
    Close() error
  }
  type ordersClient struct{ cc grpc.ClientConnInterface }
  func NewOrdersClient(cc grpc.ClientConnInterface) OrdersClient { return &ordersClient{cc} }
  func (c *ordersClient) Place(ctx context.Context, in *Order, opts ...grpc.CallOption) (*Order, error) { return nil, nil }

  type OrdersServer interface {
    Place(context.Context, *Order) (*Order, error)
  }
`;

testEdges([
  {
    name: "a call of a client of gRPC is likely one of the server's method",
    files: shop({
      "orders/orders.pb.go": dedent`
        package orders

        type Order struct{}`,
      "orders/orders_grpc.pb.go": ORDERS,
      "cart/use.go": dedent`
        package cart

        import "example.com/shop/orders"

        func use(client orders.OrdersClient) {
          client.Place(nil, nil)
          client.Close()
        }
      `,
    }),
    of: "cart/use.go",
    has: [
      "use calls orders/orders_grpc.pb.go#OrdersClient.Place (import)",
      "use calls orders/orders_grpc.pb.go#OrdersServer.Place (unique)",
      "use calls orders/orders_grpc.pb.go#OrdersClient.Close (import)",
    ],
    hasNot: [/OrdersServer\.Close/],
  },
  {
    name: "a client whose server stands elsewhere is not that of gRPC",
    files: shop({
      "orders/client.go": dedent`
        package orders

        type OrdersClient interface { Place() }`,
      "orders/server.go": dedent`
        package orders

        type OrdersServer interface { Place() }`,
      "orders/use.go": dedent`
        package orders

        func use(client OrdersClient) { client.Place() }`,
    }),
    of: "orders/use.go",
    has: ["use calls orders/client.go#OrdersClient.Place (exact)"],
    hasNot: [/OrdersServer/],
  },
]);

test("a type contains its methods of other files", () => {
  expect(edgesOf(programOf(shop(CART)), "cart/cart.go", ["contains"])).toContain(
    "Cart contains cart/item.go#Cart.Add (exact)",
  );
});
