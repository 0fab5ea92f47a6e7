import type { ChainRef, TokenRef } from '@interline/kernel';
import type { SponsoredCallPort } from '@interline/ports';
import type { SponsorPorts } from './ports.ts';
import { feeTokensOn } from './price-fee.ts';

export interface SponsoringChain extends Pick<
  SponsoredCallPort,
  'entryPoint' | 'delegate' | 'delegateCodeHash'
> {
  readonly chain: ChainRef;
  readonly feeTokens: readonly TokenRef[];
}

/** The chains where calls are sponsored; one that does not answer is left out. Never throws. */
export type DescribeChains = (signal: AbortSignal) => Promise<readonly SponsoringChain[]>;

export function describeChains({ sponsored, tokens }: SponsorPorts): DescribeChains {
  const { entryPoint, delegate, delegateCodeHash } = sponsored;
  return async (signal) => {
    const probed = await Promise.all(
      sponsored.chains.map(async (chain) => ({
        chain,
        feeTokens: feeTokensOn(tokens, chain),
        isServed: await sponsored.isServed(chain, signal).catch(() => false),
      })),
    );
    return probed
      .filter(({ isServed, feeTokens }) => isServed && feeTokens.length > 0)
      .map(({ chain, feeTokens }) => ({
        chain,
        feeTokens,
        entryPoint,
        delegate,
        delegateCodeHash,
      }));
  };
}
