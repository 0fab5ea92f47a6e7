import type { AgentDoBody, Client, RouteReceipt } from '@interline/client';

export interface BegunDeposit {
  readonly receipt: RouteReceipt;
  /** The secret that names a refund address later; the service tells it this once. */
  readonly refundClaim: string;
}

/**
 * Has the service issue a deposit address at the price that was quoted. Nothing is signed, and
 * nothing moves until the caller pays. Throws what the service refuses.
 */
export async function beginDeposit(
  client: Pick<Client, 'agentDo' | 'execute'>,
  request: AgentDoBody,
): Promise<BegunDeposit> {
  const { execute } = await client.agentDo(request);
  const receipt = await client.execute({ ...execute, live: true });
  if (!('id' in receipt)) throw new Error(`the service only rehearsed it: ${receipt.note}`);
  const { refundClaim } = receipt;
  return { receipt, refundClaim: typeof refundClaim === 'string' ? refundClaim : '' };
}
