export type ListedChain = { chainId: number; name: string };

/** The chains a devnet can run, with the ids they have in the real world. */
export const chainList: readonly ListedChain[] = [
  { chainId: 1, name: 'Ethereum' },
  { chainId: 10, name: 'OP Mainnet' },
  { chainId: 56, name: 'BNB Smart Chain' },
  { chainId: 100, name: 'Gnosis' },
  { chainId: 130, name: 'Unichain' },
  { chainId: 137, name: 'Polygon' },
  { chainId: 146, name: 'Sonic' },
  { chainId: 480, name: 'World Chain' },
  { chainId: 999, name: 'HyperEVM' },
  { chainId: 1135, name: 'Lisk' },
  { chainId: 1868, name: 'Soneium' },
  { chainId: 4663, name: 'Robinhood Chain' },
  { chainId: 5000, name: 'Mantle' },
  { chainId: 8453, name: 'Base' },
  { chainId: 33139, name: 'ApeChain' },
  { chainId: 34443, name: 'Mode' },
  { chainId: 42161, name: 'Arbitrum One' },
  { chainId: 43114, name: 'Avalanche' },
  { chainId: 57073, name: 'Ink' },
  { chainId: 59144, name: 'Linea' },
  { chainId: 81457, name: 'Blast' },
  { chainId: 7777777, name: 'Zora' },
];
