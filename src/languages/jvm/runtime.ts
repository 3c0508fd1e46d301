/** Names of the Java library: members whose name alone decides nothing, and the types that need no import. */
import { words } from "../../base/words.js";

/** Members of many types of the library. Their name says nothing about the receiver. */
export const runtimeMembers = words(`
  equals hashCode toString getClass notify notifyAll wait clone finalize compareTo compare
  add addAll addFirst addLast clear contains containsAll containsKey containsValue entrySet forEach get getFirst getLast getOrDefault indexOf
  isEmpty iterator keySet listIterator merge offer peek poll pop push put putAll putIfAbsent computeIfAbsent computeIfPresent compute remove
  removeAll removeFirst removeIf removeLast replace replaceAll retainAll set size sort stream subList toArray values spliterator
  getKey getValue setValue hasNext next of copyOf
  allMatch anyMatch average boxed collect count distinct dropWhile filter findAny findFirst flatMap limit map mapToInt mapToLong mapToObj max min
  noneMatch peek reduce skip sorted sum takeWhile toList parallel sequential
  ifPresent ifPresentOrElse isPresent orElse orElseGet orElseThrow
  accept andThen apply applyAsInt applyAsLong call negate test run identity
  append charAt chars codePointAt concat endsWith equalsIgnoreCase format insert intern isBlank join lastIndexOf length lines matches repeat
  replaceFirst split startsWith strip substring toCharArray toLowerCase toUpperCase trim valueOf reverse delete deleteCharAt
  booleanValue byteValue doubleValue floatValue intValue longValue shortValue parseInt parseLong name ordinal
  close flush read readLine write print printf println available reset mark skip transferTo
  getMessage getCause getStackTrace printStackTrace initCause addSuppressed
  start interrupt isInterrupted sleep submit execute shutdown await countDown cancel isDone lock unlock tryLock
  exists isDirectory isFile getName getPath toPath toFile getParent resolve relativize
  find group matcher pattern
  getAndIncrement incrementAndGet getAndSet compareAndSet decrementAndGet addAndGet
  isInstance cast getSimpleName getDeclaredMethod getMethod invoke newInstance getAnnotation isAnnotationPresent
`);

/** Types of java.lang, and the words of the language for types. */
export const runtimeGlobals = words(`
  boolean byte char double float int long short void null
  AbstractMethodError Appendable ArithmeticException ArrayIndexOutOfBoundsException ArrayStoreException AssertionError AutoCloseable Boolean
  Byte CharSequence Character Class ClassCastException ClassLoader ClassNotFoundException CloneNotSupportedException Cloneable Comparable
  Deprecated Double Enum Error Exception ExceptionInInitializerError Float FunctionalInterface IllegalAccessError IllegalAccessException
  IllegalArgumentException IllegalCallerException IllegalMonitorStateException IllegalStateException IncompatibleClassChangeError
  IndexOutOfBoundsException InheritableThreadLocal InstantiationException Integer InterruptedException Iterable LinkageError Long Math Module
  NegativeArraySizeException NoClassDefFoundError NoSuchFieldError NoSuchFieldException NoSuchMethodError NoSuchMethodException
  NullPointerException Number NumberFormatException Object OutOfMemoryError Override Package Process ProcessBuilder ProcessHandle Readable
  Record ReflectiveOperationException Runnable Runtime RuntimeException SafeVarargs SecurityException SecurityManager Short StackOverflowError
  StackTraceElement StackWalker StrictMath String StringBuffer StringBuilder StringIndexOutOfBoundsException SuppressWarnings System Thread
  ThreadGroup ThreadLocal Throwable TypeNotPresentException UnsatisfiedLinkError UnsupportedClassVersionError UnsupportedOperationException
  VerifyError VirtualMachineError Void
`);
