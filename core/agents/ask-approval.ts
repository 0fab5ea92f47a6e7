import {
  chainToWire,
  inDecimals,
  RelayError,
  showSlippage,
  type TokenRef,
} from '@interline/kernel';
import type { Clock, Entropy } from '@interline/ports';
import { tellAccounts } from '../accounts/index.ts';
import type { AgentOrder, AgentSignature, Approval } from './agent.ts';
import type { AgentStore } from './repository.ts';

interface Ports {
  readonly store: AgentStore;
  readonly clock: Pick<Clock, 'now'>;
  readonly entropy: Entropy;
}

interface AskedApproval {
  readonly order: AgentOrder & { readonly from: TokenRef; readonly to: TokenRef };
  /** The least that must arrive. */
  readonly minOut: bigint | null;
  readonly cents: bigint;
  readonly requestHash: string;
}

/** The most approvals of one agent that may be pending at once. */
const mostAsked = 50;

/**
 * Returns where the owner has approved this request. Otherwise it asks once, notifies the owner's
 * webhooks, and throws `APPROVAL_REQUIRED` with the approval's id. Throws `MISSING_FIELD` where the
 * request does not say the least that must arrive: the owner could not see what they approve.
 */
export async function askApproval(
  { store, clock, entropy }: Ports,
  { agent }: AgentSignature,
  { order, minOut, cents, requestHash }: AskedApproval,
): Promise<void> {
  if (minOut === null)
    throw new RelayError(
      'MISSING_FIELD',
      { field: 'minOut' },
      'minOut is missing: the transfer needs the approval of the owner, who is shown the least that arrives',
    );
  const about = shown(order, minOut);
  const approval = await store.run('ask-approval', async (tx) => {
    await tx.agents.lockAgent(agent.id);
    const known = await tx.agents.openApproval(agent.id, requestHash);
    if (known !== null) return known;
    if ((await tx.agents.countAsked(agent.id)) >= mostAsked)
      throw new RelayError(
        'TOO_MANY_RECORDS',
        {},
        `${mostAsked} transfers of the agent already wait for its owner, the most that may`,
      );
    const atMs = clock.now();
    const asked: Approval = {
      id: `apr_${entropy.hex(16)}`,
      agentId: agent.id,
      requestHash,
      cents,
      state: 'asked',
      about,
      askedAtMs: atMs,
      decidedAtMs: null,
    };
    await tx.agents.insertApproval(asked);
    const happening = { approvalId: asked.id, cents: cents.toString(), ...about };
    await tx.agents.recordAgentActivity(agent.id, {
      kind: 'approval.asked',
      atMs,
      about: happening,
    });
    await tellAccounts(tx, [agent.account], {
      kind: 'agent.approval_asked',
      atMs,
      about: { agentId: agent.id, agent: agent.name, ...happening },
    });
    return asked;
  });
  if (approval.state !== 'approved') throw approvalRequired(approval);
}

export function approvalRequired({
  id,
  agentId,
  state,
}: Pick<Approval, 'id' | 'agentId' | 'state'>): RelayError {
  const said = {
    asked: 'the owner has not decided yet',
    approved: 'it was approved',
    denied: 'the owner denied it',
    used: 'its approval was used already',
  }[state];
  return new RelayError(
    'APPROVAL_REQUIRED',
    { agentId, approvalId: id, state },
    `the transfer is worth more than the agent may send without approval, and needs approval ${id}: ${said}`,
  );
}

/** What the owner decides by: what leaves the wallet, the least that arrives, where, and for whom. */
function shown(
  { lane, from, to, recipient, memo, amount, slippage }: AskedApproval['order'],
  minOut: bigint,
): Approval['about'] {
  return {
    fromChain: chainToWire(lane.from),
    toChain: chainToWire(lane.to),
    fromToken: from.address,
    toToken: to.address,
    symbol: from.symbol,
    toSymbol: to.symbol,
    amount: amount.toString(),
    decimals: from.decimals,
    minOut: minOut.toString(),
    toDecimals: to.decimals,
    sends: `${inDecimals(amount, from.decimals)} ${from.symbol}`,
    receivesAtLeast: `${inDecimals(minOut, to.decimals)} ${to.symbol}`,
    slippage: showSlippage(slippage),
    recipient: recipient ?? '',
    ...(memo === undefined ? {} : { memo: `${memo.type}:${memo.value}` }),
  };
}
