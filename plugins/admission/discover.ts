import { join } from 'node:path';
import { chooseRails, type RailChoice } from './choose-rails.ts';
import { type Dependency, deploymentDependencies, readDependency } from './read-dependencies.ts';
import { loadPackage } from './load-package.ts';
import { type PackageField, readPackageField } from './package-field.ts';

/** A rail package among the deployment's dependencies, not loaded yet. */
export interface FoundPackage extends PackageField {
  readonly name: string;
  readonly version: string;
  readonly dir: string;
  load(): Promise<unknown>;
}

/**
 * Finds the deployment's rail packages by name, without loading any. An excluded package may be
 * broken or absent.
 */
export async function discover(
  baseDir: string,
  choice: RailChoice = {},
): Promise<readonly FoundPackage[]> {
  const base = join(baseDir, 'package.json');
  const installed = await readInstalled(baseDir, base, choice);
  const plugins = installed.filter(
    ({ name, field }) => field !== undefined || choice.include?.includes(name),
  );
  const chosen = chooseRails(
    plugins.map((dependency) => ({ ...dependency, id: looseId(dependency) })),
    choice,
  );
  return chosen.map(({ name, dir, version, field }) => ({
    ...readPackageField(name, field),
    name,
    dir,
    version,
    load: () => loadPackage(name, base),
  }));
}

async function readInstalled(
  baseDir: string,
  base: string,
  choice: RailChoice,
): Promise<readonly Dependency[]> {
  const names = await deploymentDependencies(baseDir);
  return Promise.all(
    names.map(async (name) =>
      choice.exclude?.includes(name)
        ? readDependency(name, base).catch(() => ({ name, dir: '', version: '', field: null }))
        : readDependency(name, base),
    ),
  );
}

/** The unchecked id, so that a rail can be excluded because it is faulty. */
function looseId({ name, field }: Dependency): string {
  return typeof field === 'object' &&
    field !== null &&
    'id' in field &&
    typeof field.id === 'string'
    ? field.id
    : name;
}
