import { chainFamily, type ChainRef, chainRef, type LanePattern } from '@interline/kernel';
import type { RailManifest } from '@interline/ports';
import { satisfies, valid } from 'semver';
import { z } from 'zod';
import { AdmissionError } from './admission-error.ts';
import { firstIssue, showFound } from './show-found.ts';
import { isRailId, railIdRule } from './package-field.ts';

const shape = z.strictObject({
  id: z.string(),
  api: z.string().refine((text) => valid(text) !== null, 'wanted a semver version such as "1.0.0"'),
  version: z
    .string()
    .refine((text) => valid(text) !== null, 'wanted a semver version such as "0.1.0"'),
  title: z.string().min(1).max(80),
  ways: z.array(z.string()),
  lanes: z.array(
    z.strictObject({
      from: z.string(),
      to: z.string(),
      settles: z.enum(['firm', 'indicative']),
      reason: z.string().max(300).optional(),
    }),
  ),
  broadcast: z.enum(['by-default', 'opt-in']),
  minOut: z.enum(['enforced', 'passed-on']),
  effects: z.enum(['real', 'simulated']),
  capabilities: z.array(z.enum(['inventory', 'own-price'])),
  targets: z
    .record(
      z.string().regex(/^eip155:[1-9][0-9]*$/, 'wanted an EVM chain such as eip155:8453'),
      z
        .array(z.string().regex(/^0x[0-9a-f]{40}$/, 'wanted an EVM address in small letters'))
        .min(1)
        .max(200),
    )
    .optional(),
});

/** Reads a module's manifest; one error for the shape, one for the engines, one for the lanes. */
export function readManifest(label: string, value: unknown): RailManifest {
  const read = shape.safeParse(value);
  if (!read.success)
    throw new AdmissionError(
      'BAD_MANIFEST',
      `rail "${label}" has no valid manifest: ${firstIssue(read.error)}`,
    );
  // CAST: the schema's optional reason may spell undefined; the type only omits it. The brands of
  // chains and addresses say no more than their shapes do.
  const manifest = read.data as unknown as RailManifest;
  if (manifest.effects === 'simulated' && manifest.capabilities.length > 0) {
    throw new AdmissionError(
      'BAD_MANIFEST',
      `rail "${label}" is simulated and claims ${manifest.capabilities.join(', ')}; a simulated rail moves nothing, wanted no capabilities`,
    );
  }
  checkWays(label, manifest.ways);
  checkLanes(label, manifest.lanes);
  return manifest;
}

/** The package's promise and the module's must be one. */
export function checkIdentity(
  found: { readonly name: string; readonly id: string; readonly api: string },
  manifest: RailManifest,
): void {
  if (manifest.id !== found.id) {
    throw new AdmissionError(
      'ID_MISMATCH',
      `package "${found.name}" says rail "${found.id}" in package.json and "${manifest.id}" in its manifest; wanted one id`,
    );
  }
  if (!satisfies(manifest.api, found.api)) {
    throw new AdmissionError(
      'BAD_MANIFEST',
      `rail "${found.id}" was written for rail API ${manifest.api}, outside the ${found.api} of its package.json`,
    );
  }
}

function checkWays(label: string, ways: readonly string[]): void {
  if (ways.length === 0)
    throw new AdmissionError(
      'BAD_WAYS',
      `rail "${label}" has no ways; wanted one at least, usually ["${label}"]`,
    );
  const bad = ways.find((way) => !isRailId(way));
  if (bad !== undefined)
    throw new AdmissionError(
      'BAD_WAYS',
      `rail "${label}" has the way ${showFound(bad)}; wanted ${railIdRule}`,
    );
  const twice = ways.find((way, index) => ways.indexOf(way) !== index);
  if (twice !== undefined)
    throw new AdmissionError(
      'BAD_WAYS',
      `rail "${label}" has the way "${twice}" twice; wanted each once`,
    );
}

/** Refuses lanes that are empty, contradict themselves or can never match. */
function checkLanes(id: string, lanes: readonly LanePattern[]): void {
  if (lanes.length === 0) throw badLanes(id, 'declares no lanes; wanted one at least');
  lanes.forEach((lane, index) => {
    for (const side of [lane.from, lane.to]) {
      if (!isSide(side))
        throw badLanes(
          id,
          `names ${showFound(side)} in lane ${index + 1}; wanted a CAIP-2 chain such as eip155:8453, a family such as eip155:*, or *`,
        );
    }
    const hasReason = lane.reason !== undefined && lane.reason !== '';
    if (lane.settles === 'indicative' && !hasReason)
      throw badLanes(id, `only prices lane ${show(lane)} and gives no reason; wanted one`);
    if (lane.settles === 'firm' && lane.reason !== undefined)
      throw badLanes(id, `settles lane ${show(lane)} and gives a reason not to; wanted none`);
    const earlier = lanes
      .slice(0, index)
      .find((other) => covers(other.from, lane.from) && covers(other.to, lane.to));
    if (earlier !== undefined)
      throw badLanes(
        id,
        `declares lane ${show(lane)} after ${show(earlier)}, which covers it; the first match decides, so put the narrower one first`,
      );
  });
}

function badLanes(id: string, found: string): AdmissionError {
  return new AdmissionError('BAD_LANES', `rail "${id}" ${found}`);
}

function isSide(side: string): boolean {
  if (side === '*' || /^[-a-z0-9]{3,8}:\*$/.test(side)) return true;
  try {
    return chainRef(side) === side;
  } catch {
    return false;
  }
}

function covers(wide: string, narrow: string): boolean {
  return (
    wide === '*' ||
    wide === narrow ||
    (narrow !== '*' && wide === `${chainFamily(narrow as ChainRef)}:*`)
  );
}

function show(lane: LanePattern): string {
  return `${lane.from} to ${lane.to}`;
}
