export type DevnetToken = { symbol: string; address: string; decimals: number };

/** One running chain as callers see it; `memberNft` is the address of its member pass. */
export type DevnetChain = {
  chainId: number;
  name: string;
  rpcUrl: string;
  tokens: readonly DevnetToken[];
  memberNft: string;
};

/** What GET /devnet answers; `instance` is the birth id, new with every start. */
export type DevnetReport = { instance: string; chains: readonly DevnetChain[] };
