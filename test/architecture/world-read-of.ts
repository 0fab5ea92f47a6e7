import ts from 'typescript';

/**
 * What a syntax node reads from the globals, as one writes it: `Date.now`, `process.env`, `fetch`,
 * `new Date`.
 */
export function worldReadOf(node: ts.Node): string | undefined {
  if (ts.isCallExpression(node) && ts.isIdentifier(node.expression)) return node.expression.text;
  if (ts.isPropertyAccessExpression(node) || ts.isElementAccessExpression(node))
    return nameOf(node);
  if (ts.isVariableDeclaration(node)) return unpacked(node);
  if (!ts.isNewExpression(node) || (node.arguments?.length ?? 0) > 0) return undefined;
  const made = nameOf(node.expression);
  return made === undefined ? undefined : `new ${made}`;
}

/** The dotted name of an expression, without `globalThis`. */
function nameOf(node: ts.Expression): string | undefined {
  if (ts.isIdentifier(node)) return node.text;
  const member = memberOf(node);
  if (member === undefined) return undefined;
  const owner = nameOf(member.owner);
  return owner === undefined
    ? undefined
    : owner === 'globalThis'
      ? member.name
      : `${owner}.${member.name}`;
}

function memberOf(node: ts.Expression): { owner: ts.Expression; name: string } | undefined {
  if (ts.isPropertyAccessExpression(node)) return { owner: node.expression, name: node.name.text };
  if (!ts.isElementAccessExpression(node) || !ts.isStringLiteralLike(node.argumentExpression))
    return undefined;
  return { owner: node.expression, name: node.argumentExpression.text };
}

/** `const { env } = process` reads `process.env`; the first name stands for all. */
function unpacked({ name, initializer }: ts.VariableDeclaration): string | undefined {
  if (!ts.isObjectBindingPattern(name) || initializer === undefined) return undefined;
  const owner = nameOf(initializer);
  const [first] = name.elements.map((element) => element.propertyName ?? element.name);
  return owner !== undefined && first !== undefined && ts.isIdentifier(first)
    ? `${owner}.${first.text}`
    : undefined;
}
