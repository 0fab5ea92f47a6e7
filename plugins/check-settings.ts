import type { RailChoice } from './admission/choose-rails.ts';
import { discover, type FoundPackage } from './admission/discover.ts';
import { readRailModule } from './admission/admit-rail.ts';
import { z } from 'zod';
import { checkSettingNames, checkSettingValues } from './admission/read-settings.ts';

export interface CheckSettingsOptions extends Pick<RailChoice, 'include' | 'exclude'> {
  /** Each rail's part of the config, by rail id. */
  readonly settings: Readonly<Record<string, unknown>>;
  /** Whether a value is a placeholder for a secret, so that only its key can be checked. */
  readonly isStandIn: (value: unknown) => boolean;
}

type Found = readonly FoundPackage[];

/**
 * The deployment's rails, loaded but not created; throws an AdmissionError if one does not know a
 * setting in its part, or cannot use its value.
 */
export async function checkSettings(
  baseDir: string,
  options: CheckSettingsOptions,
): Promise<Found> {
  const { settings, include, exclude, isStandIn } = options;
  const found = await discover(baseDir, { configured: Object.keys(settings), include, exclude });
  for (const rail of found.filter(({ id }) => settings[id] !== undefined)) {
    const module = readRailModule(rail.name, await rail.load());
    checkSettingNames(rail.id, module, settings[rail.id]);
    checkSettingValues(rail.id, module, settings[rail.id], isStandIn);
  }
  return found;
}

/**
 * The settings of each of the deployment's rails as JSON Schema, by rail id. Constraints that only
 * code can express are left out; a check of the config reports those.
 */
export async function settingsSchemas(
  baseDir: string,
): Promise<Readonly<Record<string, Readonly<Record<string, unknown>>>>> {
  const found = await discover(baseDir);
  const schemas = await Promise.all(
    found.map(async (rail) => {
      const { settings } = readRailModule(rail.name, await rail.load());
      const { $schema: _dialect, ...schema } = z.toJSONSchema(settings, {
        io: 'input',
        unrepresentable: 'any',
      });
      const description = `Settings of the rail ${rail.id}. Left out: each has its default.`;
      return [rail.id, { ...schema, description }] as const;
    }),
  );
  return Object.fromEntries(schemas);
}
