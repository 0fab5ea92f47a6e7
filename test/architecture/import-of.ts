import ts from 'typescript';

export interface ImportRef {
  /** Null where the name is computed, so that no fence can judge it. */
  readonly specifier: string | null;
  readonly typesOnly: boolean;
}

/** The module that a syntax node reaches for, in any of the ways TypeScript and Node have. */
export function importOf(node: ts.Node): ImportRef | undefined {
  if (ts.isImportDeclaration(node))
    return reach(node.moduleSpecifier, isTypesOnly(node.importClause));
  if (ts.isExportDeclaration(node))
    return node.moduleSpecifier && reach(node.moduleSpecifier, node.isTypeOnly);
  if (ts.isImportTypeNode(node))
    return reach(ts.isLiteralTypeNode(node.argument) ? node.argument.literal : undefined, true);
  if (ts.isExternalModuleReference(node)) return reach(node.expression, false);
  if (!ts.isCallExpression(node)) return undefined;

  const [name] = node.arguments;
  if (node.expression.kind === ts.SyntaxKind.ImportKeyword || isRequire(node.expression))
    return reach(name, false);
  // Resolving only locates a module, so a computed name does no harm; a literal one tells what is
  // needed.
  return isResolve(node.expression) && isLiteral(name) ? reach(name, false) : undefined;
}

function reach(specifier: ts.Node | undefined, typesOnly: boolean): ImportRef {
  return { specifier: isLiteral(specifier) ? specifier.text : null, typesOnly };
}

function isLiteral(node: ts.Node | undefined): node is ts.StringLiteralLike {
  return node !== undefined && ts.isStringLiteralLike(node);
}

function isTypesOnly(clause: ts.ImportClause | undefined): boolean {
  if (clause === undefined) return false;
  if (clause.phaseModifier === ts.SyntaxKind.TypeKeyword) return true;
  const named = clause.namedBindings;
  if (clause.name !== undefined || named === undefined || !ts.isNamedImports(named)) return false;
  return named.elements.length > 0 && named.elements.every(({ isTypeOnly }) => isTypeOnly);
}

/** The callee of `require(x)` or of `createRequire(base)(x)`. */
function isRequire(callee: ts.Expression): boolean {
  return (
    isNamed(callee, 'require') ||
    (ts.isCallExpression(callee) && isNamed(callee.expression, 'createRequire'))
  );
}

/** The callee of `import.meta.resolve(x)`, or `resolve` of anything that requires. */
function isResolve(callee: ts.Expression): boolean {
  if (!ts.isPropertyAccessExpression(callee) || callee.name.text !== 'resolve') return false;
  return ts.isMetaProperty(callee.expression) || isRequire(callee.expression);
}

function isNamed(node: ts.Expression, name: string): boolean {
  return ts.isIdentifier(node) && node.text === name;
}
