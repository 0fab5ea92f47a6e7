import { asAddress } from '@interline/kernel';
import {
  type ExecuteRequest,
  type ExecuteRoute,
  type Execution,
  isLive,
} from '../transfer/index.ts';
import { admitRoute, type AskedRoute, checkRepeat } from './admit-route.ts';
import type { AgentSignature } from './agent.ts';

/**
 * Executes a route that an agent requests, within its owner's policy. It still needs the wallet's own signature: an
 * agent's signature only narrows what the wallet has signed. Throws what `AdmitRoute` and `ExecuteRoute` throw.
 */
export type ExecuteForAgent = (
  signed: AgentSignature,
  asked: { readonly request: ExecuteRequest; readonly requestHash: AskedRoute['requestHash'] },
  signal: AbortSignal,
) => Promise<Execution>;

export function executeForAgent(
  ports: Parameters<typeof admitRoute>[0] & {
    readonly transfer: { readonly executeRoute: ExecuteRoute };
  },
): ExecuteForAgent {
  const admit = admitRoute(ports);
  const assertMayRepeat = checkRepeat(ports);
  return async (signed, { request, requestHash }, signal) => {
    const agent = await admit(signed, { ...routeOf(request), requestHash }, signal);
    const execution = await ports.transfer.executeRoute({ ...request, agent }, signal);
    if (execution.kind === 'route' && execution.isRepeat === true)
      await assertMayRepeat(signed, request);
    return execution;
  };
}

/** The parts of the request that a policy judges. */
function routeOf(request: ExecuteRequest): Omit<AskedRoute, 'requestHash'> {
  const { quote, permit, minOut, sandbox, idempotency } = request;
  const payer = permit?.owner ?? quote.payer;
  return {
    payer: payer === null ? null : { chain: quote.lane.from, payer: asAddress(payer) },
    order: quote,
    minOut,
    idempotency,
    isRehearsal: sandbox !== null || !isLive(request),
  };
}
