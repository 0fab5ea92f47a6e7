import { defineRail } from '@interline/plugins';
import { aggregatorsRail } from './aggregators-rail.ts';
import { manifestOf } from './manifest.ts';
import { settingsFor } from './settings.ts';
import { upstreams } from './upstream/upstreams.ts';

export const rail = defineRail({
  manifest: manifestOf(upstreams),
  settings: settingsFor(upstreams),
  create: (context, settings) => aggregatorsRail(upstreams, context, settings),
});
