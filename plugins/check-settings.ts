import type { RailChoice } from './admission/choose-rails.ts';
import { discover, type FoundPackage } from './admission/discover.ts';
import { readRailModule } from './admission/admit-rail.ts';
import { checkSettingNames, checkSettingValues } from './admission/read-settings.ts';

export interface CheckSettingsOptions extends Pick<RailChoice, 'include' | 'exclude'> {
  /** Each rail's part of the config, by rail id. */
  readonly settings: Readonly<Record<string, unknown>>;
  /** Whether a value stands in for a secret, of which only its name can be judged. */
  readonly isStandIn: (value: unknown) => boolean;
}

type Found = readonly FoundPackage[];

/**
 * The deployment's rails, loaded but not made; throws an AdmissionError where one does not know a
 * setting of its own, or cannot use its value.
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
