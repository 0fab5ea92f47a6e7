import { mkdir, mkdtemp, readFile, realpath, rm, symlink, writeFile } from 'node:fs/promises';
import { findPackageJSON } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

/** A package as text, by path inside it. A package.json without a name is given the package's. */
export interface PackageFiles {
  readonly name: string;
  readonly files: Readonly<Record<string, string>>;
}

export interface TemporaryDeployment {
  readonly dir: string;
  /** Writes the package and adds it to the dependencies; returns its folder. */
  add(files: PackageFiles): Promise<string>;
  /** Adds a package that lies elsewhere to the dependencies. */
  link(name: string, packageDir: string): Promise<void>;
  /** Names a dependency that is not installed. */
  depend(name: string): Promise<void>;
  remove(): Promise<void>;
}

/** What a rail package and its tests import. */
const kit = [
  '@interline/plugins',
  '@interline/kernel',
  '@interline/ports',
  'zod',
  'chai',
  'mocha',
] as const;

/**
 * A deployment of its own in the system's temporary folder: a package.json, and the kit linked into
 * node_modules.
 */
export async function temporaryDeployment(
  packages: readonly PackageFiles[] = [],
): Promise<TemporaryDeployment> {
  const dir = await realpath(await mkdtemp(join(tmpdir(), 'interline-deployment-')));
  await writeFile(
    join(dir, 'package.json'),
    JSON.stringify({
      name: 'temporary-deployment',
      private: true,
      type: 'module',
      dependencies: {},
    }),
  );
  for (const name of kit) await install(dir, name, installedDir(name));

  const deployment: TemporaryDeployment = {
    dir,
    async add({ name, files }) {
      const packageDir = join(dir, 'packages', name.replace('/', '-'));
      for (const [path, text] of Object.entries(files)) {
        await mkdir(dirname(join(packageDir, path)), { recursive: true });
        await writeFile(join(packageDir, path), text);
      }
      await deployment.link(name, packageDir);
      return packageDir;
    },
    async link(name, packageDir) {
      await install(dir, name, packageDir);
      await deployment.depend(name);
    },
    async depend(name) {
      const path = join(dir, 'package.json');
      const json = JSON.parse(await readFile(path, 'utf8')) as {
        dependencies: Record<string, string>;
      };
      await writeFile(
        path,
        JSON.stringify({ ...json, dependencies: { ...json.dependencies, [name]: '*' } }),
      );
    },
    remove: () => rm(dir, { recursive: true, force: true }),
  };
  for (const files of packages) await deployment.add(files);
  return deployment;
}

async function install(dir: string, name: string, target: string): Promise<void> {
  const link = join(dir, 'node_modules', name);
  await mkdir(dirname(link), { recursive: true });
  await symlink(target, link, 'dir');
}

function installedDir(name: string): string {
  const manifest = findPackageJSON(name, import.meta.url);
  if (manifest === undefined) throw new Error(`${name} is not installed`);
  return dirname(manifest);
}
