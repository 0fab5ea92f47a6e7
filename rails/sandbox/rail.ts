import { defineRail } from '@interline/plugins';
import { sandboxManifest } from './manifest.ts';
import { sandboxRail } from './sandbox-rail.ts';
import { sandboxSettings } from './settings.ts';

export const rail = defineRail({
  manifest: sandboxManifest,
  settings: sandboxSettings,
  create: sandboxRail,
});
