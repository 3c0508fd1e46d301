import java.io.PrintStream;
import java.lang.reflect.Constructor;
import java.lang.reflect.Executable;
import java.lang.reflect.Field;
import java.lang.reflect.GenericArrayType;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.Type;
import java.lang.reflect.TypeVariable;
import java.lang.reflect.WildcardType;
import java.net.URI;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Writes the table of the Java library that resolution reads: `java scripts/java/LibraryTable.java > models/java-library.json`. It holds the
 * public types of some packages of the JDK that runs it, with their type parameters, bases and members.
 */
class LibraryTable {
  private static final List<String> PACKAGES =
      List.of(
          "java.lang", "java.lang.annotation", "java.lang.ref", "java.lang.reflect", "java.io", "java.math", "java.net", "java.nio", "java.nio.channels", "java.nio.charset", "java.nio.file",
          "java.nio.file.attribute", "java.security", "java.sql", "java.text", "java.time", "java.time.format", "java.time.temporal", "java.util", "java.util.concurrent",
          "java.util.concurrent.atomic", "java.util.concurrent.locks", "java.util.function", "java.util.jar", "java.util.logging", "java.util.regex", "java.util.stream", "java.util.zip");

  private static final List<String> MODULES = List.of("java.base", "java.sql", "java.logging");

  private static final Set<Class<?>> KNOWN = new HashSet<>();

  public static void main(String[] arguments) throws Exception {
    Map<String, Map<String, Class<?>>> found = new TreeMap<>();
    for (String name : PACKAGES) found.put(name, typesOf(name));
    found.values().forEach(types -> KNOWN.addAll(types.values()));
    PrintStream out = new PrintStream(System.out, false, "UTF-8");
    out.println("{");
    int left = found.size();
    for (var entry : found.entrySet()) {
      out.println(quoted(entry.getKey()) + ":{");
      int types = entry.getValue().size();
      for (var type : entry.getValue().entrySet())
        out.println(quoted(type.getKey()) + ":" + quoted(describe(type.getValue())) + (--types > 0 ? "," : ""));
      out.println("}" + (--left > 0 ? "," : ""));
    }
    out.println("}");
    out.flush();
  }

  private static Map<String, Class<?>> typesOf(String name) throws Exception {
    Map<String, Class<?>> types = new TreeMap<>();
    for (String module : MODULES) {
      Path folder = FileSystems.getFileSystem(URI.create("jrt:/")).getPath("modules/" + module, name.replace('.', '/'));
      if (!Files.isDirectory(folder)) continue;
      try (Stream<Path> files = Files.list(folder)) {
        for (Path file : files.toList()) {
          String last = file.getFileName().toString();
          if (!last.endsWith(".class") || last.contains("-")) continue;
          Class<?> type = Class.forName(name + "." + last.substring(0, last.length() - 6), false, ClassLoader.getPlatformClassLoader());
          if (isSeen(type)) types.put(nameOf(type), type);
        }
      }
    }
    return types;
  }

  private static boolean isSeen(Class<?> type) {
    if (type.isAnonymousClass() || type.isLocalClass() || type.isSynthetic()) return false;
    for (Class<?> at = type; at != null; at = at.getDeclaringClass())
      if (!Modifier.isPublic(at.getModifiers()) && !Modifier.isProtected(at.getModifiers())) return false;
    return true;
  }

  /** The kind, the type parameters and the bases in the first line, and a member in each other one. */
  private static String describe(Class<?> type) {
    List<String> lines = new ArrayList<>();
    String kind = type.isInterface() ? "i" : type.isEnum() ? "e" : Modifier.isAbstract(type.getModifiers()) ? "a" : "c";
    List<Type> bases = basesOf(type);
    String written = bases.stream().filter(LibraryTable::isKnown).map(LibraryTable::text).collect(Collectors.joining(" "));
    lines.add(kind + parameters(type.getTypeParameters()) + (written.isEmpty() ? "" : " " + written));
    for (Field field : sorted(type.getDeclaredFields(), Field::getName)) {
      if (!isOpen(field.getModifiers()) || field.isSynthetic()) continue;
      String isStatic = Modifier.isStatic(field.getModifiers()) ? "s" : "";
      lines.add("." + isStatic + " " + field.getName() + " " + text(field.getGenericType()));
    }
    for (Constructor<?> each : sorted(type.getDeclaredConstructors(), LibraryTable::key))
      if (isOpen(each.getModifiers()) && !each.isSynthetic()) lines.add((each.isVarArgs() ? "v" : "") + " new" + rest(each));
    for (Method each : sorted(methodsOf(type), LibraryTable::key))
      if (isOpen(each.getModifiers()) && !each.isSynthetic() && !each.isBridge() && !isTold(type, each)) lines.add(line(type, each));
    return String.join("\n", lines);
  }

  /** The bases of a type. Those of a class that is not public stand for it. */
  private static List<Type> basesOf(Class<?> type) {
    List<Type> bases = new ArrayList<>();
    Class<?> above = type.getSuperclass();
    if (above != null && above != Object.class) {
      if (KNOWN.contains(above)) bases.add(type.getGenericSuperclass());
      else bases.addAll(basesOf(above));
    }
    bases.addAll(Arrays.asList(type.getGenericInterfaces()));
    return bases;
  }

  /** The methods of a type, with those of a class above it that is not public. */
  private static Method[] methodsOf(Class<?> type) {
    List<Method> methods = new ArrayList<>(Arrays.asList(type.getDeclaredMethods()));
    Class<?> above = type.getSuperclass();
    for (; above != null && above != Object.class && !KNOWN.contains(above); above = above.getSuperclass())
      for (Method method : above.getDeclaredMethods())
        if (Modifier.isPublic(method.getModifiers()) && !method.isSynthetic() && methods.stream().filter(each -> !each.isBridge()).noneMatch(each -> isSame(each, method)))
          methods.add(method);
    return methods.toArray(Method[]::new);
  }

  private static boolean isSame(Method one, Method other) {
    return one.getName().equals(other.getName()) && Arrays.equals(one.getParameterTypes(), other.getParameterTypes());
  }

  private static <T> List<T> sorted(T[] members, java.util.function.Function<T, String> key) {
    return Arrays.stream(members).sorted(java.util.Comparator.comparing(key)).toList();
  }

  private static String key(Executable each) {
    return each.getName() + rest(each);
  }

  private static boolean isOpen(int modifiers) {
    return Modifier.isPublic(modifiers) || Modifier.isProtected(modifiers);
  }

  private static String line(Class<?> type, Method each) {
    String flags = Modifier.isStatic(each.getModifiers()) ? "s" : "";
    if (Modifier.isAbstract(each.getModifiers()) && type.isInterface() && !isOfObject(each)) flags += "a";
    if (each.isVarArgs()) flags += "v";
    return flags + " " + each.getName() + rest(each) + text(each.getGenericReturnType());
  }

  private static boolean isOfObject(Method method) {
    try {
      Object.class.getMethod(method.getName(), method.getParameterTypes());
      return true;
    } catch (NoSuchMethodException missing) {
      return false;
    }
  }

  private static String rest(Executable each) {
    String types = Arrays.stream(each.getGenericParameterTypes()).map(LibraryTable::text).collect(Collectors.joining(","));
    return parameters(each.getTypeParameters()) + "(" + types + ")";
  }

  /** Whether a base says the same of a method: such a method is left out, unless it is the first that is abstract. */
  private static boolean isTold(Class<?> type, Method method) {
    if (Modifier.isStatic(method.getModifiers())) return false;
    if (type.isInterface() && isOfObject(method)) return true;
    List<Class<?>> bases = new ArrayList<>(Arrays.asList(type.getInterfaces()));
    if (type.getSuperclass() != null) bases.add(type.getSuperclass());
    for (Class<?> base : bases) {
      if (!KNOWN.contains(base)) continue;
      for (Method other : base.getMethods())
        if (other.getName().equals(method.getName())
            && Arrays.equals(other.getParameterTypes(), method.getParameterTypes())
            && other.getGenericReturnType().equals(method.getGenericReturnType())
            && KNOWN.contains(other.getDeclaringClass())
            && Modifier.isAbstract(other.getModifiers()) == Modifier.isAbstract(method.getModifiers())) return true;
    }
    return false;
  }

  private static String parameters(TypeVariable<?>[] variables) {
    if (variables.length == 0) return "";
    return Arrays.stream(variables)
        .map(
            each -> {
              List<Type> bounds = Arrays.stream(each.getBounds()).filter(bound -> bound != Object.class && isKnown(bound)).toList();
              return each.getName() + (bounds.isEmpty() ? "" : ":" + bounds.stream().map(LibraryTable::text).collect(Collectors.joining("&")));
            })
        .collect(Collectors.joining(",", "<", ">"));
  }

  private static boolean isKnown(Type type) {
    if (type instanceof ParameterizedType generic) return KNOWN.contains(generic.getRawType());
    return !(type instanceof Class<?> plain) || KNOWN.contains(plain);
  }

  /** A type by its name without the package, `Map.Entry<K,V>`; of two that share it with the package, `java.sql:Date`. `?+T` and `?-T` are wildcards; a type outside the table is written `!`. */
  private static String text(Type type) {
    if (type instanceof Class<?> plain) {
      if (plain.isArray()) return text(plain.getComponentType()) + "[]";
      if (plain.isPrimitive()) return plain.getName();
      if (!KNOWN.contains(plain)) return "!";
      String name = nameOf(plain);
      return KNOWN.stream().anyMatch(other -> other != plain && nameOf(other).equals(name)) ? plain.getPackageName() + ":" + name : name;
    }
    if (type instanceof ParameterizedType generic) {
      String arguments = Arrays.stream(generic.getActualTypeArguments()).map(LibraryTable::text).collect(Collectors.joining(","));
      return text(generic.getRawType()) + (arguments.isEmpty() ? "" : "<" + arguments + ">");
    }
    if (type instanceof GenericArrayType array) return text(array.getGenericComponentType()) + "[]";
    if (type instanceof WildcardType wildcard) {
      if (wildcard.getLowerBounds().length > 0) return "?-" + text(wildcard.getLowerBounds()[0]);
      return wildcard.getUpperBounds()[0] == Object.class ? "?" : "?+" + text(wildcard.getUpperBounds()[0]);
    }
    return type.getTypeName();
  }

  private static String nameOf(Class<?> type) {
    return type.getName().substring(type.getPackageName().length() + 1).replace('$', '.');
  }

  private static String quoted(String text) {
    return "\"" + text.replace("\\", "\\\\").replace("\"", "\\\"").replace("\n", "\\n") + "\"";
  }
}
