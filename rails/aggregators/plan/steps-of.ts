import { evmAddress, type Order, type PlanStep } from '@interline/plugins';
import { writeRef } from '../track/transfer-ref.ts';
import type { Ask, Built, Upstream } from '../upstream/upstream.ts';

/** The call, with an approval for exactly what it may take, and the watch. */
export function stepsOf(
  { lane, from }: Order,
  { name, traits }: Upstream,
  { units }: Ask,
  { call, ref }: Built,
): readonly PlanStep[] {
  const { to, data, valueWei, spender } = call;
  return [
    {
      kind: 'call',
      chain: lane.from,
      to,
      data,
      valueWei,
      ...(spender === null ? {} : { approve: { token: evmAddress(from.address), spender, units } }),
      handsOver: true,
    },
    { kind: 'track', ref: writeRef(name, ref), pollMs: traits.pollMs },
  ];
}
