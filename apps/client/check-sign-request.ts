import type { AgentAnswer } from './generated/shapes/agent-answer.ts';

/** An answer with something to sign. */
export type SignableAnswer = Pick<AgentAnswer, 'execute'> & {
  readonly signRequest: NonNullable<AgentAnswer['signRequest']>;
};

/** Permit2, at one address on every EVM chain. */
const permit2 = '0x000000000022D473030F116dDEE9F6B43aC78BA3';

/**
 * A signature is worth the money it names, so a service is not taken at its word: what is signed
 * must be a single Permit2 transfer of exactly the amount and token that the execute body sends,
 * and an allowance must be Permit2's.
 */
export function checkSignRequest({ signRequest, execute }: SignableAnswer, owner: string): void {
  const { eip712, allowance, spender, nonce, deadline } = signRequest;
  agree('eip712.primaryType', eip712.primaryType, 'PermitTransferFrom');
  agree('eip712.domain.verifyingContract', eip712.domain.verifyingContract, permit2);
  agree('eip712.domain.chainId', eip712.domain.chainId, execute.fromChain);
  const permitted = membersOf(eip712.message['permitted']);
  for (const [name, found, wanted] of [
    ['permitted.token', permitted['token'], execute.fromToken],
    ['permitted.amount', permitted['amount'], execute.amount],
    ['spender', eip712.message['spender'], spender],
    ['nonce', eip712.message['nonce'], nonce],
    ['deadline', eip712.message['deadline'], deadline],
  ] as const)
    agree(`eip712.message.${name}`, found, wanted);
  if (allowance === undefined) return;
  agree('allowance.eip712.primaryType', allowance.eip712.primaryType, 'Permit');
  agree(
    'allowance.eip712.domain.verifyingContract',
    allowance.eip712.domain.verifyingContract,
    execute.fromToken,
  );
  agree('allowance.eip712.domain.chainId', allowance.eip712.domain.chainId, execute.fromChain);
  agree('allowance.eip712.message.spender', allowance.eip712.message['spender'], permit2);
  agree('allowance.eip712.message.owner', allowance.eip712.message['owner'], owner);
}

/** Throws where what is to be signed is not what is meant. */
export function agree(name: string, found: unknown, wanted: string | number): void {
  if (String(found).toLowerCase() !== String(wanted).toLowerCase())
    throw new TypeError(
      `not signed: ${name} is ${String(found)}, and the transfer needs ${wanted}`,
    );
}

function membersOf(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null ? { ...value } : {};
}
