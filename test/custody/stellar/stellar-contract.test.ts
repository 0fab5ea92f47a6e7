import { custodyContract } from '../contract/custody-contract.ts';
import { openStellarScene } from './contract-scene.ts';

custodyContract(
  {
    name: 'Stellar',
    depths: { 500: 1, 500_000: 1 },
    without: { reorgs: 'a closed ledger is final' },
  },
  openStellarScene,
);
