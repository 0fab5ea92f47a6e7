import { execFile } from 'node:child_process';
import { cp, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);
const root = join(import.meta.dirname, '..', '..');

/** What a rail in a repository of its own imports, and what that imports. */
const kit = ['core/kernel', 'ports', 'plugins'] as const;

interface PackageJson {
  readonly name: string;
  readonly version: string;
  readonly exports: Readonly<Record<string, Readonly<Record<string, string>>>>;
  readonly files: readonly string[];
  readonly dependencies?: Readonly<Record<string, string>>;
}

/** Builds the kit and packs a tarball a package into that folder; returns their paths. */
export async function packKit(into: string): Promise<readonly string[]> {
  const staging = await mkdtemp(join(tmpdir(), 'interline-kit-'));
  try {
    const built = join(staging, 'built');
    await run(process.execPath, [
      join(root, 'node_modules/typescript7/bin/tsc'),
      ...['-p', join(root, 'tsconfig.build.json'), '--outDir', built],
    ]);
    const packages = await Promise.all(
      kit.map((folder) => stage(folder, join(built, folder), join(staging, folder))),
    );
    await mkdir(into, { recursive: true });
    const { stdout } = await run(
      'npm',
      ['pack', '--json', '--pack-destination', into, ...packages],
      {
        cwd: staging,
      },
    );
    return packedFiles(stdout).map((file) => join(into, file));
  } finally {
    await rm(staging, { recursive: true });
  }
}

/** Lays the package out as it is installed: no sources, so no export that names them. */
async function stage(folder: string, built: string, staged: string): Promise<string> {
  const source = join(root, folder);
  // CAST: our own package.json.
  const json = JSON.parse(await readFile(join(source, 'package.json'), 'utf8')) as PackageJson;
  await mkdir(staged, { recursive: true });
  for (const name of json.files)
    await cp(name === 'dist' ? built : join(source, name), join(staged, name), { recursive: true });
  await cp(join(root, 'LICENSE'), join(staged, 'LICENSE'));
  await cp(join(source, 'README.md'), join(staged, 'README.md')).catch(() => undefined);
  await writeFile(join(staged, 'package.json'), `${JSON.stringify(installed(json), null, 2)}\n`);
  return staged;
}

function installed(json: PackageJson): object {
  const exports = Object.fromEntries(
    Object.entries(json.exports).map(([path, { 'interline-source': _source, ...built }]) => [
      path,
      built,
    ]),
  );
  // The packages of a kit are of one version and belong together.
  const dependencies = Object.fromEntries(
    Object.entries(json.dependencies ?? {}).map(([name, range]) => [
      name,
      range === '*' ? json.version : range,
    ]),
  );
  return { ...json, exports, dependencies };
}

function packedFiles(report: string): readonly string[] {
  // CAST: what "npm pack --json" prints.
  const packed = JSON.parse(report) as readonly { readonly filename: string }[];
  return packed.map(({ filename }) => filename);
}
