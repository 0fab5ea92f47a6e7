import type { DevnetChain, DevnetToken } from '../devnet-chain.ts';

/** The chain's token with this symbol or address, in whatever case it was written. */
export function tokenNamed({ tokens }: DevnetChain, name: string): DevnetToken | undefined {
  const wanted = name.toLowerCase();
  return tokens.find(
    ({ symbol, address }) => symbol.toLowerCase() === wanted || address.toLowerCase() === wanted,
  );
}
