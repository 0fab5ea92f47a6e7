import { withBitcoind } from '../../support/with-bitcoind.ts';
import { custodyContract } from '../contract/custody-contract.ts';
import { openBitcoinScene } from './contract-scene.ts';

describe('on a real Bitcoin node,', () => {
  const node = withBitcoind();

  custodyContract(
    {
      name: 'Bitcoin',
      depths: { 500: 1, 5_000: 2, 50_000: 3, 500_000: 6 },
      without: { window: 'a transaction can be mined while its coins are unspent' },
    },
    () => openBitcoinScene(node()),
  );
});
