import { type EvmAddress, evmAddress, evmChainId, isNative, permit2Address, type TokenRef } from '@interline/domain';
import type { ExecuteRequest } from '../execute/execute-route.ts';
import type { MoneyPorts } from '../money/money-ports.ts';
import { blockerOf } from './blocker-of.ts';
import { type Blocker, type Findings, nothingFound } from './findings.ts';

/**
 * Whether the money is of use to its recipient. Code there is a warning, for coin too: smart accounts and delegated ones
 * have it and take both, and what a contract refuses is found when the payout is simulated.
 */
export async function inspectRecipient({ custody }: Pick<MoneyPorts, 'custody'>, request: ExecuteRequest, signal: AbortSignal): Promise<Findings> {
  const { lane, to, recipient } = request.quote;
  if (evmChainId(lane.to) === null || !custody.chains.includes(lane.to)) return nothingFound;
  const account = evmAddress(recipient);
  const dead = deadEnd(request, account) ?? ownAccount([custody.account('spender'), custody.account('float')], request, account);
  if (dead !== null) return { blockers: [dead], warnings: [] };
  try {
    const hasCode = await custody.hasCode(lane.to, account, signal);
    return hasCode ? { blockers: [], warnings: [contractWarning(account, to)] } : nothingFound;
  } catch (error) {
    return { blockers: [blockerOf(error)], warnings: [] };
  }
}

/** Contracts that nobody gets a token out of again; the same word as for a burn address lifts it. */
function deadEnd({ quote: { to }, allowBurnAddress }: ExecuteRequest, recipient: EvmAddress): Blocker | null {
  if (allowBurnAddress || (recipient !== to.address && recipient !== permit2Address)) return null;
  const what = recipient === to.address ? `the contract of ${to.symbol} itself` : 'Permit2 itself';
  return { code: 'BURN_ADDRESS_REFUSED', reason: `toAddress ${recipient} is ${what}; what is sent there is lost`, fix: 'Send the account that is to have the money as toAddress.' };
}

/** The operator may move its own funds between its own accounts. */
function ownAccount(own: readonly EvmAddress[], { mode }: ExecuteRequest, recipient: EvmAddress): Blocker | null {
  if (mode === 'self' || !own.includes(recipient)) return null;
  return { code: 'BAD_REQUEST', reason: `toAddress ${recipient} is the relayer's own account; what is sent there is the service's`, fix: 'Send the account that is to have the money as toAddress.' };
}

function contractWarning(recipient: EvmAddress, to: TokenRef): string {
  return isNative(to)
    ? `toAddress ${recipient} has code on ${to.chain}: it must accept ${to.symbol} that is simply sent to it`
    : `toAddress ${recipient} has code on ${to.chain}: it must be able to pass ${to.symbol} on`;
}
