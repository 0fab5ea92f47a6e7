import { conformance } from '@interline/plugins/conformance';
import { payoutContext, testRequest } from '@interline/plugins/testing';
import { rail } from './rail.ts';
import { btc, recipient } from './testing/bitcoin-tokens.ts';

conformance('the bitcoin rail', (context) => rail.create(context, rail.settings.parse({})), {
  requests: [
    testRequest({ to: btc, units: 5_000_000n, recipient }),
    testRequest({ to: btc, units: 250_000_001n, recipient: null, payer: null }),
  ],
  world: () => {
    const { clock: _clock, log: _log, ...parts } = payoutContext({ tokens: [btc], feeRate: 1n });
    return parts;
  },
});
