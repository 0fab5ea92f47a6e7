import { carrierOf, nativeAddress, type Transaction } from '@interline/kernel';
import type { MinedReading } from '@interline/ports';
import type { TransactionReads } from '../repository.ts';

type Reads = Pick<TransactionReads, 'signedTransactionsOf' | 'transaction'>;

/**
 * How much more than simulated a token transfer without foreign code may take: a balance of ours or
 * the recipient's that has become empty (17,100 gas), and a token's account, slot and first change
 * of a slot that the simulation had warmed (2,500, 2,000 and 2,800). A pull's simulation counts its
 * bytes as non-zero, which is 17,600 too much for a permit; a coin payment to an address without
 * code does not vary. An EIP-2612 permit varies like a pull.
 */
const plainVariation = { pull: 7_500n, tokens: 25_000n, coin: 0n } as const;

/**
 * Whether it took more than a payer or recipient without code can cause, independent of the state
 * at acceptance: a delegation (EIP-7702) may come at any time. Members of a multicall have only a
 * share of its gas, which does not show it.
 */
export function tookMoreThanPlain(
  { purpose, expects, simulated, multicall }: Mined,
  { gasUsed, multicall: whole }: Pick<MinedReading, 'gasUsed' | 'multicall'>,
): boolean {
  if (simulated === null || (multicall !== null && whole !== undefined)) return false;
  const isPulling = purpose === 'pull' || purpose === 'allowance';
  const payment = expects?.token === nativeAddress ? 'coin' : 'tokens';
  return gasUsed > simulated.gas + plainVariation[isPulling ? 'pull' : payment];
}

type Mined = Pick<Transaction, 'purpose' | 'expects' | 'simulated' | 'multicall'>;

/**
 * The cost of a mined transaction that is charged to its payer and client, in units of coin,
 * rounded up. All of it if it reverted; otherwise its gas beyond the simulation, if code of a payer
 * or recipient ran in it or it took more than a plain one can.
 */
export async function burntCost(
  reads: Reads,
  transaction: Transaction,
  mined: MinedReading,
): Promise<bigint> {
  const { multicall, simulated } = transaction;
  const ranCode = simulated?.runsForeignCode === true || tookMoreThanPlain(transaction, mined);
  if (mined.isSuccess && !ranCode) return 0n;
  if (multicall !== null && mined.multicall !== undefined)
    return burntInMulticall(await membersOf(reads, transaction, mined), transaction, mined);
  if (!mined.isSuccess) return mined.gasCost;
  return costOf(mined, mined.gasUsed - (simulated?.gas ?? mined.gasUsed));
}

/** The gas-relevant fields of a multicall's member. */
export type Member = Pick<Transaction, 'id' | 'simulated' | 'multicall'>;

/**
 * A receipt shows only a multicall's total gas. Each successful member bears its simulated gas. The
 * rest is shared, within their limits, by those that can have burnt it: failed members, and those
 * that ran code of a payer or recipient. So a single burner pays all of it. A failed member pays at
 * least an even share of the total, because it has cost that.
 */
export function burntInMulticall(
  members: readonly Member[],
  own: Pick<Transaction, 'id'>,
  mined: MinedReading,
): bigint {
  const { multicall: whole, gasCost, isSuccess } = mined;
  if (whole === undefined) return 0n;
  const isFailed = ({ multicall }: Member): boolean =>
    multicall?.carried != null && whole.failedGroups.includes(multicall.carried.group);
  const limitOf = ({ multicall }: Member): bigint => multicall?.call.gasLimit ?? 0n;
  const takes = (one: Member): bigint => one.simulated?.gasInMulticall ?? limitOf(one);
  const roomOf = (one: Member): bigint => {
    if (isFailed(one)) return limitOf(one);
    return one.simulated?.runsForeignCode === true ? above(limitOf(one), takes(one)) : 0n;
  };

  const base = members.reduce((most, { simulated }) => {
    const part = simulated === null ? 0n : simulated.gas - simulated.gasInMulticall;
    return part > most ? part : most;
  }, 0n);
  const explained = sum(members.filter((one) => !isFailed(one)).map(takes), base);
  const burnt = above(whole.gasUsed, explained);
  const rooms = sum(members.map(roomOf));
  const room = sum(members.filter((one) => one.id === own.id).map(roomOf));
  const part = rooms === 0n ? 0n : (burnt * room + rooms - 1n) / rooms;
  const cost = costOf(whole, part < room ? part : room);
  return isSuccess || cost > gasCost ? cost : gasCost;
}

/** All members of the mined form; none if the store does not have it. */
async function membersOf(
  reads: Reads,
  transaction: Transaction,
  { hash }: MinedReading,
): Promise<readonly Member[]> {
  const forms = await reads.signedTransactionsOf([carrierOf(transaction)]);
  const ids = forms.find((one) => one.hash === hash)?.movements.map((one) => one.transactionId);
  const members = await Promise.all((ids ?? []).map((id) => reads.transaction(id)));
  return members.filter((one) => one !== null);
}

function costOf(
  { gasUsed, gasCost }: Pick<MinedReading, 'gasUsed' | 'gasCost'>,
  gas: bigint,
): bigint {
  return gas <= 0n || gasUsed === 0n ? 0n : (gasCost * gas + gasUsed - 1n) / gasUsed;
}

function above(figure: bigint, bound: bigint): bigint {
  return figure > bound ? figure - bound : 0n;
}

function sum(figures: readonly bigint[], from = 0n): bigint {
  return figures.reduce((total, one) => total + one, from);
}
