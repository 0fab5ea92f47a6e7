import type { ChainRef, LanePattern } from '@interline/plugins';
import type { Upstream } from '../upstream/upstream.ts';
import { bitcoin, pricedEvm, solana, stellar, sui, tron } from './node-chains.ts';

export const estimateReason =
  'this lane is priced by third-party engines and is not settled by this service';

const evm = 'eip155:*';

/**
 * Both directions, except lanes that another rail settles: EVM to Stellar, and EVM to Bitcoin and
 * back.
 */
const sides: readonly (readonly [from: string, to: string])[] = [
  ...[solana, tron, sui, ...pricedEvm].flatMap((chain) => [
    [evm, chain] as const,
    [chain, evm] as const,
  ]),
  [stellar, evm],
  ...[stellar, solana].flatMap((chain) => [[bitcoin, chain] as const, [chain, bitcoin] as const]),
];

/** The lanes that at least one engine prices. */
export function estimateLanes(engines: readonly Upstream[]): readonly LanePattern[] {
  const isPriced = (from: string, to: string): boolean =>
    engines.some(({ estimates }) => [from, to].every((side) => lists(estimates?.chains, side)));
  return sides
    .filter(([from, to]) => isPriced(from, to))
    .map(([from, to]) => ({ from, to, settles: 'indicative', reason: estimateReason }));
}

function lists(chains: readonly ChainRef[] | undefined, side: string): boolean {
  return chains !== undefined && (side === evm || chains.some((chain) => chain === side));
}
