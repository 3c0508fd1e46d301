class NoPackage {
  /** Doc
   * two. */
  void run() { go(); }
}
