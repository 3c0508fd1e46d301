/**
 * Collections and functions of Guava, as far as they hand back what they are given, in the form of the table of the Java library
 * (scripts/java/LibraryTable.java): a list that cannot change has the elements of the project, and `getOnlyElement` gives one of them.
 */

/** Calls with one to six elements, and with more. */
const some = (name: string, result: string): string[] => [
  ...Array.from({ length: 7 }, (_, count) => `s ${name}<E>(${Array(count).fill("E").join()})${result}`),
  `sv ${name}<E>(E,E,E,E,E,E,E[])${result}`,
];

/** The static methods of a collection that cannot change, and those of its builder. */
const unchanging = (name: string, base: string): Record<string, string> => ({
  [name]: [
    `c<E> ImmutableCollection<E> ${base}<E>`,
    ...some("of", `${name}<E>`),
    `s copyOf<E>(Iterable<?+E>)${name}<E>`,
    `s copyOf<E>(E[])${name}<E>`,
    `s builder<E>()${name}.Builder<E>`,
    `s to${name}<E>()Collector<E,?,${name}<E>>`,
  ].join("\n"),
  [`${name}.Builder`]: [
    "c<E>",
    " new()",
    ` add(E)${name}.Builder<E>`,
    `v add(E[])${name}.Builder<E>`,
    ` addAll(Iterable<?+E>)${name}.Builder<E>`,
    ` build()${name}<E>`,
  ].join("\n"),
});

const pairs = (count: number) => Array.from({ length: count }, () => "K,V").join();

/** A map of several values a key, by the collection that it gives for one. */
const manyValued = (name: string, base: string): Record<string, string> => ({
  [name]: `c<K,V> ${base}<K,V>\ns create<K,V>()${name}<K,V>\ns create<K,V>(Multimap<?+K,?+V>)${name}<K,V>`,
});

const MAPS = ["HashMap", "LinkedHashMap", "TreeMap"].flatMap((name) => [
  `s new${name}<K,V>()${name}<K,V>`,
  `s new${name}<K,V>(Map<?+K,?+V>)${name}<K,V>`,
]);

const made = (name: string): string[] => [
  `s new${name}<E>()${name}<E>`,
  `s new${name}<E>(Iterable<?+E>)${name}<E>`,
  `sv new${name}<E>(E[])${name}<E>`,
];

/** For each package its types, each with its members in lines. */
export const GUAVA: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  "com.google.common.base": {
    Function: "i<F,T> Function<F,T>",
    Predicate: "i<T> Predicate<T>",
    Supplier: "i<T> Supplier<T>",
    Suppliers: "c\ns memoize<T>(Supplier<T>)Supplier<T>\ns ofInstance<T>(T)Supplier<T>",
    MoreObjects: "c\ns firstNonNull<T>(T,T)T",
    Preconditions: "c\ns checkNotNull<T>(T)T\ns checkNotNull<T>(T,Object)T\nsv checkNotNull<T>(T,String,Object[])T",
    Optional: [
      "c<T>",
      "s of<T>(T)com.google.common.base:Optional<T>",
      "s fromNullable<T>(T)com.google.common.base:Optional<T>",
      "s absent<T>()com.google.common.base:Optional<T>",
      " get()T",
      " or(T)T",
      " orNull()T",
      " isPresent()boolean",
      " toJavaUtil()Optional<T>",
      " transform<V>(Function<?-T,V>)com.google.common.base:Optional<V>",
    ].join("\n"),
  },
  "com.google.common.collect": {
    ImmutableCollection: "c<E> AbstractCollection<E>\n asList()ImmutableList<E>",
    ...unchanging("ImmutableList", "List"),
    ...unchanging("ImmutableSet", "Set"),
    ...unchanging("ImmutableSortedSet", "NavigableSet"),
    ImmutableMap: [
      "c<K,V> Map<K,V>",
      ...Array.from({ length: 6 }, (_, count) => `s of<K,V>(${pairs(count)})ImmutableMap<K,V>`),
      "s copyOf<K,V>(Map<?+K,?+V>)ImmutableMap<K,V>",
      "s builder<K,V>()ImmutableMap.Builder<K,V>",
      " entrySet()ImmutableSet<Map.Entry<K,V>>",
      " keySet()ImmutableSet<K>",
      " values()ImmutableCollection<V>",
    ].join("\n"),
    "ImmutableMap.Builder": [
      "c<K,V>",
      " new()",
      " put(K,V)ImmutableMap.Builder<K,V>",
      " putAll(Map<?+K,?+V>)ImmutableMap.Builder<K,V>",
      " build()ImmutableMap<K,V>",
      " buildOrThrow()ImmutableMap<K,V>",
    ].join("\n"),
    Multimap: [
      "i<K,V>",
      " get(K)Collection<V>",
      " put(K,V)boolean",
      " putAll(K,Iterable<?+V>)boolean",
      " values()Collection<V>",
      " keySet()Set<K>",
      " asMap()Map<K,Collection<V>>",
      " entries()Collection<Map.Entry<K,V>>",
      " removeAll(Object)Collection<V>",
    ].join("\n"),
    ListMultimap: "i<K,V> Multimap<K,V>\n get(K)List<V>\n removeAll(Object)List<V>",
    SetMultimap: "i<K,V> Multimap<K,V>\n get(K)Set<V>\n removeAll(Object)Set<V>",
    ...manyValued("ArrayListMultimap", "ListMultimap"),
    ...manyValued("LinkedListMultimap", "ListMultimap"),
    ...manyValued("HashMultimap", "SetMultimap"),
    ...manyValued("LinkedHashMultimap", "SetMultimap"),
    Lists: [
      "c",
      ...made("ArrayList"),
      ...made("LinkedList"),
      "s newArrayListWithCapacity<E>(int)ArrayList<E>",
      "s newArrayListWithExpectedSize<E>(int)ArrayList<E>",
      "s transform<F,T>(List<F>,Function<?-F,?+T>)List<T>",
      "s reverse<T>(List<T>)List<T>",
      "s partition<T>(List<T>,int)List<List<T>>",
    ].join("\n"),
    Sets: [
      "c",
      ...made("HashSet"),
      ...made("LinkedHashSet"),
      ...made("TreeSet"),
      "s union<E>(Set<?+E>,Set<?+E>)Set<E>",
      "s intersection<E>(Set<E>,Set<?>)Set<E>",
      "s difference<E>(Set<E>,Set<?>)Set<E>",
      "s filter<E>(Set<E>,Predicate<?-E>)Set<E>",
    ].join("\n"),
    Maps: [
      "c",
      ...MAPS,
      "s transformValues<K,A,B>(Map<K,A>,Function<?-A,B>)Map<K,B>",
      "s filterKeys<K,V>(Map<K,V>,Predicate<?-K>)Map<K,V>",
      "s filterValues<K,V>(Map<K,V>,Predicate<?-V>)Map<K,V>",
      "s uniqueIndex<K,V>(Iterable<V>,Function<?-V,K>)ImmutableMap<K,V>",
      "s immutableEntry<K,V>(K,V)Map.Entry<K,V>",
    ].join("\n"),
    Iterables: [
      "c",
      "s getOnlyElement<T>(Iterable<T>)T",
      "s getOnlyElement<T>(Iterable<?+T>,T)T",
      "s getFirst<T>(Iterable<?+T>,T)T",
      "s getLast<T>(Iterable<T>)T",
      "s getLast<T>(Iterable<?+T>,T)T",
      "s get<T>(Iterable<T>,int)T",
      "s concat<T>(Iterable<?+T>,Iterable<?+T>)Iterable<T>",
      "s filter<T>(Iterable<T>,Predicate<?-T>)Iterable<T>",
      "s filter<T>(Iterable<?>,Class<T>)Iterable<T>",
      "s find<T>(Iterable<T>,Predicate<?-T>)T",
      "s transform<F,T>(Iterable<F>,Function<?-F,?+T>)Iterable<T>",
      "s any<T>(Iterable<T>,Predicate<?-T>)boolean",
      "s all<T>(Iterable<T>,Predicate<?-T>)boolean",
      "s limit<T>(Iterable<T>,int)Iterable<T>",
      "s skip<T>(Iterable<T>,int)Iterable<T>",
    ].join("\n"),
  },
};
