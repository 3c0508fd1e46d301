using System;
using System.Collections.Generic;
using System.IO;
using System.Linq;
using System.Text;
using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp;
using Microsoft.CodeAnalysis.CSharp.Syntax;
using Microsoft.CodeAnalysis.Text;

/// <summary>
/// Tells what Roslyn knows of the calls, uses, bases and overrides in some C# projects, as lines of JSON in the file /facts. src/measure/graph/roslyn/run.ts
/// runs it. The file /manifest lists assemblies and projects, a word and its value on each line. Libraries that are not given are missing; what depends on
/// them is told as unknown.
/// </summary>
static class Oracle
{
    static StreamWriter output;

    static void Main(string[] arguments)
    {
        var references = new List<MetadataReference>();
        var compilations = new Dictionary<string, CSharpCompilation>();
        using (output = new StreamWriter(new FileStream("/facts", FileMode.Create, FileAccess.Write), new UTF8Encoding(false)))
        {
            Project project = null;
            foreach (string line in Read("/manifest").Split('\n'))
            {
                int space = line.IndexOf(' ');
                if (space < 0) continue;
                string word = line.Substring(0, space), value = line.Substring(space + 1);
                if (word == "assembly") references.Add(MetadataReference.CreateFromStream(new MemoryStream(ReadBytes(value))));
                else if (word == "project") project = new Project { Name = value };
                else if (word == "define") project.Defines.AddRange(value.Split(';', StringSplitOptions.RemoveEmptyEntries));
                else if (word == "uses") project.Uses.Add(value);
                else if (word == "source") project.Sources.Add(value.Split(new[] { ' ' }, 3));
                else if (word == "end") compilations[project.Name] = project.Tell(references, compilations);
            }
        }
    }

    sealed class Project
    {
        public string Name;
        public List<string> Defines = new List<string>();
        public List<string> Uses = new List<string>();
        /// <summary>Of each source where this process finds it, whether it is told of (+ or -), and its path, which is empty for a generated one.</summary>
        public List<string[]> Sources = new List<string[]>();

        public CSharpCompilation Tell(List<MetadataReference> assemblies, Dictionary<string, CSharpCompilation> others)
        {
            var options = new CSharpParseOptions(LanguageVersion.Preview, DocumentationMode.None, SourceCodeKind.Regular, Defines);
            var trees = new List<SyntaxTree>();
            foreach (string[] source in Sources)
                trees.Add(CSharpSyntaxTree.ParseText(SourceText.From(Read(source[0]), Encoding.UTF8, SourceHashAlgorithm.Sha256), options, source[2]));
            var all = new List<MetadataReference>(assemblies);
            foreach (string used in Uses) if (others.TryGetValue(used, out var other)) all.Add(other.ToMetadataReference());
            var settings = new CSharpCompilationOptions(OutputKind.DynamicallyLinkedLibrary).WithAllowUnsafe(true);
            var compilation = CSharpCompilation.Create(Name, trees, all, settings);
            for (int i = 0; i < trees.Count; i++) if (Sources[i][1] == "+") new Reader(compilation.GetSemanticModel(trees[i]), trees[i]).Tell();
            return compilation;
        }
    }

    sealed class Reader
    {
        readonly SemanticModel model;
        readonly SyntaxTree tree;
        readonly SourceText text;

        public Reader(SemanticModel model, SyntaxTree tree)
        {
            this.model = model;
            this.tree = tree;
            text = tree.GetText();
        }

        public void Tell()
        {
            foreach (SyntaxNode node in tree.GetRoot().DescendantNodes(null, false))
            {
                if (node is InvocationExpressionSyntax call) TellCall(call);
                else if (node is BaseObjectCreationExpressionSyntax made) TellCreation(made);
                else if (node is ConstructorInitializerSyntax chained) Tell("call", chained.ThisOrBaseKeyword, chained.ThisOrBaseKeyword.ValueText, model.GetSymbolInfo(chained));
                else if (node is PrimaryConstructorBaseTypeSyntax based) Tell("call", Last(based.Type), "base", model.GetSymbolInfo(based));
                else if (node is SimpleNameSyntax name) TellName(name);
                else if (node is ElementAccessExpressionSyntax access) TellOperator(access, access.ArgumentList.OpenBracketToken);
                else if (node is ElementBindingExpressionSyntax binding) TellOperator(binding, binding.ArgumentList.OpenBracketToken);
                else if (node is BinaryExpressionSyntax binary) TellOperator(binary, binary.OperatorToken);
                else if (node is PrefixUnaryExpressionSyntax prefix) TellOperator(prefix, prefix.OperatorToken);
                else if (node is PostfixUnaryExpressionSyntax postfix) TellOperator(postfix, postfix.OperatorToken);
                else if (node is AssignmentExpressionSyntax assignment && !assignment.IsKind(SyntaxKind.SimpleAssignmentExpression)) TellOperator(assignment, assignment.OperatorToken);
                else if (node is CastExpressionSyntax cast) TellOperator(cast, cast.OpenParenToken);
                else if (node is InitializerExpressionSyntax list && list.IsKind(SyntaxKind.CollectionInitializerExpression))
                    foreach (ExpressionSyntax item in list.Expressions) TellImplicit(item.GetFirstToken(false, false, false, false), "Add", model.GetCollectionInitializerSymbolInfo(item));
                else if (node is BaseTypeDeclarationSyntax type) TellType(model.GetDeclaredSymbol(type), type.BaseList);
            }
            foreach (SyntaxTrivia trivia in tree.GetRoot().DescendantTrivia(null, false))
                if (trivia.IsKind(SyntaxKind.DisabledTextTrivia))
                    output.WriteLine("{\"fact\":\"disabled\",\"file\":" + Quoted(tree.FilePath) + ",\"line\":" + LineAt(trivia.SpanStart) + ",\"toLine\":" + LineAt(trivia.Span.End - 1) + "}");
        }

        int LineAt(int position) => text.Lines.GetLinePosition(position).Line + 1;

        void TellCall(InvocationExpressionSyntax call)
        {
            SyntaxToken token = NameOf(call.Expression);
            if (token.ValueText == "nameof" && call.Expression is IdentifierNameSyntax && model.GetConstantValue(call).HasValue) return;
            SymbolInfo info = model.GetSymbolInfo(call);
            if (info.Symbol is IMethodSymbol method && method.MethodKind == MethodKind.DelegateInvoke)
                Tell("value", token, token.ValueText, model.GetSymbolInfo(call.Expression));
            else Tell("call", token, token.ValueText, info);
        }

        void TellCreation(BaseObjectCreationExpressionSyntax made)
        {
            SyntaxToken token = made is ObjectCreationExpressionSyntax plain ? Last(plain.Type) : made.NewKeyword;
            string name = made is ObjectCreationExpressionSyntax ? token.ValueText : model.GetTypeInfo(made).Type?.Name ?? "new";
            Tell("new", token, name, model.GetSymbolInfo(made));
        }

        void TellName(SimpleNameSyntax name)
        {
            // `{ Length: 1 }` names a property; `length: 1` among arguments a parameter.
            if (name.Parent is NameColonSyntax { Parent: not SubpatternSyntax } || name.Parent is NameEqualsSyntax { Parent: not AttributeArgumentSyntax }) return;
            SymbolInfo info = model.GetSymbolInfo(name);
            if (name is IdentifierNameSyntax { Identifier: { ValueText: "var" or "_" } } && info.Symbol is null or IDiscardSymbol) return;
            bool isCalled = IsCalled(name);
            if (isCalled && (info.Symbol is IMethodSymbol || info.Symbol is null)) return;
            bool isAttribute = false;
            for (SyntaxNode up = name; up != null && up is NameSyntax; up = up.Parent) isAttribute |= up.Parent is AttributeSyntax;
            string fact = info.Symbol switch
            {
                // Elements of tuples and members of anonymous types are no symbols of an index.
                IFieldSymbol { ContainingType: { IsTupleType: true } } or IPropertySymbol { ContainingType: { IsAnonymousType: true } } => "",
                IFieldSymbol or IPropertySymbol or IEventSymbol => "reference",
                IMethodSymbol => isAttribute ? "attribute" : "group",
                INamedTypeSymbol => "type",
                null => "name",
                _ => "",
            };
            if (fact != "") Tell(fact, name.Identifier, name.Identifier.ValueText, info);
        }

        static bool IsCalled(SimpleNameSyntax name)
        {
            SyntaxNode whole = name.Parent is MemberAccessExpressionSyntax member && member.Name == name ? member : name.Parent is MemberBindingExpressionSyntax binding ? binding : (SyntaxNode)name;
            return whole.Parent is InvocationExpressionSyntax call && call.Expression == whole;
        }

        void TellOperator(ExpressionSyntax node, SyntaxToken token)
        {
            ISymbol symbol = model.GetSymbolInfo(node).Symbol;
            if (symbol is IPropertySymbol || symbol is IMethodSymbol) Tell("operator", token, symbol.Name, model.GetSymbolInfo(node));
        }

        void TellImplicit(SyntaxToken token, string name, SymbolInfo info)
        {
            if (info.Symbol != null) Tell("implicit", token, name, info);
        }

        void Tell(string fact, SyntaxToken token, string name, SymbolInfo info)
        {
            List<ISymbol> candidates = info.Symbol != null ? new List<ISymbol> { info.Symbol } : info.CandidateSymbols.ToList();
            var places = new List<string>();
            foreach (ISymbol candidate in candidates) places.AddRange(PlacesOf(candidate));
            string state = info.Symbol == null ? (places.Count == 0 ? "unknown" : "candidate") : places.Count == 0 ? "external" : "source";
            var line = new StringBuilder("{\"fact\":\"" + fact + "\",\"file\":" + Quoted(tree.FilePath) + ",\"line\":" + LineAt(token.SpanStart) + ",\"name\":" + Quoted(name) + ",\"state\":\"" + state + "\"");
            if (info.Symbol == null) line.Append(",\"reason\":\"" + info.CandidateReason + "\"");
            else line.Append(",\"kind\":\"" + KindOf(info.Symbol) + "\"");
            if (places.Count > 0) line.Append(",\"to\":[" + string.Join(",", places.Distinct().Select(Quoted)) + "]");
            output.WriteLine(line.Append('}').ToString());
        }

        static string KindOf(ISymbol symbol) =>
            symbol is IMethodSymbol method ? (method.ReducedFrom != null ? "extension" : method.MethodKind.ToString()) : symbol.Kind.ToString();

        void TellType(INamedTypeSymbol type, BaseListSyntax bases)
        {
            if (type == null) return;
            if (bases != null && type.TypeKind != TypeKind.Enum)
                foreach (BaseTypeSyntax written in bases.Types)
                    if (model.GetSymbolInfo(written.Type).Symbol is INamedTypeSymbol target) Pair("base", type, target);
            foreach (ISymbol member in type.GetMembers())
            {
                if (member.IsImplicitlyDeclared || member is INamedTypeSymbol || member is IMethodSymbol { AssociatedSymbol: not null }) continue;
                ISymbol overridden = member is IMethodSymbol m ? m.OverriddenMethod : member is IPropertySymbol p ? p.OverriddenProperty : member is IEventSymbol e ? e.OverriddenEvent : null;
                if (overridden != null) Pair("overrides", member, overridden);
                foreach (ISymbol explicitly in Explicit(member)) Pair("overrides", member, explicitly);
            }
            if (type.TypeKind == TypeKind.Interface) return;
            foreach (INamedTypeSymbol contract in type.AllInterfaces)
                foreach (ISymbol asked in contract.GetMembers())
                {
                    if (asked is INamedTypeSymbol || asked is IMethodSymbol { AssociatedSymbol: not null } || PlacesOf(asked).Count == 0) continue;
                    ISymbol given = type.FindImplementationForInterfaceMember(asked);
                    if (given == null || SymbolEqualityComparer.Default.Equals(given, asked)) continue;
                    Pair(SymbolEqualityComparer.Default.Equals(given.ContainingType, type) ? "overrides" : "lent", given, asked);
                }
        }

        static IEnumerable<ISymbol> Explicit(ISymbol member) => member switch
        {
            IMethodSymbol method => method.ExplicitInterfaceImplementations,
            IPropertySymbol property => property.ExplicitInterfaceImplementations,
            IEventSymbol ev => ev.ExplicitInterfaceImplementations,
            _ => Enumerable.Empty<ISymbol>(),
        };

        static void Pair(string fact, ISymbol from, ISymbol to)
        {
            List<string> sources = PlacesOf(from), targets = PlacesOf(to);
            if (sources.Count == 0 || targets.Count == 0) return;
            output.WriteLine("{\"fact\":\"" + fact + "\",\"name\":" + Quoted(from.Name) + ",\"from\":[" + string.Join(",", sources.Select(Quoted)) + "],\"to\":[" + string.Join(",", targets.Select(Quoted)) + "]}");
        }
    }

    /// <summary>Where a symbol is declared in the sources that are judged, as path:line; of a member that the compiler adds, where its type is.</summary>
    static List<string> PlacesOf(ISymbol symbol)
    {
        var places = new List<string>();
        if (symbol is IMethodSymbol method)
        {
            symbol = method.ReducedFrom ?? method;
            if (((IMethodSymbol)symbol).AssociatedSymbol is ISymbol holder) symbol = holder;
        }
        symbol = symbol.OriginalDefinition;
        Add(symbol, places);
        if (symbol is IMethodSymbol part)
        {
            if (part.PartialImplementationPart != null) Add(part.PartialImplementationPart, places);
            if (part.PartialDefinitionPart != null) Add(part.PartialDefinitionPart, places);
            // The class stands for its constructor, too.
            if (part.MethodKind == MethodKind.Constructor) Add(part.ContainingType, places);
        }
        return places;
    }

    static void Add(ISymbol symbol, List<string> places)
    {
        foreach (Location location in symbol.Locations)
            if (location.IsInSource && location.SourceTree.FilePath != "")
                places.Add(location.SourceTree.FilePath + ":" + (location.GetLineSpan().StartLinePosition.Line + 1));
    }

    static SyntaxToken NameOf(ExpressionSyntax callee) => callee switch
    {
        SimpleNameSyntax name => name.Identifier,
        MemberAccessExpressionSyntax member => member.Name.Identifier,
        MemberBindingExpressionSyntax binding => binding.Name.Identifier,
        _ => callee.GetLastToken(false, false, false, false),
    };

    /// <summary>The token of the last name of a type.</summary>
    static SyntaxToken Last(TypeSyntax type) => type switch
    {
        QualifiedNameSyntax qualified => qualified.Right.Identifier,
        AliasQualifiedNameSyntax alias => alias.Name.Identifier,
        SimpleNameSyntax name => name.Identifier,
        _ => type.GetFirstToken(false, false, false, false),
    };

    static string Quoted(string text)
    {
        return "\"" + text.Replace("\\", "\\\\").Replace("\"", "\\\"") + "\"";
    }

    static string Read(string path)
    {
        using (var reader = new StreamReader(new MemoryStream(ReadBytes(path)), Encoding.UTF8)) return reader.ReadToEnd();
    }

    static byte[] ReadBytes(string path)
    {
        using (var stream = new FileStream(path, FileMode.Open, FileAccess.Read))
        {
            var bytes = new byte[stream.Length];
            for (int read = 0; read < bytes.Length;) read += stream.Read(bytes, read, bytes.Length - read);
            return bytes;
        }
    }
}
