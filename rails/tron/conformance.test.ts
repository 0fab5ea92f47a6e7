import { chainRef, type TokenRef } from '@interline/plugins';
import { conformance } from '@interline/plugins/conformance';
import { testRequest } from '@interline/plugins/testing';
import { rail } from './rail.ts';

const usdt: TokenRef = {
  chain: chainRef('tron:mainnet'),
  address: 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t',
  symbol: 'USDT',
  decimals: 6,
  asset: 'USDT',
};

conformance('the rail of Tron', (context) => rail.create(context, rail.settings.parse({})), {
  requests: [
    testRequest({ to: usdt, recipient: null }),
    testRequest({ to: usdt, units: 25_000_000n, recipient: null }),
    testRequest({ from: usdt, units: 3n * 10n ** 6n, payer: null }),
  ],
});
