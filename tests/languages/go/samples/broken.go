package broken

import "fmt"

type Box struct {
	a int
<<<<<<< HEAD
	b string
=======
	b int
>>>>>>> other
}

func (b *Box) Open() { fmt.Println(b.a)

func Close(b *Box) {
	b.Open()
}

func after() int { return 1 }
