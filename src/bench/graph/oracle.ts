/** What the TypeScript compiler says about every name in some sources: the truth that edges are measured against. */
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import {
  type CallLikeExpression,
  type ClassLikeDeclaration,
  type InterfaceDeclaration,
  isClassDeclaration,
  isClassExpression,
  isExportAssignment,
  isExpressionWithTypeArguments,
  isIdentifier,
  isInterfaceDeclaration,
  isPropertyAssignment,
  isShorthandPropertyAssignment,
  isStringLiteral,
  type Node,
  NodeFlags,
  type SourceFile,
  SyntaxKind,
} from "typescript/unstable/ast";
import {
  API,
  type Symbol as CompilerSymbol,
  type NodeHandle,
  type Project,
  SymbolFlags,
} from "typescript/unstable/sync";
import { CHECKOUT } from "./corpus.js";
import { constructorOf, declaredMembers, isTypeMeaning, nameOf } from "./declarations.js";
import type { Declaration, Use } from "./fact.js";
import { callShape, referenceShape } from "./shapes.js";
import { callOf, roleOf } from "./uses.js";

export interface Truth {
  uses: Use[];
  /** The files that the compiler read. */
  paths: Set<string>;
}

/** What the compiler says of `paths` of `root`, which are all its files that have a language. */
export function askCompiler(root: string, paths: readonly string[], tsconfig: string | null): Truth {
  const folder = mkdtempSync(join(tmpdir(), "codeindex-oracle-"));
  const config = join(folder, "tsconfig.json");
  writeFileSync(config, JSON.stringify(projectConfig(root, paths, tsconfig)));
  const api = new API({ cwd: folder });
  try {
    const [project] = api.updateSnapshot({ openProjects: [config] }).getProjects();
    if (!project) throw new Error("TypeScript opened no project");
    const oracle = createOracle(project, root);
    const truth: Truth = { uses: [], paths: new Set() };
    for (const path of paths) {
      const source = project.program.getSourceFile(join(root, path));
      if (!source) continue;
      truth.paths.add(path);
      truth.uses.push(...oracle.usesIn(path, source));
    }
    return truth;
  } finally {
    api.close();
    rmSync(folder, { recursive: true });
  }
}

function projectConfig(root: string, paths: readonly string[], tsconfig: string | null): object {
  return {
    ...(tsconfig ? { extends: tsconfig } : {}),
    compilerOptions: {
      target: "esnext",
      module: "preserve",
      moduleResolution: "bundler",
      jsx: "preserve",
      allowJs: true,
      checkJs: false,
      strict: true,
      experimentalDecorators: true,
      skipLibCheck: true,
      noEmit: true,
      composite: false,
      incremental: false,
      rootDir: "/",
      typeRoots: [join(CHECKOUT, "node_modules/@types")],
      types: ["node"],
    },
    files: paths.map((path) => join(root, path)),
    include: [],
    references: [],
  };
}

interface Oracle {
  usesIn(path: string, source: SourceFile): Use[];
}

function createOracle(project: Project, root: string): Oracle {
  const { checker } = project;
  const aliases = new Map<number, CompilerSymbol | null>();
  const declarations = new Map<NodeHandle | string, Declaration | null>();
  const prefix = `${root}/`;

  /** What an import or export stands for; null where that is not known. */
  function resolved(symbol: CompilerSymbol): CompilerSymbol | null {
    if (!(symbol.flags & SymbolFlags.Alias)) return checker.isUnknownSymbol(symbol) ? null : symbol;
    let target = aliases.get(symbol.id);
    if (target === undefined) {
      const aliased = checker.getAliasedSymbol(symbol);
      target = checker.isUnknownSymbol(aliased) ? null : aliased;
      aliases.set(symbol.id, target);
    }
    return target;
  }

  function declarationOf(handle: NodeHandle): Declaration | null {
    const key = `${handle.path} ${handle.index}`;
    let found = declarations.get(key);
    if (found === undefined) {
      const node = handle.resolve(project);
      found = node ? place(node) : null;
      declarations.set(key, found);
    }
    return found;
  }

  /** Where the name of a declaration stands; null outside the sources. */
  function place(node: Node): Declaration | null {
    const source = node.getSourceFile();
    if (!isInside(source.fileName)) return null;
    const { name, at } = nameOf(node, source);
    return {
      path: source.fileName.slice(prefix.length),
      name,
      line: source.getLineAndCharacterOfPosition(at).line + 1,
      offset: at,
      syntax: SyntaxKind[node.kind],
    };
  }

  function isInside(fileName: string): boolean {
    return fileName.startsWith(prefix) && !fileName.includes("/node_modules/");
  }

  /** Objects are often made of names from elsewhere: `{ parse }`, `{ parse: read }`. What stands behind such a property is meant as well. */
  function behind(symbol: CompilerSymbol): CompilerSymbol | null {
    const handle = symbol.declarations[0];
    if (!handle) return null;
    if (handle.kind !== SyntaxKind.ShorthandPropertyAssignment && handle.kind !== SyntaxKind.PropertyAssignment)
      return null;
    const node = handle.resolve(project);
    if (!node) return null;
    let value: CompilerSymbol | undefined;
    if (isShorthandPropertyAssignment(node)) value = checker.getShorthandAssignmentValueSymbol(node);
    else if (isPropertyAssignment(node) && isIdentifier(node.initializer))
      value = checker.getSymbolAtLocation(node.initializer);
    return value ? resolved(value) : null;
  }

  function placesOf(symbol: CompilerSymbol, node: Node, kind: Use["kind"]): Pick<Use, "where" | "declarations"> {
    const handles = symbol.declarations;
    const inside = handles.filter((handle) => isInside(handle.path));
    if (handles.length === 0)
      return { where: symbol.flags & SymbolFlags.Transient ? "outside" : "undecided", declarations: [] };
    if (inside.length === 0) return { where: "outside", declarations: [] };
    const meant = kind === "import" ? inside : ofMeaning(inside, node);
    const found = meant.map(declarationOf).filter((one) => one !== null);
    const other = behind(symbol);
    if (other)
      for (const handle of other.declarations) found.push(...[declarationOf(handle)].filter((one) => one !== null));
    return { where: "inside", declarations: found };
  }

  return {
    usesIn(path, source) {
      const uses: Use[] = [];
      const lineOf = (node: Node) => source.getLineAndCharacterOfPosition(node.getStart(source)).line + 1;
      const nodes: Node[] = [];
      const types: (ClassLikeDeclaration | InterfaceDeclaration)[] = [];
      const visit = (node: Node): void => {
        // What JSDoc says is put into the tree of a JavaScript file; it is no use in its code.
        if (node.flags & NodeFlags.Reparsed) return;
        if (roleOf(node) !== null) nodes.push(node);
        if (isClassDeclaration(node) || isClassExpression(node) || isInterfaceDeclaration(node)) types.push(node);
        node.forEachChild(visit);
      };
      source.forEachChild(visit);
      const symbols = new Map<Node, CompilerSymbol>();
      checker.getSymbolAtLocation(nodes).forEach((symbol, at) => {
        const node = nodes[at]!;
        const found = isShorthandPropertyAssignment(node.parent)
          ? checker.getShorthandAssignmentValueSymbol(node.parent)
          : symbol;
        if (found) symbols.set(node, found);
      });
      for (const node of nodes) {
        const role = roleOf(node)!;
        const symbol = symbols.get(node);
        const target = symbol ? resolved(symbol) : null;
        const call = role === "call" ? callOf(node)! : null;
        const use: Use = {
          kind: role,
          path,
          line: lineOf(node),
          name: nameText(node),
          shape: call ? callShape(node, call, symbols) : referenceShape(node, symbols),
          where: "undecided",
          declarations: [],
        };
        if (target) Object.assign(use, placesOf(target, node, role));
        if (call && target) addSignature(use, call, target);
        uses.push(use);
      }
      for (const type of types) uses.push(...overridesOf(path, type, lineOf));
      return uses;
    },
  };

  /** A class is made by its constructor; what a variable holds may be a function that is declared elsewhere. */
  function addSignature(use: Use, call: CallLikeExpression, target: CompilerSymbol): void {
    if (use.where === "undecided") return;
    if (target.flags & SymbolFlags.Class) {
      if (call.kind !== SyntaxKind.NewExpression && call.kind !== SyntaxKind.CallExpression) return;
      const made = constructorOf(target, project);
      const at = made ? place(made) : null;
      if (at) use.declarations = [at];
      return;
    }
    if (target.flags & (SymbolFlags.Function | SymbolFlags.Method)) return;
    const handle = checker.getResolvedSignature(call)?.declaration;
    if (!handle || !isInside(handle.path)) return;
    const at = declarationOf(handle);
    if (at && at.name !== "") use.declarations.push(at);
    if (use.where === "outside" && use.declarations.length > 0) use.where = "inside";
  }

  /** The members of each direct base that the members of a type override or implement. */
  function overridesOf(
    path: string,
    type: ClassLikeDeclaration | InterfaceDeclaration,
    lineOf: (node: Node) => number,
  ): Use[] {
    const written = (type.heritageClauses ?? [])
      .flatMap((clause) => [...clause.types])
      .filter(isExpressionWithTypeArguments);
    const bases = written.map((node) => checker.getTypeAtLocation(node));
    return declaredMembers(type).flatMap((member) =>
      bases.flatMap((base): Use[] => {
        const property = base && checker.getPropertyOfType(base, member.text);
        if (!property) return [];
        const places = placesOf(property, member.node, "override");
        return [
          {
            kind: "override",
            path,
            line: lineOf(member.node),
            name: member.text,
            shape: isInterfaceDeclaration(type) ? "a member of an interface" : "a member of a class",
            ...places,
          },
        ];
      }),
    );
  }
}

/** Of a name that is both a type and a value, the one that is meant there. */
function ofMeaning(handles: NodeHandle[], node: Node): NodeHandle[] {
  const isType = (handle: NodeHandle) =>
    handle.kind === SyntaxKind.InterfaceDeclaration || handle.kind === SyntaxKind.TypeAliasDeclaration;
  const isBoth = (handle: NodeHandle) =>
    handle.kind === SyntaxKind.ClassDeclaration || handle.kind === SyntaxKind.EnumDeclaration;
  const meant = isTypeMeaning(node)
    ? handles.filter((handle) => isType(handle) || isBoth(handle))
    : handles.filter((handle) => !isType(handle));
  return meant.length > 0 ? meant : handles;
}

function nameText(node: Node): string {
  if (isIdentifier(node) || isStringLiteral(node)) return node.text;
  return isExportAssignment(node) ? "default" : node.getText();
}
