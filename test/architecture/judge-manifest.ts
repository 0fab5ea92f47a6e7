import { isBuiltin } from 'node:module';
import { bundled, unimported } from './rules/libraries.ts';
import { packageOf } from './package-of.ts';
import type { SourceFacts } from './read-source.ts';
import { isIn, isTestCode, roomOf } from './room-of.ts';
import type { Manifest, Workspace } from './workspace.ts';

/** Where a package is first imported, by its name. */
type Places = ReadonlyMap<string, string>;

/**
 * Where what a workspace declares and what its files import differ. Tests may also use the root's
 * tools.
 */
export function judgeManifest(
  workspace: Workspace,
  root: Manifest,
  sources: ReadonlyMap<string, SourceFacts>,
): readonly string[] {
  const { folder, manifest } = workspace;
  const own = [...sources].filter(([path]) => roomOf(path)?.folder === folder);
  const shipped = packagesOf(own.filter(([path]) => isShipped(workspace, path)));
  const tested = packagesOf(own.filter(([path]) => !isShipped(workspace, path)));
  const forAll = [
    manifest.name,
    ...names(manifest.dependencies, manifest.optionalDependencies, manifest.peerDependencies),
  ];
  const forTests = [...forAll, ...names(manifest.devDependencies, root.devDependencies)];

  return [
    ...lacking(shipped, forAll).map(
      ([name, at]) => `${at}: ${name} is not among the dependencies of ${folder}`,
    ),
    ...lacking(tested, forTests).map(
      ([name, at]) =>
        `${at}: ${name} is declared neither by ${folder} nor by the root's devDependencies`,
    ),
    ...declaredInVain(workspace, new Map([...shipped, ...tested])).map(
      (name) => `${folder}/package.json: ${name} is declared and never imported`,
    ),
    ...names(manifest.dependencies)
      .filter((name) => folder !== 'test' && tested.has(name) && !shipped.has(name))
      .map(
        (name) =>
          `${folder}/package.json: ${name} is imported by tests only, which makes it a devDependency`,
      ),
    ...forTests
      .filter((name) => name !== manifest.name && name.startsWith('@interline/rail-'))
      .map(
        (name) =>
          `${folder}/package.json: ${name}: only the root, which is the deployment, depends on rails`,
      ),
  ];
}

/**
 * What a workspace declares although none of its files imports it; `@types/x` counts as imported
 * where `x` is.
 */
function declaredInVain({ folder, manifest }: Workspace, imported: Places): readonly string[] {
  return names(
    manifest.dependencies,
    manifest.optionalDependencies,
    manifest.peerDependencies,
    manifest.devDependencies,
  )
    .filter((name) => !imported.has(name) && !imported.has(typedBy(name)))
    .filter(
      (name) => !unimported.some((excused) => excused.folder === folder && excused.name === name),
    );
}

/**
 * The packages that files import. Mocha's functions are globals, so a test file and a call of
 * `describe` stand for it.
 */
export function packagesOf(sources: readonly (readonly [string, SourceFacts])[]): Places {
  const named = sources.flatMap(([path, { imports, worldReads }]) => [
    ...imports.map(({ specifier, line }) => ({ specifier, at: `${path}:${line}` })),
    ...worldReads
      .filter(({ name }) => name === 'describe')
      .map(({ line }) => ({ specifier: 'mocha', at: `${path}:${line}` })),
    ...(path.endsWith('.test.ts') ? [{ specifier: 'mocha', at: `${path}:1` }] : []),
  ]);
  return new Map(
    named.flatMap(({ specifier, at }) =>
      specifier === null || specifier.startsWith('.') || isBuiltin(specifier)
        ? []
        : [[packageOf(specifier), at]],
    ),
  );
}

/**
 * Whether a file is published: all but tests, and of the tests' doubles those that the package
 * exports.
 */
function isShipped({ folder, manifest }: Workspace, path: string): boolean {
  if (bundled.some((part) => isIn(part, path))) return false;
  if (!isTestCode(path)) return true;
  if (path.endsWith('.test.ts') || folder === 'test') return false;
  const top = path.slice(folder.length + 1).split('/')[0] ?? '';
  return (
    manifest.exports !== undefined && (`./${top}` in manifest.exports || './*' in manifest.exports)
  );
}

function lacking(
  imported: Places,
  declared: readonly string[],
): readonly (readonly [string, string])[] {
  return [...imported].filter(([name]) => !declared.includes(name));
}

/** `@types/koa` types `koa`, `@types/koa__router` types `@koa/router`. */
function typedBy(name: string): string {
  const typed = name.replace(/^@types\//, '');
  return typed.includes('__') ? `@${typed.replace('__', '/')}` : typed;
}

function names(
  ...lists: readonly (Readonly<Record<string, string>> | undefined)[]
): readonly string[] {
  return lists.flatMap((list) => Object.keys(list ?? {}));
}
