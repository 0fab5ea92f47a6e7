import { chainRef, evmChain, nonEvmNodes, type TokenRef } from '@interline/plugins';
import { conformance } from '@interline/plugins/conformance';
import { testRequest } from '@interline/plugins/testing';
import { rail } from './rail.ts';

const coin = (chain: TokenRef['chain'], symbol: string, decimals: number): TokenRef => ({
  chain,
  address: 'native',
  symbol,
  decimals,
  asset: symbol,
});
const node = (wire: string): TokenRef['chain'] =>
  nonEvmNodes.find((one) => one.wire === wire)?.chain ?? chainRef('missing:node');
const [xlm, btc] = [coin(node('stellar'), 'XLM', 7), coin(node('bitcoin'), 'BTC', 8)];
const bera = coin(evmChain(80094), 'BERA', 18);

conformance('the rail of the market', (context) => rail.create(context, rail.settings.parse({})), {
  requests: [
    testRequest({ from: xlm, payer: null }),
    testRequest({ from: btc, to: xlm, payer: null, recipient: null }),
    testRequest({ from: xlm, to: btc, units: 5_000_000n, payer: null, recipient: null }),
    testRequest({ from: bera, units: 10n ** 18n }),
    testRequest({ to: bera }),
  ],
});
