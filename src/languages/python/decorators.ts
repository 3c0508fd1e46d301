/** The decorators of definitions. */
import type { SyntaxTree } from "../syntax.js";

/** The decorators of a definition, each as its dotted name: `app.route` of `@app.route("/")`. */
export function decoratorsOf(tree: SyntaxTree, definition: number): string[] {
  return decoratorNodes(tree, definition).map((node) => {
    const expression = expressionOf(tree, node);
    const callee = tree.type(expression) === "call" ? tree.child(expression, "function") : expression;
    return tree.text(callee).replace(/\s+/g, "");
  });
}

/** The nodes of the decorators of a definition. */
export function decoratorNodes(tree: SyntaxTree, definition: number): number[] {
  const around = tree.parent(definition);
  if (around < 0 || tree.type(around) !== "decorated_definition") return [];
  return tree.namedChildren(around).filter((child) => tree.type(child) === "decorator");
}

/** The expression of a decorator. */
export function expressionOf(tree: SyntaxTree, decorator: number): number {
  return tree.namedChildren(decorator).find((child) => tree.type(child) !== "comment") ?? decorator;
}

/** Whether a decorator makes a property of a method, or belongs to one. */
export function isPropertyDecorator(name: string): boolean {
  return (
    /(?:^|\.)(?:\w*property|\w*_property|setter|deleter|getter|hybrid_method)$/i.test(name) && !/^property\./.test(name)
  );
}

/** Whether a decorator makes a fixture of pytest. */
export function isFixtureDecorator(name: string): boolean {
  return /(?:^|\.)(?:fixture|yield_fixture|async_fixture)$/.test(name);
}
