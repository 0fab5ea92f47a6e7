import {
  chainInWords,
  answer,
  asUnits,
  type ChainFacts,
  isNative,
  isRelayError,
  type QuoteRequest,
  type RailOutcome,
  type Receivable,
  type RecipientFacts,
  refuse,
} from '@interline/plugins';

const anyAmount: Receivable = { least: asUnits(1n), leastBecause: 'one ten-millionth' };

/**
 * Whether the recipient can be paid on Stellar. Without a recipient, or a node to ask, the transfer
 * is priced anyway; the payout then finds out.
 */
export async function receiveOnStellar(
  facts: ChainFacts | undefined,
  request: QuoteRequest,
  signal: AbortSignal,
): Promise<RailOutcome<Receivable>> {
  const { to, recipient } = request;
  if (recipient === null || facts?.reads(to.chain) !== true) return answer(anyAmount);
  try {
    const found = await facts.recipientOf(to, recipient, signal);
    return found === null ? answer(anyAmount) : judge(request, found);
  } catch (cause) {
    if (signal.aborted || !isRelayError(cause) || cause.code !== 'CHAIN_UNREACHABLE') throw cause;
    return refuse('CHAIN_UNREACHABLE', `${chainInWords(to.chain)} does not answer now`);
  }
}

function judge(
  { to, memo, claimable }: QuoteRequest,
  { exists, trusts, demandsMemo, createCost, muxed }: RecipientFacts,
): RailOutcome<Receivable> {
  if (demandsMemo && memo === undefined)
    return refuse('MEMO_REQUIRED', 'the recipient takes payments with a memo only');
  if (claimable === true && !isNative(to) && !trusts && muxed !== undefined)
    return refuse(
      'TRUSTLINE_MISSING',
      `a balance to claim cannot be made for an M address; send to ${muxed.account} with memo id:${muxed.id}`,
    );
  if (claimable === true && !isNative(to))
    return answer({
      ...anyAmount,
      note: 'paid as a balance that the recipient claims, where it holds no trustline; the fee includes the reserve that this locks',
    });
  if (isNative(to))
    return exists
      ? answer(anyAmount)
      : answer({
          least: createCost,
          leastBecause: 'the reserve of the account that the payment creates',
          note: 'the payment creates the account of the recipient',
          block: { createsAccount: true },
        });
  if (!exists)
    return refuse(
      'TRUSTLINE_MISSING',
      `the recipient has no account on Stellar yet, so it holds no trustline for ${to.symbol}; send XLM first, which creates it, or ${toClaim(muxed)}`,
    );
  return trusts
    ? answer(anyAmount)
    : refuse(
        'TRUSTLINE_MISSING',
        `the recipient holds no trustline for ${to.symbol} that may receive it; let it add one, or send ${toClaim(muxed)}`,
      );
}

/** A claimant must be an account; it cannot carry the id of a muxed address. */
function toClaim(muxed: RecipientFacts['muxed']): string {
  return muxed === undefined
    ? 'claimable: true for a balance to claim'
    : `a balance to claim, which no M address can have, to ${muxed.account} with memo id:${muxed.id} and claimable: true`;
}
