import type { RailManifest, RailPort } from '@interline/ports';
import type { RailContext } from './rail-context.ts';
import type { z } from 'zod';

/**
 * Marks a rail definition for every copy of this package; `instanceof` would fail on a second one.
 */
export const railTag = Symbol.for('interline.rail');

/** What a rail is made of. */
export interface RailDefinition<Settings> {
  readonly manifest: RailManifest;
  /**
   * Reads the rail's part of the deployment's config. Keys it does not name are refused, at every
   * depth.
   */
  readonly settings: z.ZodType<Settings>;
  /**
   * Makes the rail. Touches no network: a rail whose upstream is down still boots, and says so by
   * `health`.
   */
  create(context: RailContext, settings: Settings): RailPort;
}

/** What a plugin package's module exports under the name `rail`. */
export interface DefinedRail<Settings = unknown> extends RailDefinition<Settings> {
  readonly [railTag]: true;
}

export function defineRail<Settings>(definition: RailDefinition<Settings>): DefinedRail<Settings> {
  return Object.freeze({
    manifest: definition.manifest,
    settings: definition.settings,
    create: (context: RailContext, settings: Settings) => definition.create(context, settings),
    [railTag]: true as const,
  });
}
