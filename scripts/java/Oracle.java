import com.sun.source.tree.*;
import com.sun.source.util.*;
import java.io.*;
import java.nio.file.*;
import java.util.*;
import java.util.stream.*;
import javax.lang.model.element.*;
import javax.lang.model.type.*;
import javax.lang.model.util.*;
import javax.tools.*;

/**
 * Tells what javac knows of the calls and overrides in a folder of sources, as lines of JSON: `java scripts/java/Oracle.java FOLDER [JAR …]`. Libraries
 * that are not given are missing; what depends on them is told as unknown. A module's own `module-info.java` is left out.
 */
class Oracle {
  static Trees trees;
  static Types types;
  static Elements elements;
  static Path root;
  static PrintStream out;

  public static void main(String[] arguments) throws Exception {
    root = Path.of(arguments[0]).toRealPath();
    out = new PrintStream(new BufferedOutputStream(System.out), false, "UTF-8");
    List<File> sources;
    try (Stream<Path> files = Files.walk(root)) {
      sources =
          files
              .filter(file -> file.toString().endsWith(".java") && !file.endsWith("module-info.java") && !file.endsWith("package-info.java"))
              .filter(file -> arguments.length < 2 || !arguments[1].startsWith("only=") || file.toString().contains(arguments[1].substring(5)))
              .map(Path::toFile)
              .sorted()
              .toList();
    }
    JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
    StandardJavaFileManager manager = compiler.getStandardFileManager(null, null, null);
    String jars = Arrays.stream(arguments).skip(1).filter(argument -> argument.endsWith(".jar")).collect(Collectors.joining(File.pathSeparator));
    List<String> options =
        List.of("-proc:none", "-Xmaxerrs", "1000000", "-implicit:none", "-XDshould-stop.ifError=FLOW", "-sourcepath", "/nowhere", "-classpath", jars);
    JavacTask task =
        (JavacTask) compiler.getTask(Writer.nullWriter(), manager, problem -> {}, options, null, manager.getJavaFileObjectsFromFiles(sources));
    trees = Trees.instance(task);
    types = task.getTypes();
    elements = task.getElements();
    List<CompilationUnitTree> units = new ArrayList<>();
    task.parse().forEach(units::add);
    try {
      task.analyze();
    } catch (Throwable failed) {
      System.err.println("failed to analyze: " + failed);
    }
    for (CompilationUnitTree unit : units) new Reader(unit).scan(unit, null);
    out.flush();
  }

  static class Reader extends TreePathScanner<Void, Void> {
    final CompilationUnitTree unit;
    final SourcePositions positions = trees.getSourcePositions();

    Reader(CompilationUnitTree unit) {
      this.unit = unit;
    }

    long lineAt(long position) {
      return position < 0 ? -1 : unit.getLineMap().getLineNumber(position);
    }

    long endOf(Tree tree) {
      return positions.getEndPosition(unit, tree);
    }

    @Override
    public Void visitMethodInvocation(MethodInvocationTree call, Void nothing) {
      ExpressionTree select = call.getMethodSelect();
      String name = select instanceof MemberSelectTree member ? member.getIdentifier().toString() : select.toString();
      boolean isConstructor = name.equals("this") || name.equals("super");
      long line = lineAt(isConstructor ? positions.getStartPosition(unit, call) : endOf(select) - name.length());
      // A constructor that the compiler adds calls super() without a source.
      if (endOf(call) > 0) tell("call", line, name, trees.getElement(new TreePath(getCurrentPath(), select)));
      return super.visitMethodInvocation(call, nothing);
    }

    @Override
    public Void visitNewClass(NewClassTree made, Void nothing) {
      Tree type = made.getIdentifier();
      if (type instanceof ParameterizedTypeTree generic) type = generic.getType();
      if (type instanceof AnnotatedTypeTree annotated) type = annotated.getUnderlyingType();
      String name = type.toString().replaceAll("^.*\\.", "");
      boolean isConstant = getCurrentPath().getParentPath().getLeaf() instanceof VariableTree variable
          && trees.getElement(getCurrentPath().getParentPath()) != null
          && trees.getElement(getCurrentPath().getParentPath()).getKind() == ElementKind.ENUM_CONSTANT;
      long position = isConstant ? positions.getStartPosition(unit, getCurrentPath().getParentPath().getLeaf()) : endOf(type) - 1;
      Element constructor = made.getClassBody() != null || isConstant ? null : trees.getElement(getCurrentPath());
      if (constructor != null) tell("new", lineAt(position), name, constructor);
      else out.println("{\"fact\":\"skip\",\"file\":" + quoted(fileOf(unit)) + ",\"line\":" + lineAt(position) + ",\"name\":" + quoted(name) + "}");
      return super.visitNewClass(made, nothing);
    }

    void tell(String kind, long line, String name, Element target) {
      String place = "";
      String state = "unknown";
      if (target instanceof ExecutableElement && target.asType().getKind() != TypeKind.ERROR) {
        place = placeOf(target);
        state = place == null ? "external" : "source";
      }
      out.println(
          "{\"fact\":" + quoted(kind) + ",\"file\":" + quoted(fileOf(unit)) + ",\"line\":" + line + ",\"name\":" + quoted(name)
              + ",\"state\":" + quoted(state) + (state.equals("source") ? "," + place : "") + "}");
    }

    @Override
    public Void visitMethod(MethodTree method, Void nothing) {
      Element element = trees.getElement(getCurrentPath());
      if (element instanceof ExecutableElement own && element.getKind() == ElementKind.METHOD && placeOf(own) != null) {
        TypeElement holder = (TypeElement) own.getEnclosingElement();
        for (TypeElement base : basesOf(holder, new LinkedHashSet<>()))
          for (ExecutableElement other : ElementFilter.methodsIn(base.getEnclosedElements())) {
            if (!other.getSimpleName().contentEquals(own.getSimpleName())) continue;
            String place = placeOf(other);
            if (place == null || !elements.overrides(own, other, holder)) continue;
            out.println("{\"fact\":\"overrides\",\"file\":" + quoted(fileOf(unit)) + ",\"line\":" + lineOfDeclaration(own) + ",\"name\":"
                + quoted(own.getSimpleName().toString()) + "," + place + "}");
          }
      }
      return super.visitMethod(method, nothing);
    }

    @Override
    public Void visitClass(ClassTree type, Void nothing) {
      Element element = trees.getElement(getCurrentPath());
      if (element instanceof TypeElement own) {
        List<TypeMirror> bases = new ArrayList<>(own.getInterfaces());
        bases.add(own.getSuperclass());
        for (TypeMirror base : bases) {
          if (!(types.asElement(base) instanceof TypeElement target)) continue;
          String place = placeOf(target);
          if (place != null)
            out.println("{\"fact\":\"base\",\"file\":" + quoted(fileOf(unit)) + ",\"line\":" + lineOfDeclaration(own) + ",\"name\":"
                + quoted(own.getSimpleName().toString()) + "," + place + "}");
        }
      }
      return super.visitClass(type, nothing);
    }
  }

  static Set<TypeElement> basesOf(TypeElement type, Set<TypeElement> found) {
    List<TypeMirror> bases = new ArrayList<>(type.getInterfaces());
    bases.add(type.getSuperclass());
    for (TypeMirror base : bases) if (types.asElement(base) instanceof TypeElement next && found.add(next)) basesOf(next, found);
    return found;
  }

  /** Where an element is declared in the sources; null where it is not. */
  static String placeOf(Element element) {
    Element declared = element;
    TreePath path = trees.getPath(element);
    if (path == null || isAdded(element, path)) {
      if (element.getKind() == ElementKind.CONSTRUCTOR) declared = element.getEnclosingElement();
      else if (element.getKind() == ElementKind.METHOD && element.getEnclosingElement().getKind() == ElementKind.RECORD)
        declared = ElementFilter.fieldsIn(element.getEnclosingElement().getEnclosedElements()).stream()
            .filter(field -> field.getSimpleName().equals(element.getSimpleName())).findFirst().map(field -> (Element) field).orElse(element);
      path = trees.getPath(declared);
    }
    if (path == null) return null;
    // Methods such as values() of an enum have no tree of their own.
    if (path.getLeaf() instanceof ClassTree && !(declared instanceof TypeElement)) return null;
    return "\"toFile\":" + quoted(fileOf(path.getCompilationUnit())) + ",\"toLine\":" + lineOfDeclaration(declared) + ",\"toName\":"
        + quoted(declared.getSimpleName().toString());
  }

  static boolean isAdded(Element element, TreePath path) {
    return elements.getOrigin(element) != Elements.Origin.EXPLICIT
        || (path.getLeaf() instanceof MethodTree method && trees.getSourcePositions().getEndPosition(path.getCompilationUnit(), method) < 0);
  }

  static long lineOfDeclaration(Element element) {
    TreePath path = trees.getPath(element);
    if (path == null) return -1;
    CompilationUnitTree unit = path.getCompilationUnit();
    Tree leaf = path.getLeaf();
    long position = ((com.sun.tools.javac.tree.JCTree) leaf).pos;
    if (leaf instanceof ClassTree) {
      try {
        String text = unit.getSourceFile().getCharContent(true).toString();
        int name = text.indexOf(element.getSimpleName().toString(), (int) Math.max(position, 0));
        if (name >= 0 && element.getSimpleName().length() > 0) position = name;
      } catch (IOException unread) {
        return -1;
      }
    }
    return position < 0 ? -1 : unit.getLineMap().getLineNumber(position);
  }

  static String fileOf(CompilationUnitTree unit) {
    return root.relativize(Path.of(unit.getSourceFile().toUri())).toString().replace('\\', '/');
  }

  static String quoted(String text) {
    return "\"" + text.replace("\\", "\\\\").replace("\"", "\\\"").replace("\n", " ") + "\"";
  }
}
