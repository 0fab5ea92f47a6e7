import { checkSignRequest, type WantedTransfer } from './check-sign-request.ts';
import type { AgentAnswer } from './generated/shapes/agent-answer.ts';
import type { RouteExecuteBody } from './generated/shapes/route-execute-body.ts';
import { accountOf, type Signer, signTyped } from './signer.ts';

/** What `execute` takes, signed. */
export type SignedExecuteBody = RouteExecuteBody & Required<Pick<RouteExecuteBody, 'permit2'>>;

/**
 * Signs what `agentDo` asks for, off-chain: one signature, or two for a payer who never approved
 * Permit2. The signer must be the `fromAddress` that was asked for. Throws before anything is
 * signed where it is not the transfer that is wanted, or good for more than a day.
 */
export async function signPermit(
  signer: Signer,
  asked: Pick<AgentAnswer, 'signRequest' | 'execute'>,
  wanted: WantedTransfer,
  now: () => number = Date.now,
): Promise<SignedExecuteBody> {
  const { signRequest, execute } = asked;
  if (signRequest === null)
    throw new Error(
      'there is nothing to sign: post the execute body, and pay to the address that it answers with',
    );
  const owner = await accountOf(signer);
  checkSignRequest({ signRequest, execute }, owner, wanted, now);
  const permit2 = {
    owner,
    permitted: { token: signRequest.tokenAddress, amount: signRequest.amount },
    nonce: signRequest.nonce,
    deadline: signRequest.deadline,
    signature: await signTyped(signer, owner, signRequest.eip712),
  };
  if (signRequest.allowance === undefined) return { ...execute, permit2 };
  const { kind, eip712 } = signRequest.allowance;
  const { value, deadline } = eip712.message;
  const allowance = {
    kind,
    value: String(value),
    deadline: String(deadline),
    signature: await signTyped(signer, owner, eip712),
  };
  return { ...execute, permit2: { ...permit2, allowance } };
}
