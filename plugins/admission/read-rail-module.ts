import { type DefinedRail, railTag } from '../define-rail.ts';
import { AdmissionError } from './admission-error.ts';
import { showFound } from './show-found.ts';

/** Takes the tagged `rail` out of a package's module. */
export function readRailModule(packageName: string, module: unknown): DefinedRail {
  const rail =
    typeof module === 'object' && module !== null && 'rail' in module ? module.rail : undefined;
  if (typeof rail !== 'object' || rail === null) {
    throw new AdmissionError(
      'NO_RAIL_EXPORT',
      `package "${packageName}" exports ${showFound(rail)} under the name "rail"; wanted export const rail = defineRail({ … })`,
    );
  }
  const { manifest, settings, create, [railTag]: tag } = rail as Record<string | symbol, unknown>;
  if (tag !== true) {
    throw new AdmissionError(
      'NOT_TAGGED',
      `package "${packageName}" exports a "rail" that defineRail did not make; wanted export const rail = defineRail({ … })`,
    );
  }
  if (
    typeof manifest !== 'object' ||
    manifest === null ||
    typeof create !== 'function' ||
    !isSchema(settings)
  ) {
    throw new AdmissionError(
      'NO_RAIL_EXPORT',
      `package "${packageName}" exports an incomplete rail; wanted a manifest, settings (a zod 4 schema) and create`,
    );
  }
  // CAST: tagged and complete; the manifest is read in full by readManifest.
  return rail as DefinedRail;
}

function isSchema(value: unknown): boolean {
  return (
    typeof value === 'object' &&
    value !== null &&
    '_zod' in value &&
    'safeParse' in value &&
    typeof value.safeParse === 'function'
  );
}
