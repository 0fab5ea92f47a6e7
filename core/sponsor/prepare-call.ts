import {
  asAmount,
  asUnits,
  type ChainRef,
  type EvmAddress,
  evmAddress,
  evmChainId,
  RelayError,
  type TokenRef,
  type TypedData,
  type Units,
} from '@interline/kernel';
import type { AccountCall, BalanceChange, SponsoredCallPort } from '@interline/ports';
import { assertCallable } from './check-calls.ts';
import { assertMayLose } from './losses.ts';
import type { SponsorPorts } from './ports.ts';
import { feeFor, feeTokensOn } from './price-fee.ts';
import type { SponsoredCall } from './sponsored-call.ts';

export interface CallRequest {
  readonly chain: ChainRef;
  readonly account: EvmAddress;
  readonly calls: readonly AccountCall[];
  readonly feeToken: TokenRef;
  /** Operations with different keys are unordered. */
  readonly nonceKey: bigint;
  /** The payer confirms that the rights granted by the calls are intended. */
  readonly allowApprove: boolean;
  /** A pseudonym of the client. */
  readonly client: string;
}

/** The authorization (EIP-7702) to sign beside the operation. */
export interface ToAuthorize {
  readonly chainId: number;
  readonly address: EvmAddress;
  readonly nonce: number;
}

export interface PreparedCall {
  readonly call: SponsoredCall;
  readonly token: TokenRef;
  readonly typedData: TypedData;
  /** Null where the account is delegated already. */
  readonly authorization: ToAuthorize | null;
  readonly changes: readonly BalanceChange[];
}

/** How long the agreed fee is valid. */
const agreedForMs = 60_000;

/**
 * Fixes the fee of a payer's calls and says what to sign; sends nothing. Throws `CHAIN_NOT_7702`,
 * `BAD_REQUEST`, `UNROUTABLE_LANE`, `DELEGATE_NOT_ALLOWED`, `SPONSOR_QUOTA`, `BUDGET_SPENT`,
 * `SIMULATION_FAILED`, `GAS_CEILING`, `FEE_TOO_LOW`, `CHAIN_UNREACHABLE`, `STORE_DOWN`.
 */
export type PrepareCall = (request: CallRequest, signal: AbortSignal) => Promise<PreparedCall>;

export function prepareCall(ports: SponsorPorts): PrepareCall {
  const { sponsored, store, tokens, clock, entropy } = ports;
  return async ({ chain, account, calls, feeToken, nonceKey, allowApprove, client }, signal) => {
    await assertServed(sponsored, chain, signal);
    if (!feeTokensOn(tokens, chain).includes(feeToken))
      throw new RelayError('BAD_REQUEST', { field: 'feeToken' }, notAFee(ports, chain, feeToken));
    assertCallable(sponsored, account, calls, allowApprove);
    await assertMayLose(ports, store.reads, { chain, account, client });
    const standing = await sponsored.accountAt(chain, account, nonceKey, signal);
    if (standing.code === 'foreign') throw foreignCode();
    const delegates = standing.code === 'none';

    const token = evmAddress(feeToken.address);
    const batchWith = (units: Units) =>
      sponsored.batchOf([sponsored.feeCall({ token, units }), ...calls]);
    // How much gas the calls take is known only once they are tried, with a fee of one unit.
    const { gas } = await triedOf(ports, { chain, account }, batchWith(asUnits(1n)), signal);
    const callGas = sponsored.callGasFor(chain, gas);
    if (callGas === null)
      throw new RelayError('GAS_CEILING', { chain }, `the calls would take ${gas} gas`);
    const nonce = standing.operationNonce;
    const unpriced = {
      chain,
      account,
      nonce,
      callGas,
      delegates,
      callData: batchWith(asUnits(1n)),
    };
    const cost = await sponsored.costAlone(unpriced, gas, signal);
    const units = await feeFor(ports, feeToken, cost, signal);
    const operation = { ...unpriced, callData: batchWith(units) };
    const tried = await triedOf(ports, { chain, account }, operation.callData, signal);
    await assertHolds(ports, { chain, account }, feeToken, units, signal);

    const nowMs = clock.now();
    const { hash, typedData } = sponsored.toSign(operation);
    const call: SponsoredCall = {
      ...operation,
      id: `sp_${entropy.hex(16)}`,
      kind: 'calls',
      hash,
      fee: { token, units },
      client,
      createdAtMs: nowMs,
      expiresAtMs: nowMs + agreedForMs,
      ...notAccepted,
    };
    await store.run('prepare-sponsored', (tx) => tx.sponsor.insertSponsoredCall(call));
    return {
      call,
      token: feeToken,
      typedData,
      authorization: delegates
        ? {
            chainId: evmChainId(chain) ?? 0,
            address: sponsored.delegate,
            nonce: standing.nonce,
          }
        : null,
      changes: tried.changes,
    };
  };
}

export const notAccepted = {
  bundleId: null,
  acceptedAtMs: null,
  takenKey: null,
  signed: null,
  outcome: null,
  isCharged: false,
} as const satisfies Partial<SponsoredCall>;

/** Throws `CHAIN_NOT_7702`. */
export async function assertServed(
  { chains, isServed }: Pick<SponsoredCallPort, 'chains' | 'isServed'>,
  chain: ChainRef,
  signal: AbortSignal,
): Promise<void> {
  if (!chains.includes(chain) || !(await isServed(chain, signal)))
    throw new RelayError('CHAIN_NOT_7702', { chain });
}

export function foreignCode(): RelayError {
  return new RelayError(
    'DELEGATE_NOT_ALLOWED',
    {},
    'the account is a contract, or is delegated to code that is not supported here',
  );
}

function notAFee({ tokens }: SponsorPorts, chain: ChainRef, { symbol }: TokenRef): string {
  const taken = feeTokensOn(tokens, chain).map((one) => one.symbol);
  return `fees cannot be paid in ${symbol}; wanted ${taken.join(' or ') || 'another chain'}`;
}

async function triedOf(
  { sponsored }: SponsorPorts,
  { chain, account }: Pick<CallRequest, 'chain' | 'account'>,
  callData: AccountCall['data'],
  signal: AbortSignal,
) {
  const tried = await sponsored.tryCalls(chain, account, callData, signal);
  if (tried.ok) return tried;
  const why = tried.why === null ? '' : `: ${tried.why}`;
  if (tried.call === 0)
    throw new RelayError('FEE_TOO_LOW', {}, `the account cannot pay the fee${why}`);
  const call = tried.call === null ? null : tried.call - 1;
  throw new RelayError(
    'SIMULATION_FAILED',
    call === null ? {} : { call },
    `${call === null ? 'the calls' : `calls[${call}]`} would revert${why}`,
  );
}

/**
 * Gas on Ethereum is expensive: a payer who spends the fee between our check and the block must have more to
 * lose.
 */
async function assertHolds(
  { transactions: { custody } }: SponsorPorts,
  { chain, account }: Pick<CallRequest, 'chain' | 'account'>,
  token: TokenRef,
  fee: Units,
  signal: AbortSignal,
): Promise<void> {
  const least = evmChainId(chain) === 1 ? fee * 2n : fee;
  const address = evmAddress(token.address);
  const { balance } = await custody.payerState(chain, address, account, signal);
  if (balance < least)
    throw new RelayError(
      'FEE_TOO_LOW',
      { chain },
      `the account holds ${balance} of ${token.symbol}; a fee of ${fee} on this chain needs ${asAmount(least)}`,
    );
}
