package com.acme;

class Expressions {
  private Repo<User> repo;

  void chains(Object given, User[] users, List<? extends User> list) {
    repo.find("a", 1L).name().trim();
    this.repo.save(users[0]);
    ((User) given).rename('x', 1.5f, null, !true, users.length + 1);
    Outer.Inner.create().run();
    new User("a").greet();
    Expressions.this.chains(null, null, null);
    String text = "a" + given, other = text.trim();
    for (var user : list) user.greet();
    for (User user : users) user.greet();
    for (int i = 0; i < users.length; i++) users[i].greet();
    try (var file = open(); file) {
      file.read();
    } catch (FirstException | SecondException e) {
      e.getMessage();
    } catch (IllegalStateException e) {
      e.getCause();
    }
  }

  void lambdas() {
    list.stream().map(user -> user.name()).filter(this::isGood).map(User::name).forEach(System.out::println);
    list.sort((a, b) -> {
      int order = a.compareTo(b);
      return order;
    });
    Function<User, String> f = user -> user.name();
    run(() -> {});
    make(User::new, int[]::new, (User a, int b) -> a);
    Supplier<Runnable> g = () -> () -> stop();
  }

  Comparator<User> order() {
    return (a, b) -> a.name().compareTo(b.name());
  }

  Object patterns(Object given, Size size) {
    if (given instanceof User user && user.isGood()) user.greet();
    if (!(given instanceof final Repo<?> found)) return null;
    found.find();
    switch (size) {
      case SMALL:
        break;
      case LARGE:
        stop();
    }
    return switch (given) {
      case Circle c when c.radius() > 1 -> c.area();
      case Point(int x, var y) -> y.trim();
      case null, default -> size.label();
    };
  }

  void anonymous() {
    int count = 0;
    Runnable task = new Runnable() {
      int count = 1;

      @Override
      public void run() {
        count++;
        stop();
      }
    };
    class Local extends User {
      void go() {
        greet();
      }
    }
    new Local().go();
    outer.new Inner();
    label:
    while (true) {
      break label;
    }
    @SuppressWarnings({"a", Names.B})
    Class<?> type = User.class;
    Collections.<User>emptyList().get(0).greet();
    a.b.C.run();
  }

  class Sub extends Base implements Walk {
    Sub() {
      super(1);
    }

    public void walk() {
      super.walk();
      Walk.super.walk();
    }
  }
}
