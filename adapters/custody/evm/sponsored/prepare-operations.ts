import type { EvmAddress, Hex } from '@interline/kernel';
import type {
  DropReason,
  PayerAuthorization,
  Prepared,
  PreparedOperations,
  SignedOperation,
} from '@interline/ports';
import type { EvmChain } from '../evm-chain.ts';
import type { EvmTxFields } from '../evm-tx-fields.ts';
import { intrinsicGas, postingGasOf, postingRoom } from '../prepare/gas-limit.ts';
import { least, marketFees, nextBlockPrice } from '../prepare/market.ts';
import { headNumber } from '../rpc/blocks.ts';
import { entryPointAddress, handleOpsCall, readFailedOp, verificationGas } from './entry-point.ts';
import { readOutcomes } from './operation-logs.ts';
import { postingFeeOf } from './posting-fee.ts';
import { simulatedCall } from './simulated-block.ts';
import type { Signing } from './to-sign.ts';

/**
 * For an authorization of an account that does not exist on the chain yet, the most expensive kind.
 */
export const authorizationGas = 25_000n;
/** The EntryPoint's own gas per operation, including events. */
const operationGas = 60_000n;
/** A transaction that carries one authorization and calls nothing, without posting. */
const revocationGas = 60_000n;

interface Sending {
  readonly chain: EvmChain;
  readonly relayer: EvmAddress;
  readonly signing: Signing;
  readonly signal: AbortSignal;
}

/** One transaction for all operations that work and pay; see `SponsoredCallPort.prepare`. */
export async function prepareOperations(
  at: Sending,
  given: readonly SignedOperation[],
): Promise<PreparedOperations> {
  const dropped = new Map<number, DropReason>();
  // Each round drops at least one operation.
  for (let round = 0; round <= given.length; round += 1) {
    const places = [...given.keys()].filter((place) => !dropped.has(place));
    const operations = places.flatMap((place) => given[place] ?? []);
    if (operations.length === 0) break;
    const tried = await tryTogether(at, operations);
    if (tried.kind === 'work')
      return { prepared: await preparedOf(at, operations, tried.gas), dropped };
    for (const [at, why] of tried.failing) {
      const place = places[at];
      if (place !== undefined) dropped.set(place, why);
    }
  }
  return { prepared: null, dropped };
}

type Together =
  | { readonly kind: 'work'; readonly gas: bigint }
  | { readonly kind: 'fail'; readonly failing: ReadonlyMap<number, DropReason> };

async function tryTogether(
  { chain, relayer, signing, signal }: Sending,
  operations: readonly SignedOperation[],
): Promise<Together> {
  const data = handleOpsCall(operations, relayer);
  const message = {
    from: relayer,
    to: entryPointAddress,
    data,
    gas: hexOf(limitOf(chain, data, operations, 0n)),
  };
  // Only operations with an authorization in the same transaction get the code here.
  const delegating = operations
    .filter(({ authorization }) => authorization !== null)
    .map(({ operation }) => operation.account);
  const call = await chain.client.read(
    async (node) => (await node.ask([simulatedCall(message, delegating)]))[0],
    signal,
  );
  if (!call.isSuccess) {
    const failed = readFailedOp(call.returned);
    // If all operations revert and the error names none, the last one is blamed and the others are
    // tried again.
    const [at, why] =
      failed === null
        ? [operations.length - 1, 'failed' as const]
        : [failed.at, reasonOf(failed.code)];
    return { kind: 'fail', failing: new Map([[at, why]]) };
  }
  const sought = operations.map(({ operation, fee }) => ({
    hash: signing.toSign(operation).hash,
    account: operation.account,
    fee,
  }));
  const failing = new Map<number, DropReason>();
  for (const [at, outcome] of readOutcomes(call.logs, sought, relayer).entries()) {
    if (outcome?.isSuccess !== true) failing.set(at, 'failed');
    else if (outcome.feePaid < (operations[at]?.fee.units ?? 0n)) failing.set(at, 'unpaid');
  }
  return failing.size === 0
    ? { kind: 'work', gas: call.gasUsed + authorizationGas * BigInt(delegating.length) }
    : { kind: 'fail', failing };
}

/**
 * AA25: nonce; AA9x: an error of the EntryPoint itself; all others are errors of the account and
 * its code.
 */
function reasonOf(code: string): DropReason {
  if (code === 'AA25') return 'nonce';
  return code.startsWith('AA9') ? 'failed' : 'invalid';
}

/** Upper bound of the gas of all operations; a limit that is too high costs nothing. */
function limitOf(
  { costs }: Pick<EvmChain, 'costs'>,
  data: Hex,
  operations: readonly SignedOperation[],
  posting: bigint,
): bigint {
  const gas = operations.reduce(
    (sum, { operation, authorization }) =>
      sum +
      // The EntryPoint requires all of it before the call, plus the 64th that a call leaves behind.
      ((verificationGas + operation.callGas + operationGas) * 64n) / 63n +
      (authorization === null ? 0n : authorizationGas),
    intrinsicGas(data),
  );
  return least(gas + least(postingRoom(posting), costs.mostPostingGas), costs.mostGas);
}

async function preparedOf(
  at: Sending,
  operations: readonly SignedOperation[],
  gas: bigint,
): Promise<Prepared> {
  const data = handleOpsCall(operations, at.relayer);
  const authorizations = operations.flatMap(({ authorization }) => authorization ?? []);
  return sponsoring(at, { to: entryPointAddress, data, authorizations }, (posting) => ({
    limit: limitOf(at.chain, data, operations, posting),
    needed: gas + posting,
  }));
}

/** A transaction to ourselves that carries only the authorization. */
export async function prepareRevocation(
  at: Omit<Sending, 'signing'>,
  authorization: PayerAuthorization,
): Promise<Prepared> {
  return sponsoring(
    at,
    { to: at.relayer, data: '0x', authorizations: [authorization] },
    (posting) => ({
      limit: revocationGas + least(postingRoom(posting), at.chain.costs.mostPostingGas),
      needed: revocationGas + posting,
    }),
  );
}

async function sponsoring(
  { chain, relayer, signal }: Omit<Sending, 'signing'>,
  {
    authorizations,
    ...message
  }: Pick<EvmTxFields, 'to' | 'data'> & {
    readonly authorizations: readonly PayerAuthorization[];
  },
  gasFor: (posting: bigint) => { readonly limit: bigint; readonly needed: bigint },
): Promise<Prepared> {
  const [market, posting, besideGas, [block]] = await Promise.all([
    chain.market(signal),
    chain.postingGas(signal),
    postingFeeOf(chain, message.data, signal),
    chain.client.read((node) => node.ask([headNumber]), signal),
  ]);
  const fees = marketFees(market, chain.costs.feeRateCap);
  const { limit, needed } = gasFor(postingGasOf(message.data, posting, chain.costs));
  const tx: EvmTxFields = {
    ...message,
    value: 0n,
    gasLimit: limit,
    ...fees,
    ...(authorizations.length === 0 ? {} : { authorizations }),
  };
  return {
    purpose: 'sponsor',
    chain: chain.ref,
    role: 'spender',
    account: relayer,
    tx,
    expects: null,
    block,
    standsAlone: true,
    nextBlockCost: limit * nextBlockPrice(market, fees) + besideGas,
    neededCost: least(needed, limit) * nextBlockPrice(market, fees) + besideGas,
  };
}

function hexOf(value: bigint): Hex {
  return `0x${value.toString(16)}`;
}
