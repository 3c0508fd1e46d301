/** Functions of Kotlin's standard library that a file sees without an import. None leads into the project. */
import { words } from "../../base/words.js";

/** Functions, and classes that are made, that a name alone calls, by their packages. */
const PLAIN = byName({
  kotlin: `
    arrayOf arrayOfNulls assert booleanArrayOf byteArrayOf charArrayOf check checkNotNull doubleArrayOf emptyArray enumValueOf enumValues error
    floatArrayOf intArrayOf lazy lazyOf longArrayOf repeat require requireNotNull run runCatching shortArrayOf synchronized ubyteArrayOf uintArrayOf
    ulongArrayOf with Array BooleanArray ByteArray CharArray DoubleArray FloatArray IntArray LongArray ShortArray TODO
  `,
  "kotlin.collections": `
    arrayListOf buildList buildMap buildSet emptyList emptyMap emptySet hashMapOf hashSetOf linkedMapOf linkedSetOf listOf listOfNotNull mapOf
    mutableListOf mutableMapOf mutableSetOf setOf setOfNotNull ArrayDeque List MutableList
  `,
  "kotlin.comparisons": `
    compareBy compareByDescending compareValues compareValuesBy maxOf minOf naturalOrder nullsFirst nullsLast reverseOrder
  `,
  "kotlin.io": "print println readLine readln readlnOrNull",
  "kotlin.sequences": "emptySequence generateSequence sequence sequenceOf",
  "kotlin.text": "buildString charArrayOf Regex String",
});

/** Functions that are called on a value, by their packages: extensions, and members of types that the platform has in another form. */
const ON_VALUES = byName({
  kotlin: `
    addSuppressed also and apply compareTo countOneBits div floorDiv getOrDefault getOrThrow inv isFinite isInfinite isNaN let mapCatching mod
    onFailure onSuccess or printStackTrace recover recoverCatching rem rotateLeft rotateRight run shl shr stackTraceToString takeHighestOneBit takeIf
    takeLowestOneBit takeUnless times to toBits toByte toChar toDouble toFloat toInt toLong toRawBits toShort toUByte toUInt toULong toUShort unaryMinus
    use ushr xor
  `,
  "kotlin.collections": `
    addAll all any asIterable asList asReversed asSequence associate associateBy associateByTo associateTo associateWith associateWithTo average
    binarySearch chunked component1 component2 component3 component4 component5 contains containsAll contentDeepEquals contentDeepHashCode
    contentDeepToString contentEquals contentHashCode contentToString copyInto copyOf copyOfRange count distinct distinctBy drop dropLast dropLastWhile
    dropWhile eachCount elementAt elementAtOrElse elementAtOrNull fill filter filterIndexed filterIndexedTo filterIsInstance filterIsInstanceTo filterKeys
    filterNot filterNotNull filterNotNullTo filterNotTo filterTo filterValues find findLast first firstNotNullOf firstNotNullOfOrNull firstOrNull flatMap
    flatMapIndexed flatMapTo flatten fold foldIndexed foldRight forEach forEachIndexed getOrElse getOrNull getOrPut getValue groupBy groupByTo groupingBy
    ifEmpty indexOf indexOfFirst indexOfLast intersect isEmpty isNotEmpty isNullOrEmpty joinTo joinToString last lastIndexOf lastOrNull map mapIndexed
    mapIndexedNotNull mapIndexedNotNullTo mapIndexedTo mapKeys mapKeysTo mapNotNull mapNotNullTo mapTo mapValues mapValuesTo max maxBy maxByOrNull maxOfOrNull
    maxOfWith maxOrNull maxWith maxWithOrNull min minBy minByOrNull minOfOrNull minOrNull minWith minWithOrNull minus minusAssign none onEach onEachIndexed
    orEmpty partition plus plusAssign plusElement random randomOrNull reduce reduceIndexed reduceOrNull reduceRight remove removeAll removeFirstOrNull
    removeLastOrNull requireNoNulls retainAll reverse reversed reversedArray runningFold runningReduce scan shuffle shuffled single singleOrNull slice
    sliceArray sort sortBy sortByDescending sortDescending sortWith sorted sortedArray sortedBy sortedByDescending sortedDescending sortedWith subtract sum
    sumBy sumByDouble sumOf take takeLast takeLastWhile takeWhile toBooleanArray toByteArray toCharArray toCollection toDoubleArray toFloatArray toHashSet
    toIntArray toList toLongArray toMap toMutableList toMutableMap toMutableSet toPair toSet toShortArray toSortedMap toSortedSet toTypedArray union unzip
    windowed withDefault withIndex zip zipWithNext
  `,
  "kotlin.comparisons": "then thenBy thenByDescending thenComparator thenDescending",
  "kotlin.io": `
    appendBytes appendText buffered bufferedReader bufferedWriter byteInputStream copyRecursively copyTo deleteRecursively forEachBlock forEachLine
    inputStream outputStream printWriter readBytes readLines readText reader relativeTo resolve resolveSibling useLines walk walkBottomUp walkTopDown writeBytes
    writeText writer
  `,
  "kotlin.ranges": "coerceAtLeast coerceAtMost coerceIn downTo rangeTo rangeUntil step until",
  "kotlin.sequences": "constrainOnce",
  "kotlin.text": `
    appendLine capitalize chunkedSequence commonPrefixWith commonSuffixWith containsMatchIn contentEquals decapitalize decodeToString deleteAt
    digitToChar digitToInt digitToIntOrNull encodeToByteArray endsWith equals find findAll findAnyOf format hexToByteArray indexOfAny insertRange isBlank
    isDigit isLetter isLetterOrDigit isLowerCase isNotBlank isNullOrBlank isUpperCase isWhitespace lastIndexOfAny lineSequence lines lowercase
    lowercaseChar matchEntire matches padEnd padStart prependIndent regionMatches removePrefix removeRange removeSuffix removeSurrounding repeat replace
    replaceAfter replaceAfterLast replaceBefore replaceBeforeLast replaceFirst replaceFirstChar replaceIndent replaceRange set setLength split
    splitToSequence startsWith subSequence substring substringAfter substringAfterLast substringBefore substringBeforeLast titlecase titlecaseChar
    toBigDecimal toBigDecimalOrNull toBigInteger toBigIntegerOrNull toBoolean toBooleanStrict toBooleanStrictOrNull toByteOrNull toDoubleOrNull toFloatOrNull
    toHexString toIntOrNull toLongOrNull toLowerCase toPattern toRegex toShortOrNull toUpperCase trim trimEnd trimIndent trimMargin trimStart uppercase
    uppercaseChar
  `,
});

/** Functions that any value has. */
export const OF_ANY = words("also apply let run takeIf takeUnless to");

/** The package of the function of Kotlin's own that a name alone calls; null for none. */
export function packageOfPlain(name: string): string | null {
  return PLAIN.get(name) ?? null;
}

/** The package of the function of Kotlin's own that is called on a value by a name; null for none. */
export function packageOnValues(name: string): string | null {
  return ON_VALUES.get(name) ?? null;
}

function byName(packages: Readonly<Record<string, string>>): ReadonlyMap<string, string> {
  const found = new Map<string, string>();
  for (const [module, names] of Object.entries(packages))
    for (const name of words(names)) if (!found.has(name)) found.set(name, module);
  return found;
}
