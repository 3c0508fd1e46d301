/** Types and functions of the standard library of Kotlin, as far as their names tell. */
import { words } from "../../base/words.js";
import { libraryClass } from "./library.js";
import type { JvmClass } from "./types.js";

/** The types of the platform that Kotlin has other names for. */
const TYPES: Readonly<Record<string, [module: string, name: string]>> = {
  Any: ["java.lang", "Object"],
  Annotation: ["java.lang.annotation", "Annotation"],
  Collection: ["java.util", "Collection"],
  MutableCollection: ["java.util", "Collection"],
  List: ["java.util", "List"],
  MutableList: ["java.util", "List"],
  ArrayList: ["java.util", "ArrayList"],
  Set: ["java.util", "Set"],
  MutableSet: ["java.util", "Set"],
  HashSet: ["java.util", "HashSet"],
  LinkedHashSet: ["java.util", "LinkedHashSet"],
  Map: ["java.util", "Map"],
  MutableMap: ["java.util", "Map"],
  HashMap: ["java.util", "HashMap"],
  LinkedHashMap: ["java.util", "LinkedHashMap"],
  Iterator: ["java.util", "Iterator"],
  MutableIterator: ["java.util", "Iterator"],
  MutableIterable: ["java.lang", "Iterable"],
  Sequence: ["java.lang", "Iterable"],
  Comparator: ["java.util", "Comparator"],
  Lazy: ["kotlin", "Lazy"],
  Pair: ["kotlin", "Pair"],
  Triple: ["kotlin", "Triple"],
  IndexedValue: ["kotlin.collections", "IndexedValue"],
  NoSuchElementException: ["java.util", "NoSuchElementException"],
  ConcurrentModificationException: ["java.util", "ConcurrentModificationException"],
};

/** The type that a name of Kotlin's own means; null for other names. */
export function kotlinType(name: string): JvmClass | null {
  const known = Object.hasOwn(TYPES, name) ? TYPES[name] : undefined;
  return known === undefined ? null : libraryClass(known[0], known[1]);
}

/** Functions that call their lambda with the receiver. */
export const WITH_RECEIVER = words("let also takeIf takeUnless use");
/** Functions in whose lambda the receiver is `this`. */
export const BEING_RECEIVER = words("apply run");
/** Functions in whose lambda `this` is what they make. */
export const BUILT: ReadonlyMap<string, readonly [module: string, name: string]> = new Map([
  ["buildString", ["java.lang", "StringBuilder"]],
  ["buildList", ["java.util", "List"]],
  ["buildSet", ["java.util", "Set"]],
  ["buildMap", ["java.util", "Map"]],
]);
/** Functions with a lambda that has no receiver, in addition to the functions in the lists below. */
export const NO_RECEIVER = words(`
  lazy repeat runCatching synchronized require check requireNotNull checkNotNull onSuccess onFailure getOrElse getOrPut ifEmpty fold reduce
  thread measureTime measureTimeMillis
`);
/** Functions whose result is that of their lambda. */
export const GIVING_RESULT = words("let run use");
/** The same, which are called without a receiver. */
export const GIVING_RESULT_ALONE = words(
  "with run withContext withTimeout withTimeoutOrNull coroutineScope supervisorScope runBlocking synchronized",
);
/** Functions whose result is the receiver. */
export const GIVING_RECEIVER = words("also apply takeIf takeUnless onEach");
/** Functions that call their lambda with each element of the receiver. */
export const WITH_EACH = words(`
  forEach map filter filterNot any all none find findLast first firstOrNull last lastOrNull single singleOrNull count sumOf sumBy sortedBy
  sortedByDescending maxByOrNull minByOrNull maxBy minBy maxOf minOf groupBy associateBy associate associateWith mapNotNull flatMap partition
  onEach takeWhile dropWhile indexOfFirst indexOfLast distinctBy joinToString removeAll retainAll sortBy mapTo firstNotNullOf firstNotNullOfOrNull
  flatMapTo mapNotNullTo filterTo filterNotTo maxOfOrNull minOfOrNull groupingBy removeIf sumByDouble associateByTo groupByTo
  mapValues mapKeys collect collectLatest mapLatest flatMapLatest flatMapConcat flatMapMerge update updateAndGet getAndUpdate
`);
/** Functions that call their lambda with the number of an element, and the element. */
export const WITH_NUMBER = words("forEachIndexed mapIndexed filterIndexed mapIndexedNotNull");
/** Functions that call their lambda with what they have so far, and the next element. */
export const WITH_SO_FAR = words("fold foldRight reduce reduceOrNull reduceRight runningFold scan");
/** Functions that give a list of the receiver's elements. */
export const SAME_ELEMENTS = words(`
  filter filterNot filterNotNull sortedBy sortedByDescending sortedWith sorted sortedDescending reversed take takeLast drop dropLast takeWhile
  dropWhile distinct distinctBy onEach toList toMutableList asSequence asIterable filterIndexed shuffled orEmpty distinctUntilChanged
  distinctUntilChangedBy debounce sample conflate buffer catch onStart onCompletion flowOn asFlow stateIn shareIn asStateFlow asSharedFlow
`);
/** Functions of a flow that give its elements as a list or a set, and functions that give a flow with a value. */
export const LISTING_FLOW = words("toList toSet");
export const HOLDING_STATE = words("stateIn asStateFlow");
/** Functions that give one of the receiver's elements. */
export const ONE_ELEMENT = words(`
  first firstOrNull last lastOrNull single singleOrNull find findLast maxByOrNull minByOrNull maxBy minBy getOrNull elementAt random randomOrNull
  removeFirst removeLast removeFirstOrNull removeLastOrNull
`);
/** Functions that give a text. */
export const TEXTS = words(`
  trimIndent trimMargin joinToString lowercase uppercase substringBefore substringAfter removePrefix removeSuffix padStart padEnd buildString readText
`);
/** Properties of collections, and the methods of Java's that read them. */
export const READ_BY: ReadonlyMap<string, string> = new Map([
  ["entries", "entrySet"],
  ["keys", "keySet"],
]);
/** Functions of a map that give a map of its entries. */
export const SAME_ENTRIES = words("filter filterNot filterKeys filterValues toMap toMutableMap onEach");
/** Functions that give a list of what their lambda gives. */
export const MAPPED = words("map mapNotNull mapIndexed mapIndexedNotNull mapLatest");
/** Functions that give the elements of the lists or flows that their lambda gives. */
export const FLAT_MAPPED = words("flatMap flatMapLatest flatMapConcat flatMapMerge");
/** Functions that give a list of their arguments. */
export const LISTED = words(
  "listOf mutableListOf arrayListOf listOfNotNull setOf mutableSetOf hashSetOf linkedSetOf sequenceOf",
);
/** Functions that make a number of another type of a number or a text. */
export const NUMBERS: ReadonlyMap<string, string> = new Map(
  ["Byte", "Short", "Int", "Long", "Float", "Double"].map((name) => [`to${name}`, name.toLowerCase()]),
);
/** Functions that give a map of their pairs. */
export const PAIRED = words("mapOf mutableMapOf hashMapOf linkedMapOf sortedMapOf");
