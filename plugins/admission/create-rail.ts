import { isDeepStrictEqual } from 'node:util';
import type { RailManifest, RailPort } from '@interline/ports';
import type { DefinedRail } from '../define-rail.ts';
import type { RailContext } from '../rail-context.ts';
import { AdmissionError } from './admission-error.ts';
import { readManifest } from './read-manifest.ts';
import { showFound } from './show-found.ts';

const methods = ['offers', 'plan', 'track', 'health'] as const;

/**
 * Makes the rail and checks its shape. Settings may narrow its ways and lanes; the rest of the
 * manifest stands.
 */
export function createRail(
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
  // CAST: an object with the four methods and a manifest that was read; what they answer is the
  // guard's business.
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
    const found = cause instanceof Error ? cause.message : 'something that is no error';
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
