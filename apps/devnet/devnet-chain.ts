export type DevnetToken = { symbol: string; address: string; decimals: number };

/**
 * One running chain as callers see it: `memberNft` its member pass, `bridge` what the upstream
 * stand-ins' calls go to.
 */
export type DevnetChain = {
  chainId: number;
  name: string;
  rpcUrl: string;
  tokens: readonly DevnetToken[];
  memberNft: string;
  bridge: string;
};

/**
 * A local HTTP server that speaks as one bridge aggregator does; `url` is the base of its
 * documented paths, `signer` the key of one that signs its quotes.
 */
export type DevnetUpstream = { engine: string; url: string; signer?: string };

/** What GET /devnet answers; `instance` is the birth id, new with every start. */
export type DevnetReport = {
  instance: string;
  chains: readonly DevnetChain[];
  upstreams: readonly DevnetUpstream[];
};
