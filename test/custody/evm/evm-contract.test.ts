import { custodyContract } from '../contract/custody-contract.ts';
import { openEvmScene } from './evm-scene.ts';

custodyContract(
  {
    name: 'the EVM',
    depths: { 500: 2, 5_000: 12, 500_000: 12 },
    without: { window: 'a nonce waits for ever' },
  },
  openEvmScene,
);
