import { readFile } from 'node:fs/promises';
import { findPackageJSON } from 'node:module';
import { dirname } from 'node:path';
import { AdmissionError } from './admission-error.ts';

export interface Dependency {
  readonly name: string;
  readonly dir: string;
  readonly version: string;
  /** The raw `interline` field; undefined in ordinary libraries. */
  readonly field: unknown;
}

/**
 * Reads a dependency's package.json as seen from `base`, also where its `exports` hide the file.
 */
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
      `the deployment depends on "${name}", whose package.json is no JSON; run npm install`,
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
