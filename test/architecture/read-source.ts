import ts from 'typescript';
import { importOf, type ImportRef } from './import-of.ts';
import { worldReadOf } from './world-read-of.ts';

export interface SourceFacts {
  readonly imports: readonly Placed<ImportRef>[];
  /** Reads of globals by name (`Date.now`, `fetch`, `new Date`), whichever they are. */
  readonly worldReads: readonly Placed<{ readonly name: string }>[];
  readonly defaultExports: readonly number[];
  /** Lines of the statements that are not re-exports. */
  readonly ownStatements: readonly number[];
}

export type Placed<T> = T & { readonly line: number };

/**
 * Reads what the fence judges from one source text. Nothing is resolved, so the file need not
 * exist.
 */
export function readSource(path: string, text: string): SourceFacts {
  const source = ts.createSourceFile(path, text, ts.ScriptTarget.Latest);
  const imports: Placed<ImportRef>[] = [
    ...source.typeReferenceDirectives,
    ...source.referencedFiles,
  ].map(({ fileName, pos }) => ({
    specifier: fileName,
    typesOnly: true,
    line: lineAt(source, pos),
  }));
  const worldReads: Placed<{ name: string }>[] = [];

  const visit = (node: ts.Node): void => {
    const found = importOf(node);
    if (found !== undefined) imports.push({ ...found, line: lineOf(source, node) });
    const name = worldReadOf(node);
    if (name !== undefined) worldReads.push({ name, line: lineOf(source, node) });
    ts.forEachChild(node, visit);
  };
  visit(source);

  return {
    imports,
    worldReads,
    defaultExports: source.statements.filter(isDefaultExport).map((node) => lineOf(source, node)),
    ownStatements: source.statements
      .filter((node) => !isReExport(node))
      .map((node) => lineOf(source, node)),
  };
}

function isDefaultExport(node: ts.Statement): boolean {
  if (ts.isExportAssignment(node)) return true;
  if (
    ts.isExportDeclaration(node) &&
    node.exportClause !== undefined &&
    ts.isNamedExports(node.exportClause)
  ) {
    return node.exportClause.elements.some(({ name }) => name.text === 'default');
  }
  return (
    ts.canHaveModifiers(node) &&
    (ts.getModifiers(node) ?? []).some(({ kind }) => kind === ts.SyntaxKind.DefaultKeyword)
  );
}

/** `export … from '…'`, or the `export {}` of a module without exports. */
function isReExport(node: ts.Statement): boolean {
  if (!ts.isExportDeclaration(node)) return false;
  if (node.moduleSpecifier !== undefined) return true;
  return (
    node.exportClause !== undefined &&
    ts.isNamedExports(node.exportClause) &&
    node.exportClause.elements.length === 0
  );
}

function lineOf(source: ts.SourceFile, node: ts.Node): number {
  return lineAt(source, node.getStart(source));
}

function lineAt(source: ts.SourceFile, pos: number): number {
  return source.getLineAndCharacterOfPosition(pos).line + 1;
}
