import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
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
    throw new AdmissionError('BAD_DEPLOYMENT', `"dependencies" in ${path} is no object`);
  }
  return Object.keys(dependencies).sort();
}

function readObject(path: string, text: string): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(text);
    if (typeof value === 'object' && value !== null) return value as Record<string, unknown>;
  } catch (cause) {
    throw new AdmissionError('BAD_DEPLOYMENT', `${path} is no JSON`, { cause });
  }
  throw new AdmissionError('BAD_DEPLOYMENT', `${path} is no JSON object`);
}
