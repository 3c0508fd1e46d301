/** Kotlin, by tree-sitter-kotlin. */
import { words } from "../../base/words.js";
import { routes } from "../jvm/routes.js";
import { runtimeGlobals as javaGlobals, runtimeMembers as javaMembers } from "../jvm/runtime.js";
import { BUILD_FILES, command, runOf } from "../jvm/test-commands.js";
import { usage } from "../jvm/usage.js";
import { defineLanguage } from "../language.js";
import { withoutPackage } from "../qualified-name.js";
import { cases } from "./tests.js";

/** Members of the standard library of Kotlin, beside those of Java's. */
const MEMBERS = words(`
  let run also apply takeIf takeUnless use with to invoke component1 component2 copy plus minus times div rem contains rangeTo until downTo step
  filterNot filterNotNull filterIsInstance mapNotNull mapIndexed mapTo flatten flatMap forEachIndexed first firstOrNull last lastOrNull single
  singleOrNull find findLast any all none sumOf sumBy maxOf minOf maxBy minBy maxByOrNull minByOrNull sortedBy sortedByDescending sortedWith
  groupBy associate associateBy associateWith partition zip windowed chunked joinToString toList toMutableList toSet toMutableSet toMap
  toMutableMap toTypedArray toInt toLong toDouble toFloat isNullOrEmpty isNullOrBlank isNotEmpty isNotBlank orEmpty ifEmpty getOrNull getOrElse
  getOrPut onEach drop dropLast take takeLast distinct distinctBy reversed indices withIndex fold reduce lines trimIndent trimMargin
  substringBefore substringAfter removePrefix removeSuffix padStart padEnd launch async await collect emit map asSequence asFlow
`);

const GLOBALS = words(`
  Any Unit Nothing Int Long Short Byte Char Boolean Float Double Number String CharSequence Array IntArray LongArray ByteArray CharArray
  BooleanArray DoubleArray FloatArray ShortArray List MutableList Set MutableSet Map MutableMap Collection MutableCollection Iterable
  MutableIterable Iterator MutableIterator Sequence Pair Triple Result Lazy Comparable Comparator Throwable Function
  ArrayList HashMap HashSet LinkedHashMap LinkedHashSet StringBuilder Regex
  println print require requireNotNull check checkNotNull error TODO listOf mutableListOf listOfNotNull emptyList setOf mutableSetOf emptySet
  mapOf mutableMapOf emptyMap arrayOf intArrayOf arrayListOf hashMapOf hashSetOf linkedMapOf sequenceOf sequence buildList buildString buildMap lazy
  with run apply let also repeat runCatching maxOf minOf synchronized assert Volatile JvmStatic JvmField JvmOverloads JvmName Throws
  JvmSynthetic Suppress OptIn PublishedApi
`);

export const kotlin = defineLanguage({
  name: "kotlin",
  family: "kotlin",
  world: "jvm",
  identity: {
    mergingKinds: [],
    kindsAcrossFiles: ["namespace"],
    countsTypeParameters: false,
    hasAlternatives: false,
    hasOverloads: true,
  },
  extensions: [".kt", ".kts"],
  extractorVersion: 13,
  nameBesidePath: withoutPackage,
  reader: async () => (await import("./reader.js")).reader,
  runtimeMembers: new Set([...javaMembers, ...MEMBERS]),
  runtimeGlobals: new Set([...javaGlobals, ...GLOBALS]),
  linkage: /(?:package|import)\s+[\p{L}\p{N}_.`*]+(?:\s+as\s+[\p{L}\p{N}_]+)?[ \t]*;?/uy,
  tests: { areDeclared: true, cases, manifest: null, projectFile: BUILD_FILES, runOf, command },
  routes,
  usage,
  opensNamespaces: true,
});
