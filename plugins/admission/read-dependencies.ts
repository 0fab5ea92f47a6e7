import { isRecord } from '@interline/kernel';
import { readFile } from 'node:fs/promises';
import { findPackageJSON } from 'node:module';
import { dirname, join } from 'node:path';
import { AdmissionError } from './admission-error.ts';

/** The names in `dependencies` of the deployment's package.json, sorted. */
export async function deploymentDependencies(baseDir: string): Promise<readonly string[]> {
  const path = join(baseDir, 'package.json');
  const text = await readFile(path, 'utf8').catch((cause: unknown) => {
    throw new AdmissionError(
      'BAD_DEPLOYMENT',
      `the deployment ${baseDir} has no readable package.json; rails are found among its dependencies`,
      { cause },
    );
  });
  const { dependencies = {} } = readObject(path, text);
  if (typeof dependencies !== 'object' || dependencies === null) {
    throw new AdmissionError('BAD_DEPLOYMENT', `"dependencies" in ${path} is not an object`);
  }
  return Object.keys(dependencies).sort();
}

function readObject(path: string, text: string): Readonly<Record<string, unknown>> {
  try {
    const value: unknown = JSON.parse(text);
    if (isRecord(value)) return value;
  } catch (cause) {
    throw new AdmissionError('BAD_DEPLOYMENT', `${path} is not JSON`, { cause });
  }
  throw new AdmissionError('BAD_DEPLOYMENT', `${path} is not a JSON object`);
}

export interface Dependency {
  readonly name: string;
  readonly dir: string;
  readonly version: string;
  /** The raw `interline` field; undefined in ordinary libraries. */
  readonly field: unknown;
}

/** Reads a dependency's package.json as seen from `base`, even if its `exports` hide the file. */
export async function readDependency(name: string, base: string): Promise<Dependency> {
  const path = locate(name, base);
  const json = parse(name, await readFile(path, 'utf8'));
  return {
    name,
    dir: dirname(path),
    version: typeof json.version === 'string' ? json.version : '0.0.0',
    field: json.interline,
  };
}

function parse(
  name: string,
  text: string,
): { readonly version?: unknown; readonly interline?: unknown } {
  try {
    // CAST: npm installs only objects here, and both members are read as unknown.
    return JSON.parse(text) as { readonly version?: unknown; readonly interline?: unknown };
  } catch (cause) {
    throw new AdmissionError(
      'PACKAGE_MISSING',
      `the deployment depends on "${name}", whose package.json is not JSON; run npm install`,
      { cause },
    );
  }
}

function locate(name: string, base: string): string {
  try {
    const path = findPackageJSON(name, base);
    if (path !== undefined) return path;
  } catch (cause) {
    throw missing(name, cause);
  }
  throw missing(name);
}

function missing(name: string, cause?: unknown): AdmissionError {
  return new AdmissionError(
    'PACKAGE_MISSING',
    `the deployment depends on "${name}", which is not installed; run npm install`,
    { cause },
  );
}
