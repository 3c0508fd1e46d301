package com.acme

class Expressions(private val repo: Repo<User>) {
  fun chains(user: User?, vararg others: User) {
    repo.find("a", 1L).name()
    user?.greet()
    user!!.friend.greet()
    val found = repo.find("a")
    found.greet()
    val typed: User = repo.load()
    typed.friend.friend.greet()
    for (other in others) other.greet()
    (user as Admin).ban()
    if (user is Admin) user.ban()
    when (user) {
      is Admin -> user.ban()
      null -> return
      else -> user.greet()
    }
    others[0].greet()
    "a ${user.name} b"
    this.repo.save(user)
    User.of("a").greet()
    com.acme.User.of("b")
  }

  fun lambdas(all: List<User>) {
    all.map { it.friend }.forEach { each -> each.greet() }
    all.forEachIndexed { at, user -> user.rename(at) }
    user.let { it.greet() }
    all.map(User::friend)
    run(times = 2) { stop() }
    val task = object : Task {
      override fun go() {
        stop()
      }
    }
    task.go()
    try {
      risky()
    } catch (e: IllegalStateException) {
      e.message
    }
  }

  fun User.extended() {
    greet()
    this.friend
  }
}

fun top() = Expressions(Repo())
