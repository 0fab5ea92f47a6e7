import { conformance } from '@interline/plugins/conformance';
import { payoutContext, testRequest } from '@interline/plugins/testing';
import { rail } from './rail.ts';
import { recipient, recipientFacts, usdcOnStellar, xlm } from './testing/stellar-tokens.ts';

conformance('the stellar rail', (context) => rail.create(context, rail.settings.parse({})), {
  requests: [
    testRequest({ to: usdcOnStellar, units: 5_000_000n, recipient }),
    testRequest({ to: xlm, units: 7_000_001n, recipient }),
    testRequest({ to: xlm, units: 9_000_000n, recipient: null, payer: null }),
  ],
  world: () => {
    const tokens = [usdcOnStellar, xlm];
    const context = payoutContext({ tokens, feeRate: 100n, facts: recipientFacts() });
    const { clock: _clock, log: _log, ...parts } = context;
    return parts;
  },
});
