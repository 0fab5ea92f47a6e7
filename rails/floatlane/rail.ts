import { defineRail } from '@interline/plugins';
import { floatLane } from './float-lane.ts';
import { floatlaneManifest } from './manifest.ts';
import { floatlaneSettings } from './settings.ts';

export const rail = defineRail({
  manifest: floatlaneManifest,
  settings: floatlaneSettings,
  create: floatLane,
});
