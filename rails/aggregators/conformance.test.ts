import { conformance } from '@interline/plugins/conformance';
import { testRequest } from '@interline/plugins/testing';
import { aggregatorsRail } from './rail.ts';
import { settingsFor } from './settings.ts';
import { acrossHttp } from './testing/across-http.ts';
import { upstreams } from './upstream/upstreams.ts';

const schema = settingsFor(upstreams);
const srcTx = `0x${'a1'.repeat(32)}`;

/**
 * All engines, each with a key. The scripted API answers as Across does, and returns nothing for
 * the others.
 */
conformance(
  'the aggregators',
  (context, canary) => {
    const engines = Object.fromEntries(
      upstreams.map(({ name }) => [
        name,
        { apiKey: canary, limit: { requests: 1_000, perMs: 1_000 } },
      ]),
    );
    return aggregatorsRail(upstreams, context, schema.parse({ engines }));
  },
  {
    requests: [
      testRequest({ units: 101_000_000n }),
      testRequest({ units: 102_000_000n }),
      testRequest({ units: 103_000_000n, payer: null, recipient: null }),
    ],
    refs: [{ upstream: 'across', ref: {}, srcTx }],
    world: () => ({ http: acrossHttp }),
  },
);
