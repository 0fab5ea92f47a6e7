import { isBurnAddress, isNative, isPullable, type RelayError } from '@interline/kernel';
import { orderRefusals } from '../execute/check-order.ts';
import type { ExecuteRequest } from '../execute/execute-request.ts';
import type { TransferPorts } from '../ports.ts';
import { type Blocker, blockerOf, type Findings } from './findings.ts';

type Ports = Pick<TransferPorts, 'registry' | 'custody' | 'tokens'>;

/**
 * All that can be said without network. A permit that is still to be signed is a next step, no
 * blocker.
 */
export function inspectOrder(ports: Ports, request: ExecuteRequest): Findings {
  const refusals = [...orderRefusals(ports, request)];
  return {
    blockers: refusals
      .filter(({ code }) => code !== 'MISSING_FIELD')
      .map((refusal) => orderBlocker(ports, request, refusal)),
    warnings: request.mode === 'permit2' && request.permit === null ? [nextStep] : [],
  };
}

const nextStep =
  'no permit2 yet: the next step is POST /api/agent/do with fromAddress, then to sign its signRequest';

function orderBlocker(ports: Ports, request: ExecuteRequest, refusal: RelayError): Blocker {
  const blocker = blockerOf(refusal);
  if (refusal.code === 'NATIVE_NOT_PULLABLE')
    return { ...blocker, fix: wrapFirst(ports, request) ?? blocker.fix };
  const { lane, recipient } = request.quote;
  return refusal.details['field'] === 'toAddress' && !isBurnAddress(lane.to, recipient)
    ? { ...blocker, fix: 'Send the account that is to have the money as toAddress.' }
    : blocker;
}

/** Null where the list has no token that stands for the coin. */
function wrapFirst({ tokens }: Ports, { quote: { from, amount } }: ExecuteRequest): string | null {
  const wrapped = isNative(from)
    ? tokens
        .on(from.chain)
        .find(
          (token) =>
            isPullable(token) && token.asset === from.asset && token.decimals === from.decimals,
        )
    : undefined;
  return wrapped === undefined
    ? null
    : `Wrap ${amount} of ${from.symbol} on ${from.chain} and send fromToken ${wrapped.address} (${wrapped.symbol}).`;
}
