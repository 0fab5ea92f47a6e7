import { createRequire } from 'node:module';
import { pathToFileURL } from 'node:url';
import { AdmissionError } from './admission-error.ts';

/**
 * Imports a package's module as the deployment sees it, from source where the process runs from
 * source.
 */
export async function loadPackage(name: string, base: string): Promise<unknown> {
  try {
    return await import(pathToFileURL(createRequire(base).resolve(name)).href);
  } catch (cause) {
    const found = cause instanceof Error ? cause.message : String(cause);
    throw new AdmissionError(
      'IMPORT_FAILED',
      `package "${name}" is installed but its module does not load: ${found}`,
      { cause },
    );
  }
}
