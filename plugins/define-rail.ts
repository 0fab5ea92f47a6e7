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
  /** Schema of the rail's part of the config. Unknown keys are refused at every depth. */
  readonly settings: z.ZodType<Settings>;
  /**
   * Creates the rail without network access: a rail whose upstream is down still boots, and reports
   * it through `health`.
   */
  create(context: RailContext, settings: Settings): RailPort;
}

/** The export named `rail` of a plugin package's module. */
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
