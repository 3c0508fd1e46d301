//go:build linux && !cgo

// Package server answers requests.
//
// It is a sample.
package server

import (
	"context"
	"fmt"

	. "example.com/shop/dots"
	_ "example.com/shop/effects"
	"example.com/shop/go-store/v2"
	pay "example.com/shop/payment"
)

// MaxConns bounds the connections.
const MaxConns = 10

// Kinds of state.
const (
	// Idle waits.
	Idle State = iota
	Busy
)

var (
	defaultServer = New("a", 1)
	count, total  int
)

// Serve answers on the default server.
//
// Deprecated: use Server.Serve.
func Serve() error { return defaultServer.Serve(context.Background()) }

func (s *Server) addr() string { return s.config.host }

// Server answers requests.
type Server struct {
	*Base
	store.Cache
	Name   string `json:"name"`
	config struct {
		host string
		port int
	}
	handlers map[string][]Handler // by path
	items    chan<- *Item
}

// Handler handles one request.
type Handler interface {
	fmt.Stringer
	// Handle does it.
	Handle(ctx context.Context, names ...string) (n int, err error)
}

type (
	// State is what it does now.
	State int
	// Names are other names for strings.
	Names = []string
	// Number is a number.
	Number interface{ ~int | float64 }
	// Pair has two values.
	Pair[K comparable, V any] struct {
		Key   K
		Value V
	}
	handlerFunc func(context.Context) error
)

// New makes a server.
func New(name string, port int) *Server {
	return &Server{Name: name, Base: &Base{id: 1}, handlers: map[string][]Handler{"/": {newHandler()}}}
}

// Serve answers until the context ends.
func (s *Server) Serve(ctx context.Context) (err error) {
	for path, list := range s.handlers {
		for _, h := range list {
			n, err := h.Handle(ctx, path)
			if err != nil {
				return fmt.Errorf("handle %q: %w", path, err)
			}
			s.record(n)
		}
	}
	switch value := ctx.Value("x").(type) {
	case *Item:
		value.Use()
	case int, string:
		use(value)
	}
	item := pay.Find(s.addr())[0]
	item.Charge()
	run := s.addr
	run()
	done := func(i int) { s.record(i) }
	done(1)
	defer func() { recover() }()
	type local struct{ a int }
	l := local{a: 2}
	_ = l.a
	select {
	case s.items <- new(Item):
	case r := <-results:
		r.Use()
	}
	return s.Base.Close()
}

func (p Pair[K, V]) Swap() Pair[V, K] {
	return Pair[V, K]{}
}

// Map maps.
func Map[T, U any](list []T, f func(T) U) []U {
	var out []U
	for _, each := range list {
		out = append(out, f(each))
	}
	return out
}

func use(of any) {
	pairs := Map[int, *Item]([]int{1}, func(i int) *Item { return nil })
	pairs[0].Use()
	first := Map([]string{""}, makeItem)
	first[0].Use()
	if h, ok := of.(Handler); ok {
		h.Handle(nil)
	}
	keep[int](Idle.String())
	(*Server)(nil).Serve(nil)
	f := (*Server).Serve
	Names(nil)[0] = "x"
}
