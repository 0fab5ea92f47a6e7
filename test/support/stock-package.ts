import { railPackage } from '@interline/plugins/testing';

/** One to one, paid out of the float. */
const module = `
  import { defineRail } from '@interline/plugins';
  import { scriptedManifest, scriptedQuote, scriptedRail, scriptedSteps } from '@interline/plugins/testing';
  import { z } from 'zod';
  const script = {
    manifest: scriptedManifest({ id: 'stock', ways: ['stock'], capabilities: ['inventory'] }), plan: { pullTo: 'float' },
    steps: (order, quote) => [scriptedSteps.reserve(order, quote.output), scriptedSteps.payout(order, quote.output)],
  };
  export const rail = defineRail({ manifest: script.manifest, settings: z.object({}), create: () => scriptedRail(script) });
`;

/** The stock rail as a package that a deployment in a process of its own discovers. */
export const stockPackage = railPackage('stock', { module });
