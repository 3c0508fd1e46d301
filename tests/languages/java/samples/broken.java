package com.acme;

import com.acme.util.*;

class Broken {
  int before() { return 1; }

<<<<<<< HEAD
  void ours(int a) { a.run(); }
=======
  void theirs(String b) { b.run(); }
>>>>>>> branch

  void open( {
    after();

  void after() {}
}
