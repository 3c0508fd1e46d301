def before():
    return 1


<<<<<<< HEAD
def ours(x):
    return before()
=======
def theirs(x):
    return before() + 1
>>>>>>> feature


class After:
    def method(self):
        return before()
