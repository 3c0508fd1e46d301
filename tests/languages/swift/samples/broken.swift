import Foundation

struct Before { func kept() { helper() } }

<<<<<<< HEAD
func left() { one() }
=======
func right() { two() }
>>>>>>> other

class After: Base {
    func alsoKept( { broken
    func last() { three() }
