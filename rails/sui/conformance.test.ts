import { chainRef, type TokenRef } from '@interline/plugins';
import { conformance } from '@interline/plugins/conformance';
import { testRequest } from '@interline/plugins/testing';
import { rail } from './rail.ts';

const sui: TokenRef = {
  chain: chainRef('sui:mainnet'),
  address: 'native',
  symbol: 'SUI',
  decimals: 9,
  asset: 'SUI',
};

conformance('the rail of Sui', (context) => rail.create(context, rail.settings.parse({})), {
  requests: [
    testRequest({ to: sui, recipient: null }),
    testRequest({ to: sui, units: 25_000_000n, recipient: null }),
    testRequest({ from: sui, units: 3n * 10n ** 9n, payer: null }),
  ],
});
