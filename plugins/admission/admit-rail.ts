import type { RailManifest, RailPort } from '@interline/ports';
import { isDeepStrictEqual } from 'node:util';
import { type DefinedRail, railTag } from '../define-rail.ts';
import type { RailContext } from '../rail-context.ts';
import { AdmissionError } from './admission-error.ts';
import type { FoundPackage } from './discover.ts';
import { narrowContext } from './narrow-context.ts';
import { checkIdentity, readManifest } from './read-manifest.ts';
import { readSettings } from './read-settings.ts';
import { showFound } from './show-found.ts';

/** A rail that passed, with the context it was given. */
export interface AdmittedRail {
  readonly rail: RailPort;
  readonly context: RailContext;
}

/**
 * Loads one found package and creates its rail; throws an AdmissionError that states what was
 * expected and found.
 */
export async function admitRail(
  found: FoundPackage,
  settings: unknown,
  contextFor: (manifest: RailManifest) => RailContext,
): Promise<AdmittedRail> {
  const definition = readRailModule(found.name, await found.load());
  const manifest = readManifest(found.id, definition.manifest);
  checkIdentity(found, manifest);
  const read = readSettings(found.id, definition, settings);
  const context = narrowContext(manifest, contextFor(manifest));
  return { context, rail: createRail(definition, manifest, context, read) };
}

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

const methods = ['offers', 'plan', 'track', 'health'] as const;

/**
 * Creates the rail and checks its shape. Settings may narrow its engines and lanes; the rest of the
 * manifest must be unchanged.
 */
function createRail(
  definition: DefinedRail,
  manifest: RailManifest,
  context: RailContext,
  settings: unknown,
): RailPort {
  const rail = create(definition, manifest.id, context, settings);
  if (typeof rail !== 'object' || rail === null) {
    throw new AdmissionError(
      'BAD_PORT',
      `rail "${manifest.id}" created ${showFound(rail)}; wanted a RailPort`,
    );
  }
  const lacking = methods.find(
    (method) => typeof (rail as Record<string, unknown>)[method] !== 'function',
  );
  if (lacking !== undefined)
    throw new AdmissionError(
      'BAD_PORT',
      `rail "${manifest.id}" has no method ${lacking}; wanted ${methods.join(', ')}`,
    );
  checkNarrowing(
    manifest,
    readManifest(manifest.id, (rail as Record<string, unknown>)['manifest']),
  );
  // CAST: an object with the four methods and a manifest that was read; the guard checks the
  // methods' results.
  return rail as RailPort;
}

function create(
  definition: DefinedRail,
  id: string,
  context: RailContext,
  settings: unknown,
): unknown {
  try {
    return definition.create(context, settings);
  } catch (cause) {
    const found = cause instanceof Error ? cause.message : 'something that is not an error';
    throw new AdmissionError('CREATE_FAILED', `rail "${id}" could not be created: ${found}`, {
      cause,
    });
  }
}

function checkNarrowing(declared: RailManifest, created: RailManifest): void {
  const strange = created.ways.find((way) => !declared.ways.includes(way));
  if (strange !== undefined)
    throw new AdmissionError(
      'BAD_PORT',
      `rail "${declared.id}" was created with the way "${strange}"; its manifest declares ${declared.ways.join(', ')}`,
    );
  const { ways: _ways, lanes: _lanes, ...fixed } = declared;
  const { ways: _createdWays, lanes: _createdLanes, ...createdFixed } = created;
  if (!isDeepStrictEqual(fixed, createdFixed)) {
    throw new AdmissionError(
      'BAD_PORT',
      `rail "${declared.id}" was created with another manifest than it declares; settings may narrow only ways and lanes`,
    );
  }
}
