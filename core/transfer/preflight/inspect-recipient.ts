import {
  type EvmAddress,
  evmAddress,
  evmChainId,
  isNative,
  type TokenRef,
} from '@interline/kernel';
import type { ExecuteRequest } from '../execute/execute-request.ts';
import { recipientRefusals } from '../execute/check-order.ts';
import type { TransferPorts } from '../ports.ts';
import { blockerOf, type Findings, nothingFound } from './findings.ts';

/**
 * What stands at a recipient that nothing is said against yet. Code there is a warning, for coin
 * too: smart accounts and delegated ones have it and take both, and what a contract refuses is
 * found when the payout is simulated.
 */
export async function inspectRecipient(
  ports: Pick<TransferPorts, 'custody' | 'tokens'>,
  request: ExecuteRequest,
  signal: AbortSignal,
): Promise<Findings> {
  const { custody } = ports;
  const { lane, to, recipient } = request.quote;
  if (evmChainId(lane.to) === null || !custody.chains.includes(lane.to)) return nothingFound;
  if ([...recipientRefusals(ports, request)].length > 0) return nothingFound;
  const account = evmAddress(recipient);
  try {
    const hasCode = await custody.hasCode(lane.to, account, signal);
    return hasCode ? { blockers: [], warnings: [contractWarning(account, to)] } : nothingFound;
  } catch (error) {
    return { blockers: [blockerOf(error)], warnings: [] };
  }
}

function contractWarning(recipient: EvmAddress, to: TokenRef): string {
  return isNative(to)
    ? `toAddress ${recipient} has code on ${to.chain}: it must accept ${to.symbol} that is simply sent to it`
    : `toAddress ${recipient} has code on ${to.chain}: it must be able to pass ${to.symbol} on`;
}
