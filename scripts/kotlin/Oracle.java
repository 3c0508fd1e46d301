import com.intellij.openapi.util.Disposer;
import com.intellij.psi.*;
import java.io.*;
import java.nio.file.*;
import java.util.*;
import java.util.stream.*;
import org.jetbrains.kotlin.cli.common.CLIConfigurationKeys;
import org.jetbrains.kotlin.cli.common.config.ContentRootsKt;
import org.jetbrains.kotlin.cli.common.messages.MessageCollector;
import org.jetbrains.kotlin.cli.jvm.compiler.*;
import org.jetbrains.kotlin.cli.jvm.config.JvmContentRootsKt;
import org.jetbrains.kotlin.config.*;
import org.jetbrains.kotlin.descriptors.*;
import org.jetbrains.kotlin.descriptors.impl.TypeAliasConstructorDescriptor;
import org.jetbrains.kotlin.lexer.KtTokens;
import org.jetbrains.kotlin.psi.*;
import org.jetbrains.kotlin.resolve.*;
import org.jetbrains.kotlin.resolve.calls.model.*;
import org.jetbrains.kotlin.resolve.calls.util.CallUtilKt;
import org.jetbrains.kotlin.resolve.sam.SamConstructorDescriptor;
import org.jetbrains.kotlin.synthetic.SyntheticJavaPropertyDescriptor;
import org.jetbrains.kotlin.types.error.ErrorUtils;

/**
 * Tells what the Kotlin compiler knows of the calls, overrides and bases in a folder of sources, as lines of JSON:
 * `java -cp LIB/kotlin-compiler.jar:LIB/… scripts/kotlin/Oracle.java FOLDER LIB`, where LIB is the folder `lib` of the npm package kotlin-compiler, version
 * 1.9. All sources count as one module. Libraries beside Kotlin's own are missing; what depends on them is told as unknown.
 */
class Oracle {
  static Path root;
  static PrintStream out;
  static BindingContext context;

  public static void main(String[] arguments) throws Exception {
    root = Path.of(arguments[0]).toRealPath();
    out = new PrintStream(new BufferedOutputStream(System.out), false, "UTF-8");
    CompilerConfiguration configuration = new CompilerConfiguration();
    configuration.put(CLIConfigurationKeys.MESSAGE_COLLECTOR_KEY, MessageCollector.Companion.getNONE());
    configuration.put(CommonConfigurationKeys.MODULE_NAME, "sources");
    configuration.put(JVMConfigurationKeys.JDK_HOME, new File(System.getProperty("java.home")));
    for (String jar : List.of("kotlin-stdlib", "kotlin-stdlib-jdk7", "kotlin-stdlib-jdk8", "kotlin-reflect", "kotlin-test", "kotlinx-coroutines-core-jvm"))
      JvmContentRootsKt.addJvmClasspathRoot(configuration, Path.of(arguments[1], jar + ".jar").toFile());
    JvmContentRootsKt.configureJdkClasspathRoots(configuration);
    try (Stream<Path> files = Files.walk(root)) {
      files.map(Path::toString).filter(file -> file.endsWith(".kt") && !file.contains("/build/")).sorted()
          .forEach(file -> ContentRootsKt.addKotlinSourceRoot(configuration, file));
    }
    for (File folder : javaRoots()) JvmContentRootsKt.addJavaSourceRoot(configuration, folder);
    KotlinCoreEnvironment environment =
        KotlinCoreEnvironment.createForProduction(Disposer.newDisposable(), configuration, EnvironmentConfigFiles.JVM_CONFIG_FILES);
    List<KtFile> sources = environment.getSourceFiles();
    BindingTrace trace = new NoScopeRecordCliBindingTrace();
    try {
      TopDownAnalyzerFacadeForJVM.analyzeFilesWithJavaIntegration(
          environment.getProject(), sources, trace, configuration, environment::createPackagePartProvider);
    } catch (Throwable failed) {
      System.err.println("failed to analyze: " + failed);
      failed.printStackTrace();
    }
    context = trace.getBindingContext();
    for (KtFile file : sources) file.accept(new Reader());
    out.flush();
    System.exit(0);
  }

  /** The folders that hold the packages of the Java sources: each file's own, less its package. */
  static Set<File> javaRoots() throws IOException {
    Set<File> found = new TreeSet<>();
    try (Stream<Path> files = Files.walk(root)) {
      for (Path file : (Iterable<Path>) files.filter(path -> path.toString().endsWith(".java"))::iterator) {
        String written = Files.readString(file);
        var matcher = java.util.regex.Pattern.compile("(?m)^\\s*package\\s+([\\w.]+)").matcher(written);
        String inside = matcher.find() ? matcher.group(1).replace('.', '/') : "";
        String folder = file.getParent().toString();
        if (folder.endsWith(inside)) found.add(new File(folder.substring(0, folder.length() - inside.length())));
      }
    }
    return found;
  }

  static class Reader extends KtTreeVisitorVoid {
    @Override
    public void visitCallExpression(KtCallExpression call) {
      super.visitCallExpression(call);
      KtExpression callee = call.getCalleeExpression();
      if (callee != null) tell("call", callee, callee.getText(), CallUtilKt.getResolvedCall(call, context));
    }

    @Override
    public void visitSuperTypeCallEntry(KtSuperTypeCallEntry call) {
      super.visitSuperTypeCallEntry(call);
      if (isPartOf(call, KtInitializerList.class)) return;
      KtSimpleNameExpression name = call.getCalleeExpression().getConstructorReferenceExpression();
      if (name != null) tell("new", name, name.getReferencedName(), CallUtilKt.getResolvedCall(call, context));
    }

    @Override
    public void visitConstructorDelegationCall(KtConstructorDelegationCall call) {
      super.visitConstructorDelegationCall(call);
      if (call.isImplicit()) return;
      KtConstructorDelegationReferenceExpression name = call.getCalleeExpression();
      if (name != null) tell("new", name, name.getText(), CallUtilKt.getResolvedCall(call, context));
    }

    @Override
    public void visitBinaryExpression(KtBinaryExpression expression) {
      super.visitBinaryExpression(expression);
      KtOperationReferenceExpression operation = expression.getOperationReference();
      boolean isInfix = operation.getReferencedNameElementType() == KtTokens.IDENTIFIER;
      tell(isInfix ? "call" : "operator", operation, operation.getText(), CallUtilKt.getResolvedCall(operation, context));
    }

    @Override
    public void visitArrayAccessExpression(KtArrayAccessExpression expression) {
      super.visitArrayAccessExpression(expression);
      tell("operator", expression, "[]", CallUtilKt.getResolvedCall(expression, context));
    }

    @Override
    public void visitSimpleNameExpression(KtSimpleNameExpression name) {
      super.visitSimpleNameExpression(name);
      if (name instanceof KtOperationReferenceExpression || isPartOf(name, KtImportDirective.class) || isPartOf(name, KtPackageDirective.class)) return;
      if (name.getParent() instanceof KtCallExpression call && call.getCalleeExpression() == name) return;
      boolean isSelf = name.getReferencedName().equals("this") || name.getReferencedName().equals("super");
      if (isSelf || isPartOf(name, KtConstructorCalleeExpression.class)) return;
      DeclarationDescriptor target = context.get(BindingContext.REFERENCE_TARGET, name);
      if (target instanceof ConstructorDescriptor constructor) target = constructor.getConstructedClass();
      // The name of a class may stand for its companion.
      if (target instanceof ClassDescriptor type && type.isCompanionObject() && !type.getName().asString().equals(name.getReferencedName()))
        target = type.getContainingDeclaration();
      boolean isMember = target instanceof PropertyDescriptor || target instanceof ClassDescriptor || target instanceof FunctionDescriptor
          || target instanceof TypeAliasDescriptor;
      if (target != null && !isMember) return;
      tellTarget("reference", name, name.getReferencedName(), target);
    }

    @Override
    public void visitDeclaration(KtDeclaration declaration) {
      super.visitDeclaration(declaration);
      DeclarationDescriptor own = context.get(BindingContext.DECLARATION_TO_DESCRIPTOR, declaration);
      if (declaration instanceof KtParameter parameter) own = context.get(BindingContext.PRIMARY_CONSTRUCTOR_PARAMETER, parameter);
      // A constant of an enum is below it where it has a body.
      if (declaration instanceof KtEnumEntry entry && entry.getBody() == null) return;
      if (own instanceof ClassDescriptor type) {
        for (ClassDescriptor base : superTypesOf(type)) tellRelation("base", declaration, base);
      } else if (own instanceof CallableMemberDescriptor member && !(own instanceof ConstructorDescriptor)) {
        for (CallableMemberDescriptor base : DescriptorUtils.getAllOverriddenDescriptors(member))
          if (base.getKind() == CallableMemberDescriptor.Kind.DECLARATION && isKnown(base)) tellRelation("overrides", declaration, base);
      }
    }

    /** Whether the types of all parameters are known: with a missing library, overloads are taken for each other. */
    boolean isKnown(CallableMemberDescriptor member) {
      return member.getValueParameters().stream().noneMatch(parameter -> ErrorUtils.INSTANCE.containsErrorType(parameter.getType()));
    }

    List<ClassDescriptor> superTypesOf(ClassDescriptor type) {
      List<ClassDescriptor> found = new ArrayList<>();
      type.getTypeConstructor().getSupertypes().forEach(base -> {
        if (base.getConstructor().getDeclarationDescriptor() instanceof ClassDescriptor each) found.add(each);
      });
      return found;
    }

    void tellRelation(String fact, KtDeclaration declaration, DeclarationDescriptor base) {
      String place = placeOf(base);
      PsiElement at = nameOf(declaration);
      if (place == null || at == null || declaration.getName() == null) return;
      print(fact, at, declaration.getName(), place);
    }

    void tell(String fact, KtElement at, String name, ResolvedCall<?> call) {
      if (call instanceof VariableAsFunctionResolvedCall variable) {
        tellTarget("value", at, name, variable.getVariableCall().getResultingDescriptor());
        // `load(id)` calls the `invoke` of what `load` holds, which a function of the language has none of in the sources.
        CallableDescriptor invoked = variable.getFunctionCall().getResultingDescriptor();
        if (!ErrorUtils.isError(invoked) && placeOf(invoked) != null) tellTarget(fact, at, "invoke", invoked);
        return;
      }
      tellTarget(fact, at, name, call == null ? null : call.getResultingDescriptor());
    }

    void tellTarget(String fact, KtElement at, String name, DeclarationDescriptor target) {
      boolean isKnown = target != null && !ErrorUtils.isError(target);
      String place = isKnown ? placeOf(target) : null;
      print(fact, at, name, "\"state\":" + quoted(!isKnown ? "unknown" : place == null ? "external" : "source") + (place == null ? "" : "," + place));
    }

    void print(String fact, PsiElement at, String name, String more) {
      out.println("{\"fact\":" + quoted(fact) + ",\"file\":" + quoted(fileOf(at)) + ",\"line\":" + lineOf(at) + ",\"name\":" + quoted(name) + "," + more + "}");
    }
  }

  static boolean isPartOf(PsiElement element, Class<?> kind) {
    for (PsiElement at = element; at != null && !(at instanceof KtFile); at = at.getParent()) if (kind.isInstance(at)) return true;
    return false;
  }

  /** Where something is declared in the sources; null where it is not. A constructor may be told by its class, too: `toOther` is the line of its name. */
  static String placeOf(DeclarationDescriptor target) {
    DeclarationDescriptor declared = target.getOriginal();
    if (declared instanceof CallableMemberDescriptor member) declared = DescriptorUtils.unwrapFakeOverride(member).getOriginal();
    if (declared instanceof TypeAliasConstructorDescriptor alias) declared = alias.getUnderlyingConstructorDescriptor().getOriginal();
    if (declared instanceof SamConstructorDescriptor function) declared = function.getBaseDescriptorForSynthetic();
    if (declared instanceof SyntheticJavaPropertyDescriptor accessors) declared = accessors.getGetMethod();
    // Members that the compiler adds stand nowhere, but for those of data classes by which values are copied and taken apart: these are told by the class.
    boolean isAdded = declared instanceof CallableMemberDescriptor member && member.getKind() == CallableMemberDescriptor.Kind.SYNTHESIZED;
    if (isAdded && !declared.getName().asString().matches("copy|component\\d+")) return null;
    PsiElement source = DescriptorToSourceUtils.descriptorToDeclaration(declared);
    if (source == null || source.getContainingFile() == null) return null;
    String file = fileOf(source);
    if (file == null) return null;
    PsiElement name = nameOf(source);
    String other = "";
    if (declared instanceof ConstructorDescriptor constructor) {
      PsiElement type = DescriptorToSourceUtils.descriptorToDeclaration(constructor.getConstructedClass());
      if (type != null && nameOf(type) != null) other = ",\"toOther\":" + lineOf(nameOf(type));
    }
    String text = name == null || declared instanceof ConstructorDescriptor ? "" : name.getText();
    return "\"toFile\":" + quoted(file) + ",\"toLine\":" + lineOf(name == null ? source : name) + other + ",\"toName\":" + quoted(text);
  }

  static PsiElement nameOf(PsiElement declaration) {
    PsiElement name = declaration instanceof PsiNameIdentifierOwner named ? named.getNameIdentifier() : null;
    if (name != null) return name;
    if (declaration instanceof KtObjectDeclaration object) return object.getObjectKeyword();
    // Comments and annotations belong to the constructor behind them.
    if (declaration instanceof KtConstructor<?> constructor && constructor.getConstructorKeyword() != null) return constructor.getConstructorKeyword();
    return declaration;
  }

  static String fileOf(PsiElement element) {
    var file = element.getContainingFile().getVirtualFile();
    if (file == null || !file.getPath().startsWith(root.toString())) return null;
    return root.relativize(Path.of(file.getPath())).toString().replace('\\', '/');
  }

  static final Map<PsiFile, int[]> starts = new HashMap<>();

  static int lineOf(PsiElement element) {
    int[] lines = starts.computeIfAbsent(element.getContainingFile(), file -> {
      String text = file.getText();
      return IntStream.range(0, text.length()).filter(index -> text.charAt(index) == '\n').toArray();
    });
    int found = Arrays.binarySearch(lines, element.getTextRange().getStartOffset());
    return (found < 0 ? -found - 1 : found) + 1;
  }

  static String quoted(String text) {
    return "\"" + (text == null ? "" : text).replace("\\", "\\\\").replace("\"", "\\\"").replaceAll("\\s+", " ") + "\"";
  }
}
