import { conformance } from '@interline/plugins/conformance';
import { testRequest } from '@interline/plugins/testing';
import { rail } from './rail.ts';
import { scriptedFacts } from './testing/scripted-facts.ts';
import { sol, usdcOnSolana } from './testing/solana-tokens.ts';

conformance('the rail of Solana', (context) => rail.create(context, rail.settings.parse({})), {
  requests: [
    testRequest({ to: usdcOnSolana, units: 10_000_000n, recipient: null }),
    testRequest({ to: usdcOnSolana, units: 25_000_000n, recipient: null }),
    testRequest({ to: sol, units: 25_000_000n, recipient: null }),
    testRequest({ from: sol, units: 2n * 10n ** 9n, payer: null }),
  ],
  world: () => ({ facts: scriptedFacts() }),
});
