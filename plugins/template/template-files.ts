import { readdir, readFile } from 'node:fs/promises';
import { findPackageJSON } from 'node:module';
import { dirname, join } from 'node:path';
import { AdmissionError } from '../admission/admission-error.ts';
import { railApi } from '../admission/package-field.ts';

const suffix = '.tmpl';

/** Where a rail's package is: among the deployment's own, or in a separate repository. */
export type RailHome = 'workspace' | 'standalone';

/** Only the packages of this repository are in its scope. */
export function packageName(id: string, home: RailHome): string {
  return home === 'standalone' ? `interline-rail-${id}` : `@interline/rail-${id}`;
}

/** The files of a new rail package by path, its id and the kit's own versions filled in. */
export async function templateFiles(
  id: string,
  home: RailHome,
): Promise<ReadonlyMap<string, string>> {
  const manifestPath = findPackageJSON(import.meta.url);
  if (manifestPath === undefined)
    throw new AdmissionError(
      'BAD_DEPLOYMENT',
      'the kit has no package.json above it; install @interline/plugins again',
    );
  const { dependencies, devDependencies } = JSON.parse(
    await readFile(manifestPath, 'utf8'),
    // CAST: our own package.json.
  ) as Record<'dependencies' | 'devDependencies', Readonly<Record<string, string>>>;
  const words: Readonly<Record<string, string | undefined>> = {
    ...devDependencies,
    ...dependencies,
    id,
    package: packageName(id, home),
    api: railApi,
  };

  // Beside the package.json, not beside this module: a built kit keeps its modules one folder
  // deeper.
  const folder = join(dirname(manifestPath), 'template');
  return new Map([
    ...(await filled(join(folder, 'files'), words)),
    ...(home === 'standalone' ? await filled(join(folder, 'standalone'), words) : []),
  ]);
}

async function filled(
  folder: string,
  words: Readonly<Record<string, string | undefined>>,
): Promise<readonly (readonly [string, string])[]> {
  const names = (await readdir(folder)).filter((name) => name.endsWith(suffix)).sort();
  return Promise.all(
    names.map(async (name) => {
      const text = await readFile(join(folder, name), 'utf8');
      return [
        name.slice(0, -suffix.length),
        text.replaceAll(/\{\{([^{}]+)\}\}/g, (mark, word: string) => words[word] ?? mark),
      ] as const;
    }),
  );
}
