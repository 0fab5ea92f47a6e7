import { chainRef, type TokenRef } from '@interline/plugins';

export const bitcoin = chainRef('bip122:000000000019d6689c085ae165831e93');

export const btc: TokenRef = {
  chain: bitcoin,
  address: 'native',
  symbol: 'BTC',
  decimals: 8,
  asset: 'BTC',
};

/** The P2WPKH address of BIP-173's examples. */
export const recipient = 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4';
