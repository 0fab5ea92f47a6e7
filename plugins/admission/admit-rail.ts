import type { RailManifest, RailPort } from '@interline/ports';
import type { RailContext } from '../rail-context.ts';
import { createRail } from './create-rail.ts';
import type { FoundPackage } from './discover.ts';
import { narrowContext } from './narrow-context.ts';
import { checkIdentity, readManifest } from './read-manifest.ts';
import { readRailModule } from './read-rail-module.ts';
import { readSettings } from './read-settings.ts';

/** A rail that passed, with the context it was given. */
export interface AdmittedRail {
  readonly rail: RailPort;
  readonly context: RailContext;
}

/**
 * Loads one found package and makes its rail; throws an AdmissionError that says what was wanted
 * and found.
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
