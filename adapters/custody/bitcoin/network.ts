import { networks } from './curve.ts';

export type BitcoinNetwork = 'mainnet' | 'testnet' | 'regtest';

interface NetworkFacts {
  /** Version bytes and human-readable part, in bitcoinjs-lib's form. */
  readonly library: typeof networks.bitcoin;
  /** SLIP-44: every test network shares 1. */
  readonly coinType: 0 | 1;
  /** Bitcoin Core's chainparams.cpp. */
  readonly genesisHash: string;
}

export const networkFacts: Readonly<Record<BitcoinNetwork, NetworkFacts>> = {
  mainnet: {
    library: networks.bitcoin,
    coinType: 0,
    genesisHash: '000000000019d6689c085ae165831e934ff763ae46a2a6c172b3f1b60a8ce26f',
  },
  testnet: {
    library: networks.testnet,
    coinType: 1,
    genesisHash: '000000000933ea01ad0ee984209779baaec3ced90fa3f408719526f8d77f4943',
  },
  regtest: {
    library: networks.regtest,
    coinType: 1,
    genesisHash: '0f9188f13cb7b2c71f2a335e3a4fc328bf5beb436012afca590b1a11466e2206',
  },
};
