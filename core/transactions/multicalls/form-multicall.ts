import {
  type AccountRole,
  type ChainRef,
  isRelayError,
  movementOf,
  relayerOwner,
  type Transaction,
  type TxFields,
  unplaced,
} from '@interline/kernel';
import type { Prepared } from '@interline/ports';
import { chainScope, closedOf, type SwitchView } from '../../switches/index.ts';
import { commitSealed, transactionOf } from '../send/commit-transactions.ts';
import { sendOrPostpone } from '../send/send-or-postpone.ts';
import { assertGas, gasReservation, gasReservationId } from '../gas.ts';
import type { TransactionPorts } from '../ports.ts';
import { StaleTransaction, type TransactionUnit } from '../repository.ts';
import { type Line, movementKey } from './waiting-line.ts';

/** Transactions that succeed together or not at all. */
type Bundle = readonly Transaction[];

/** Maximum gas of one multicall, far below any block's gas. */
const gasAtMost = 12_000_000n;
/** More are read than fit, because some waiting ones cannot share a multicall. */
const readFactor = 3;

/**
 * Places waiting transactions into one multicall, commits it and sends it. A transaction that would
 * fail now is left out and never sent, so that its owner looks again. Resolves to the ids of all
 * that moved; empty if nothing waits. Throws `GAS_EXHAUSTED` if the account's coin is not enough
 * for any of them.
 */
export async function formMulticall(
  ports: TransactionPorts,
  chain: ChainRef,
  role: AccountRole,
  signal: AbortSignal,
): Promise<readonly string[]> {
  let bundles = await nextBundles(ports, chain, role);
  if (bundles.length === 0 || (await isPausedOn(ports.store.reads, chain))) return [];
  for (;;) {
    try {
      return await formOf(ports, { chain, role, bundles }, signal);
    } catch (error) {
      if (bundles.length === 1 || !isRelayError(error) || error.code !== 'GAS_EXHAUSTED')
        throw error;
      // Fees rose since they were committed, and other transactions' reservations cannot pay for
      // these.
      bundles = cheaperHalf(bundles);
    }
  }
}

interface Forming {
  readonly chain: ChainRef;
  readonly role: AccountRole;
  readonly bundles: readonly Bundle[];
}

async function formOf(
  ports: TransactionPorts,
  { chain, role, bundles }: Forming,
  signal: AbortSignal,
): Promise<readonly string[]> {
  const { prepared, failed } = await ports.custody.prepareMerged(
    chain,
    role,
    bundles.map((bundle) => bundle.map(callOf)),
    signal,
  );
  const isFailed = (_bundle: Bundle, index: number): boolean => failed.includes(index);
  const committed = await ports.store.run('commit-batch', async (tx) => {
    // Another process was faster, and its multicall is on its way.
    if ((await tx.transactions.openMulticall(chain, ports.custody.account(chain, role))) !== null)
      return null;
    if (await isPausedOn(tx, chain)) return null;
    for (const transaction of bundles.filter(isFailed).flat()) await leaveOut(tx, transaction);
    return prepared === null
      ? []
      : [
          await commitMulticall(
            ports,
            tx,
            prepared,
            bundles.filter((bundle, index) => !isFailed(bundle, index)),
          ),
        ];
  });
  if (committed === null) return [];
  if (failed.length > 0)
    ports.log.warn('multicall-left-out', { chain, role, left: failed.length, of: bundles.length });
  await sendOrPostpone(ports, committed, signal);
  return bundles.flat().map((transaction) => transaction.id);
}

/** As many as one multicall takes, in turn. */
async function nextBundles(
  { store, custody }: TransactionPorts,
  chain: ChainRef,
  role: AccountRole,
): Promise<readonly Bundle[]> {
  const most = custody.groupsAtMost(chain);
  const readAtMost = most * readFactor;
  const waiting = async (line: Line): Promise<readonly Transaction[]> =>
    uncut(
      await store.reads.transactions.unplacedTransactions(
        chain,
        custody.account(chain, role),
        line,
        readAtMost,
      ),
      readAtMost,
    );
  const calls = await waiting('calls');
  const withCall = calls.filter(({ owner }) => owner.id === calls[0]?.owner.id);
  return chosen(bundlesOf([...withCall, ...(await waiting('moves'))])).slice(0, most);
}

/** In their original order. */
function cheaperHalf(bundles: readonly Bundle[]): readonly Bundle[] {
  const cheaper = bundles
    .toSorted((a, b) => Number(gasOf(a) - gasOf(b)))
    .slice(0, Math.ceil(bundles.length / 2));
  return bundles.filter((bundle) => cheaper.includes(bundle));
}

function gasOf(bundle: Bundle): bigint {
  return bundle.reduce((sum, transaction) => sum + callOf(transaction).gasLimit, 0n);
}

/**
 * Transactions that wait for a multicall are not signed yet, so a paused chain holds them back.
 * Their owners look again, so they are sent once the chain is resumed.
 */
async function isPausedOn(reads: SwitchView, chain: ChainRef): Promise<boolean> {
  const paused = (await reads.switches.switches()).filter(({ state }) => state === 'paused');
  return closedOf(paused, ['service', chainScope(chain)]) !== null;
}

/**
 * Throws `StaleTransaction` if another process has sent it meanwhile; then it fails because it has
 * already happened.
 */
async function leaveOut(tx: TransactionUnit, { id, owner }: Transaction): Promise<void> {
  const now = (await tx.transactions.transactionsOf(owner.id)).find((one) => one.id === id);
  if (now?.slot !== unplaced)
    throw new StaleTransaction(`transaction ${id} no longer waits for a multicall`);
  await tx.transactions.moveTransaction(id, 'open', { state: 'displaced' });
  await tx.transactions.releaseReservation(gasReservationId(id));
}

async function commitMulticall(
  ports: TransactionPorts,
  tx: TransactionUnit,
  prepared: Prepared,
  bundles: readonly Bundle[],
) {
  for (const transaction of bundles.flat())
    await tx.transactions.releaseReservation(gasReservationId(transaction.id));
  await assertGas(ports, tx, relayerOwner, prepared);
  const id = `ef_${ports.entropy.hex(12)}`;
  const sealed = await commitSealed(
    ports,
    tx,
    { ...transactionOf(prepared, ports.clock.now()), id, owner: relayerOwner, step: 0 },
    prepared,
    bundles
      .flat()
      .map(movementOf)
      .filter((one) => one !== null),
  );
  await tx.transactions.insertReservation(gasReservation(relayerOwner, id, prepared));
  for (const [group, bundle] of bundles.entries()) {
    for (const transaction of bundle)
      await tx.transactions.placeTransaction(transaction, {
        slot: sealed.transaction.slot,
        carried: { by: id, group, of: bundles.length },
      });
  }
  return sealed;
}

/**
 * If more wait than are read, the last owner's may be cut in two: a call without the pull that pays
 * for it. They wait for the next multicall.
 */
function uncut(waiting: readonly Transaction[], readAtMost: number): readonly Transaction[] {
  const last = waiting.at(-1);
  return waiting.length < readAtMost
    ? waiting
    : waiting.filter((one) => one.owner.id !== last?.owner.id);
}

function bundlesOf(transactions: readonly Transaction[]): readonly Bundle[] {
  return [
    ...Map.groupBy(
      transactions,
      (transaction) => transaction.multicall?.bundle ?? transaction.id,
    ).values(),
  ];
}

/**
 * In turn, as many as one multicall takes. Two that move the same token between the same accounts
 * never share one, because their Transfer logs could not be distinguished. Nor do two calls to
 * rails, because upstreams identify a transfer by its transaction.
 */
function chosen(bundles: readonly Bundle[]): readonly Bundle[] {
  const moves = new Set<string>();
  let gas = 0n;
  return bundles.filter((bundle) => {
    const own = bundle.flatMap(moveOf);
    const burns = gasOf(bundle);
    if (own.some((move) => moves.has(move)) || (gas > 0n && gas + burns > gasAtMost)) return false;
    gas += burns;
    for (const move of own) moves.add(move);
    return true;
  });
}

function moveOf(transaction: Transaction): readonly string[] {
  if (transaction.purpose === 'call') return [transaction.purpose];
  const key = movementKey(transaction);
  return key === null ? [] : [key];
}

function callOf({ id, multicall }: Transaction): TxFields {
  if (multicall === null) throw new Error(`transaction ${id} does not wait for a multicall`);
  return multicall.call;
}
