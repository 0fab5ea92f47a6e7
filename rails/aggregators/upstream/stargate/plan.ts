import { answer, type EvmAddress, isNative, type RailOutcome, refuse } from '@interline/plugins';
import { approvedSpender } from '../../wire/read-calldata.ts';
import type { Ask, Built } from '../upstream.ts';
import { readSend } from './calldata.ts';
import type { StargateQuote } from './read-quote.ts';
import type { StargateAsk } from './request.ts';

/** The quote's send as our single call. */
export function planSend(
  ask: Ask,
  asked: StargateAsk,
  { priced, approvals, send }: StargateQuote,
): RailOutcome<Built> {
  const spender = spenderOf(ask, approvals, send.to);
  if (!spender.ok) return spender;
  return answer({
    ...priced,
    call: {
      ...send,
      chainId: ask.fromChainId,
      spender: spender.value,
      says: readSend(send.data, ask.from, ask.to) ?? {},
    },
    ref: { endpointId: asked.destination.endpointId },
  });
}

/**
 * The spender in its approve steps; the called contract if it omits them because an older approval
 * still covers the amount.
 */
function spenderOf(
  { from }: Ask,
  approvals: StargateQuote['approvals'],
  target: EvmAddress,
): RailOutcome<EvmAddress | null> {
  if (isNative(from)) return answer(null);
  const named = new Set(
    approvals.map(({ to, data }) => (to === from.address ? approvedSpender(data) : null)),
  );
  const [spender, ...others] = named;
  if (spender === undefined) return answer(target);
  return spender === null || others.length > 0
    ? refuse('NO_ROUTE', 'stargate wants an approval other than one of this token for one spender')
    : answer(spender);
}
