import { RelayError, type TokenRef, utcDay } from '@interline/kernel';
import type { Clock, Entropy, PricePort } from '@interline/ports';
import { accountsOfPayer } from '../accounts/index.ts';
import { isRecorded, type KeyedRequest } from '../idempotency/index.ts';
import type { AgentHold } from '../transfer/index.ts';
import type { AgentOrder, AgentSignature, PayerOnChain } from './agent.ts';
import { askApproval } from './ask-approval.ts';
import { dayIsSpent, judgeOrder, judgeWorth } from './judge-policy.ts';
import type { AgentStore } from './repository.ts';
import { worthInCents } from './worth.ts';

interface Ports {
  readonly store: AgentStore;
  readonly price: PricePort;
  readonly clock: Pick<Clock, 'now'>;
  readonly entropy: Entropy;
}

export interface AskedRoute {
  /** The paying wallet; null where the request does not name it. */
  readonly payer: PayerOnChain | null;
  readonly order: AgentOrder & { readonly from: TokenRef; readonly to: TokenRef };
  /** The least that must arrive; null where the request does not say. An approval needs it. */
  readonly minOut: bigint | null;
  /**
   * What an approval holds for, in hex: the body, or under a mandate its payment, because each presentation of a
   * mandate makes another body.
   */
  readonly requestHash: string;
  readonly idempotency: KeyedRequest | null;
  /** Nothing will be sent, so the owner is not asked to approve it. */
  readonly isRehearsal: boolean;
}

/**
 * Judges the route by the agent's policy before it is priced, and returns what the accepting unit will
 * hold it to. Throws `UNKNOWN_AGENT`, `AGENT_FROZEN`, `SIGNATURE_REPLAYED`, `AGENT_LIMIT`, `APPROVAL_REQUIRED`,
 * `MISSING_FIELD` and `NO_ROUTE`.
 */
export type AdmitRoute = (
  signed: AgentSignature,
  asked: AskedRoute,
  signal: AbortSignal,
) => Promise<AgentHold>;

export function admitRoute(ports: Ports): AdmitRoute {
  const { store, price, clock } = ports;
  const { agents } = store.reads;
  return async (signed, asked, signal) => {
    const { agent, keyId, nonce, nonceUntilMs, bodyHash } = signed;
    const { payer, order, minOut, requestHash } = asked;
    if (payer === null || !accountsOfPayer(payer.chain, payer.payer).includes(agent.account))
      throw new RelayError('UNKNOWN_AGENT', {}, 'the wallet that pays has no agent with this key');
    if (agent.state !== 'active') throw new RelayError('AGENT_FROZEN');
    const hold = { agentId: agent.id, keyId, nonce, nonceUntilMs, bodyHash, requestHash };
    const isRepeat = await isRecorded(store.reads.idempotency, asked.idempotency);
    if (!isRepeat) await assertFresh(ports, signed);
    // A repeat takes nothing from the budget again and cannot start a new route.
    if (isRepeat || (await agents.agentRouteOfBody(agent.id, bodyHash)) !== null)
      return { ...hold, cents: null };
    const { policy } = agent;
    judgeOrder(policy, order, clock.now());
    const cents = await worthInCents(price, order.from, order.amount, signal);
    judgeWorth(policy, cents);
    const { reserved, spent } = await agents.agentDay(agent.id, utcDay(clock.now()));
    if (reserved + spent + cents > policy.maxPerDay)
      throw dayIsSpent(policy, reserved + spent, cents);
    if (policy.approveAbove !== null && cents > policy.approveAbove && !asked.isRehearsal)
      await askApproval(ports, signed, { order, minOut, cents, requestHash });
    return { ...hold, cents };
  };
}

async function assertFresh(
  { store }: Pick<Ports, 'store'>,
  { keyId, nonce }: AgentSignature,
): Promise<void> {
  if (await store.reads.agents.isNonceUsed(keyId, nonce))
    throw new RelayError('SIGNATURE_REPLAYED');
}

/**
 * For a route that exists already: the request needs a fresh signature, or has to be the very one that
 * the route was accepted for. Throws `SIGNATURE_REPLAYED`.
 */
export type CheckRepeat = (
  signed: AgentSignature,
  asked: Pick<AskedRoute, 'idempotency'>,
) => Promise<void>;

export function checkRepeat(ports: Pick<Ports, 'store'>): CheckRepeat {
  return async (signed, { idempotency }) => {
    if (!(await isRecorded(ports.store.reads.idempotency, idempotency)))
      await assertFresh(ports, signed);
  };
}
