import type { AgentAnswer } from './generated/shapes/agent-answer.ts';
import { usdcOn } from './usdc-contracts.ts';

/** An answer with something to sign. */
export type SignableAnswer = Pick<AgentAnswer, 'execute'> & {
  readonly signRequest: NonNullable<AgentAnswer['signRequest']>;
};

/** Permit2, at one address on every EVM chain. */
const permit2 = '0x000000000022D473030F116dDEE9F6B43aC78BA3';

/** What the payer asked for, as it was asked: the body of `agentDo` has these fields. */
export interface WantedTransfer {
  readonly fromChain: number | string;
  readonly toChain?: number | string;
  /** For both sides; `fromToken` and `toToken` win over it. */
  readonly token?: string;
  /** The contract, or `USDC` on a chain where it is known here. */
  readonly fromToken?: string;
  /** Compared where it is a contract or `native`. */
  readonly toToken?: string;
  /** Digits, the source token's smallest units. */
  readonly amount: string;
  /** The payer where it is left out. */
  readonly toAddress?: string;
  /** Digits, the destination token's smallest units: the service may promise more. */
  readonly minOut?: string;
  /** Beside the payment; another, or one that nobody wanted, credits somebody else at an exchange. */
  readonly memo?: { readonly type: string; readonly value: string };
  readonly claimable?: boolean;
}

/** The most that a service takes (decision 7). */
const goodForMs = 86_400_000;

/**
 * A signature is worth the money it names, so a service is not taken at its word: what is signed
 * must be a single Permit2 transfer of exactly the amount and token that the payer wants sent, the
 * execute body must say the same, an allowance must be Permit2's, and neither may be good for more
 * than a day.
 */
export function checkSignRequest(
  { signRequest, execute }: SignableAnswer,
  owner: string,
  wanted: WantedTransfer,
  now: () => number = Date.now,
): void {
  checkExecuteBody(execute, owner, wanted);
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
  assertEndsSoon('eip712.message.deadline', deadline, now());
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
  assertEndsSoon('allowance.eip712.message.deadline', allowance.eip712.message['deadline'], now());
}

function checkExecuteBody(
  execute: SignableAnswer['execute'],
  owner: string,
  { token, toChain, fromToken = token, toToken = token, minOut, ...wanted }: WantedTransfer,
): void {
  agree('execute.fromChain', execute.fromChain, wanted.fromChain);
  agreeOnToken(execute.fromToken, fromToken, wanted.fromChain);
  agree('execute.amount', execute.amount, wanted.amount);
  agree('execute.toAddress', execute.toAddress, wanted.toAddress ?? owner);
  agreeOnMemo(execute.memo, wanted.memo);
  agree('execute.claimable', execute.claimable === true, String(wanted.claimable === true));
  if (toChain !== undefined) agree('execute.toChain', execute.toChain, toChain);
  if (toToken !== undefined && /^(native|0x[0-9a-f]{40})$/i.test(toToken))
    agree('execute.toToken', execute.toToken, toToken);
  if (minOut !== undefined && BigInt(execute.minOut) < BigInt(minOut))
    agree('execute.minOut', execute.minOut, minOut);
}

/** Exactly, for letters of a text count; 32 bytes may be written in base64, and are answered in hex. */
function agreeOnMemo(found: WantedTransfer['memo'], wanted: WantedTransfer['memo']): void {
  const [is, needed] = [memoWords(found), memoWords(wanted)];
  if (is !== needed)
    throw new TypeError(`not signed: execute.memo is ${is}, and the transfer needs ${needed}`);
}

function memoWords(memo: WantedTransfer['memo']): string {
  if (memo === undefined) return 'none';
  const { type, value } = memo;
  if (type !== 'hash' && type !== 'return') return `${type} ${value}`;
  const hex = (text: string): string =>
    [...atob(text)].map((one) => one.charCodeAt(0).toString(16).padStart(2, '0')).join('');
  return `${type} ${value.length === 44 ? hex(value) : value.toLowerCase()}`;
}

/** Who named a contract is told of another one; who named a symbol also how to name a contract. */
function agreeOnToken(found: unknown, wanted: string | undefined, chain: number | string): void {
  const contract = contractOf(wanted, chain);
  if (contract !== wanted && String(found).toLowerCase() !== contract.toLowerCase())
    throw new TypeError(
      `not signed: execute.fromToken is ${String(found)}, and ${String(wanted)} on ${chain} is ${contract}; where you know that this chain has another, as a devnet has, name its contract in place of ${String(wanted)}`,
    );
  agree('execute.fromToken', found, contract);
}

/** A symbol is the service's own word for a contract, so it says nothing to who signs. */
function contractOf(token: string | undefined, chain: number | string): string {
  if (token !== undefined && /^0x[0-9a-f]{40}$/i.test(token)) return token;
  const known = token?.toUpperCase() === 'USDC' ? usdcOn(chain) : null;
  if (known !== null) return known;
  throw new TypeError(
    `not signed: ${token ?? 'the token'} of chain ${chain} is not known here; name its contract as fromToken`,
  );
}

/** Throws where what is to be signed is not what is meant. */
export function agree(name: string, found: unknown, wanted: string | number): void {
  if (String(found).toLowerCase() !== String(wanted).toLowerCase())
    throw new TypeError(
      `not signed: ${name} is ${String(found)}, and the transfer needs ${wanted}`,
    );
}

/**
 * Throws where a signature is good for more than a day: a payment that failed, and that its payer
 * made again by other means, could be pulled for as long as the first signature holds.
 */
export function assertEndsSoon(name: string, found: unknown, nowMs: number): void {
  assertBy(name, found, nowMs + goodForMs, 'a day from now at the latest');
}

/** Throws where a signature is not good yet: what it pays would leave when nobody expects it. */
export function assertBegun(name: string, found: unknown, nowMs: number): void {
  assertBy(name, found, nowMs, 'now at the latest');
}

function assertBy(name: string, found: unknown, latestMs: number, latest: string): void {
  // Digits alone: a wallet may read anything else as another, far later time.
  if (!/^[0-9]+$/.test(String(found)) || BigInt(String(found)) * 1_000n > BigInt(latestMs))
    throw new TypeError(
      `not signed: ${name} is ${String(found)}, and must be Unix seconds in digits, ${latest}`,
    );
}

function membersOf(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null ? { ...value } : {};
}
