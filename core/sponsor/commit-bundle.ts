import {
  asHex,
  type ChainRef,
  maxGasCost,
  type Owner,
  RelayError,
  type TokenRef,
} from '@interline/kernel';
import type { DropReason, Prepared, SignedOperation } from '@interline/ports';
import { assertMayCommit, chainScope } from '../switches/index.ts';
import { commitTransactions, sendOrPostpone } from '../transactions/index.ts';
import { assertMayLose, assertRoomToLose, type Risk } from './losses.ts';
import type { SponsorPorts } from './ports.ts';
import { worthIn } from './price-fee.ts';
import type { SponsorUnit } from './repository.ts';
import { nonceKeyOf, type Signed, type SponsoredCall } from './sponsored-call.ts';

export interface Entry {
  readonly call: SponsoredCall;
  readonly signed: Signed;
}

/** The relayer's transactions for sponsored calls; see `settleBundles`. */
export function bundleOwner(id: string): Owner {
  return { kind: 'sponsor', id };
}

/**
 * Commits one transaction for the calls, together with each call's record, and sends it. Calls that are
 * refused are left out, with the reasons by their ids. Throws what concerns all of them: `PAUSED`,
 * `GAS_EXHAUSTED`, `ACCOUNT_STOPPED`, `CHAIN_UNREACHABLE`, `STORE_DOWN`.
 */
export async function commitBundle(
  ports: SponsorPorts,
  chain: ChainRef,
  entries: readonly Entry[],
): Promise<ReadonlyMap<string, RelayError>> {
  const refused = new Map<string, RelayError>();
  // Each round leaves out at least one.
  for (let round = 0; round <= entries.length; round += 1) {
    const left = entries.filter(({ call }) => !refused.has(call.id));
    if (left.length === 0) break;
    const { prepared, dropped } = await ports.sponsored.prepare(
      chain,
      left.map(operationOf),
      ports.lifetime,
    );
    for (const [at, why] of dropped) {
      const entry = left[at];
      if (entry !== undefined) refused.set(entry.call.id, refusalOf(why));
    }
    const carried = left.filter(({ call }) => !refused.has(call.id));
    if (prepared === null) break;
    const short = await shortOf(ports, carried, prepared);
    if (short.length > 0) {
      for (const { call } of short) refused.set(call.id, feeTooLow());
      continue;
    }
    const busy = await commit(ports, chain, carried, prepared);
    if (busy === null) break;
    refused.set(busy.id, busy.refusal);
  }
  return refused;
}

function operationOf({ call, signed }: Entry): SignedOperation {
  return {
    operation: call,
    signature: asHex(signed.signature),
    authorization: signed.authorization,
    fee: call.fee,
  };
}

/**
 * Calls whose fee is too low: none while the fees together cover what the transaction takes now; else those
 * whose fee does not cover their part of it, by the gas of their calls, so that none is refused because
 * another's calls are many.
 */
async function shortOf(
  ports: SponsorPorts,
  carried: readonly Entry[],
  { neededCost = 0n }: Prepared,
): Promise<readonly Entry[]> {
  const gasInAll = carried.reduce((sum, { call }) => sum + call.callGas, 0n);
  const parts = await Promise.all(
    carried.map(async (entry) => {
      const { call } = entry;
      const cost = (neededCost * call.callGas + gasInAll - 1n) / gasInAll;
      const worth = await worthIn(ports, feeTokenOf(ports, call), cost, ports.lifetime);
      return { entry, cost, worth, fee: call.fee.units };
    }),
  );
  const covered = parts.reduce(
    (sum, { cost, worth, fee }) => sum + (worth === 0n ? cost : (cost * fee) / worth),
    0n,
  );
  if (covered >= neededCost) return [];
  return parts.filter(({ worth, fee }) => worth > fee).map(({ entry }) => entry);
}

export function feeTokenOf(
  { tokens }: Pick<SponsorPorts, 'tokens'>,
  call: SponsoredCall,
): TokenRef {
  return tokens.resolve(call.chain, call.fee.token, 'feeToken');
}

/** The call that can no longer be committed, because of which none was; null once all are. */
async function commit(
  ports: SponsorPorts,
  chain: ChainRef,
  carried: readonly Entry[],
  prepared: Prepared,
): Promise<{ readonly id: string; readonly refusal: RelayError } | null> {
  const bundleId = `sb_${ports.entropy.hex(12)}`;
  const risks = risksOf(carried, prepared);
  try {
    const committed = await ports.store.run('send-sponsored', async (tx) => {
      await assertMayCommit(tx, ['service', chainScope(chain)]);
      for (const [at, entry] of carried.entries())
        await accept(ports, tx, entry, bundleId, risks.slice(0, at + 1));
      return commitTransactions(ports.transactions, tx, bundleOwner(bundleId), 0, [prepared]);
    });
    await sendOrPostpone(ports.transactions, committed, ports.lifetime);
    return null;
  } catch (error) {
    if (error instanceof NotAcceptable) return { id: error.id, refusal: error.refusal };
    throw error;
  }
}

/** Each call's part of what the transaction can cost in the next block. */
function risksOf(
  carried: readonly Entry[],
  { tx, nextBlockCost = maxGasCost(tx) }: Prepared,
): readonly Risk[] {
  const gasInAll = carried.reduce((sum, { call }) => sum + call.callGas, 0n);
  return carried.map(({ call: { client, callGas } }) => ({
    client,
    cost: (nextBlockCost * callGas + gasInAll - 1n) / gasInAll,
  }));
}

/** Undoes the unit, for the sake of the others. */
class NotAcceptable extends Error {
  readonly id: string;
  readonly refusal: RelayError;

  constructor(id: string, refusal: RelayError) {
    super(refusal.message);
    this.id = id;
    this.refusal = refusal;
  }
}

async function accept(
  ports: SponsorPorts,
  tx: SponsorUnit,
  { call, signed }: Entry,
  bundleId: string,
  risks: readonly Risk[],
): Promise<void> {
  const { id, chain, account } = call;
  const takenKey = nonceKeyOf(call);
  const isAgain = call.bundleId !== null;
  try {
    const other = await tx.sponsor.sponsoredCallOfKey(takenKey);
    if (other !== null && other.id !== id) throw nonceTaken();
    // What others spent since the call was first accepted is not its payer's fault.
    if (!isAgain) {
      if (await tx.sponsor.isSponsoredNow(chain, account)) throw underWay();
      await assertMayLose(ports, tx, call);
      const cost = risks.at(-1)?.cost ?? 0n;
      await assertRoomToLose(ports, tx, call, { cost, inFront: risks.slice(0, -1) });
    }
  } catch (error) {
    if (error instanceof RelayError) throw new NotAcceptable(id, error);
    throw error;
  }
  const acceptedAtMs = call.acceptedAtMs ?? ports.clock.now();
  const change = { bundleId, acceptedAtMs, takenKey, signed };
  if (!(await tx.sponsor.acceptSponsoredCall(call, change)))
    throw new NotAcceptable(id, underWay());
}

export function nonceTaken(): RelayError {
  return new RelayError('NONCE_TAKEN');
}

const underWayMs = 10_000;

/** All calls of a payer draw on one balance. */
function underWay(): RelayError {
  return new RelayError(
    'RATE_LIMITED',
    { retryAfterMs: underWayMs },
    'another sponsored call of this account is under way; send this one once that is in a block',
  );
}

function feeTooLow(): RelayError {
  return new RelayError('FEE_TOO_LOW', {}, 'gas has risen beyond what the fee covers');
}

function refusalOf(why: DropReason): RelayError {
  switch (why) {
    case 'invalid':
      return new RelayError(
        'AUTHORIZATION_INVALID',
        {},
        'the account lacks the code that accepts this signature',
      );
    case 'nonce':
      return nonceTaken();
    case 'failed':
      return new RelayError('SIMULATION_FAILED', {}, 'the calls would fail now');
    case 'unpaid':
      return new RelayError('FEE_TOO_LOW', {}, 'the fee would not reach the relayer now');
  }
}
