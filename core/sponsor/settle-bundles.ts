import { asHex, evmAddress, faultInLog, noUnits, type Transaction } from '@interline/kernel';
import type { OperationOutcome } from '@interline/ports';
import type { Line } from '../books/index.ts';
import { within } from '../within.ts';
import {
  awaitTransaction,
  type MinedTransaction,
  settleEnd,
  settleMined,
  StaleTransaction,
  withKeysOf,
} from '../transactions/index.ts';
import { madeElsewhere, postFeeFound } from './found-elsewhere.ts';
import { chargeBundle, chargeFailure, chargeRevocation } from './losses.ts';
import type { SponsorPorts } from './ports.ts';
import type { SponsorUnit } from './repository.ts';
import { endOf, failedWith, nonceKeyOf, type SponsoredCall } from './sponsored-call.ts';

const patienceMs = 1_000;
/** Longer than a run waits: what a slow chain shows later is read beside the next runs. */
const runMs = 1_500;

/**
 * Takes the transactions of sponsored calls to their ends; one still under way is left for the next run.
 */
export function settleBundles(ports: SponsorPorts): () => Promise<void> {
  const { store, sponsored, clock, log } = ports;
  const watched = new Map<string, Promise<void>>();
  return async () => {
    const open = (await store.reads.transactions.openTransactions({ owner: 'sponsor' })).filter(
      ({ id, chain }) => sponsored.chains.includes(chain) && !watched.has(id),
    );
    for (const one of open) {
      const settled = settleOne(ports, one)
        .catch((error: unknown) => {
          // If another process settled it meanwhile, nothing is left to do.
          if (error instanceof StaleTransaction) return;
          log.warn('sponsored-postponed', { chain: one.chain, ...faultInLog(error) });
        })
        .finally(() => watched.delete(one.id));
      watched.set(one.id, settled);
    }
    const all = Promise.all(watched.values()).then(() => undefined);
    await within(all, { clock, ms: runMs, otherwise: undefined });
  };
}

async function settleOne(ports: SponsorPorts, transaction: Transaction): Promise<void> {
  const keys = withKeysOf(ports.transactions, transaction.account);
  if (keys === null) return;
  const awaited = await awaitTransaction(keys, transaction, { patienceMs }, ports.lifetime);
  const calls = await ports.store.reads.sponsor.sponsoredCallsOf(transaction.owner.id);
  await settleEnd<void>(keys, awaited, {
    displacedUnit: 'sponsored-displaced',
    pending: () => undefined,
    displaced: () => ports.log.error('sponsored-displaced', { chain: transaction.chain }),
    mined: (seen) => settleIncluded(ports, seen, calls),
    reverted: (seen) => settleUnmade(ports, seen, calls, cameFirst),
    filled: (seen) => settleUnmade(ports, seen, calls, cancelled),
  });
}

const cameFirst = 'a change of the account made the transaction revert meanwhile';
const cancelled = 'the operator cancelled it';

/** Settles by the logs of the block, as enough nodes show them; until they do, it waits. */
async function settleIncluded(
  ports: SponsorPorts,
  seen: MinedTransaction,
  calls: readonly SponsoredCall[],
): Promise<void> {
  const outcomes = await outcomesOf(ports, seen, calls);
  if (outcomes === null) return;
  const shares = sharesOf(seen, outcomes);
  const ended = calls.map((call, at) => {
    const shown = outcomes[at] ?? failedWith('the block does not show it', noUnits);
    return { call, outcome: endOf(call, shown), gasCost: shares[at] ?? 0n };
  });
  await ports.store.run('settle-sponsored', async (tx) => {
    const closing = ended.flatMap((one) => feeLines(seen.transaction, one.call, one.outcome));
    await settleMined(tx, seen, { engine: null, atMs: ports.clock.now(), closing });
    for (const { call, outcome, gasCost } of ended) {
      const isRevocation = call.kind === 'revocation';
      const isLoss = (isRevocation || !outcome.isSuccess) && !call.isCharged;
      if (isLoss) await (isRevocation ? chargeRevocation : chargeFailure)(ports, tx, call, gasCost);
      await settleCall(tx, call, { outcome, takenKey: nonceKeyOf(call), isLoss });
    }
  });
}

async function outcomesOf(
  { sponsored, lifetime }: SponsorPorts,
  { mined, transaction }: MinedTransaction,
  calls: readonly SponsoredCall[],
): Promise<readonly (OperationOutcome | null)[] | null> {
  const [only] = calls;
  if (only?.kind === 'revocation') {
    const { chain, account } = only;
    const { code, nonce } = await sponsored.accountAt(chain, account, 0n, lifetime);
    // The block has used up the authorization's nonce, valid or not; a lagging node still shows it as free.
    if (BigInt(nonce) <= only.nonce) return null;
    const gasUsed = mined.gasUsed;
    return code === 'delegated'
      ? [failedWith('the authorization was no longer valid', noUnits)]
      : [{ isSuccess: true, gasUsed, feePaid: noUnits, innerError: null }];
  }
  return sponsored.outcomesIn(
    transaction.chain,
    { hash: mined.hash, blockHash: mined.blockHash, relayer: evmAddress(transaction.account) },
    calls.map(({ hash, account, fee }) => ({ hash: asHex(hash), account, fee })),
    lifetime,
  );
}

/** What the relayer received is a fee only as far as a log of that very operation shows it. */
function feeLines(
  { chain }: Transaction,
  { fee }: SponsoredCall,
  { feePaid }: OperationOutcome,
): readonly Line[] {
  const { token } = fee;
  const units: bigint = feePaid;
  return [
    { kind: 'unclaimed', chain, token, holder: '', units },
    { kind: 'fees', chain, token, holder: '', units: -units },
  ];
}

/**
 * What each operation cost of the transaction, by its gas. An operation that the block does not show has used
 * whatever no other has: other code on its account gave it another hash.
 */
function sharesOf(
  { mined }: MinedTransaction,
  outcomes: readonly (OperationOutcome | null)[],
): readonly bigint[] {
  const shown = outcomes.reduce((sum, one) => sum + (one?.gasUsed ?? 0n), 0n);
  const rest = mined.gasUsed > shown ? mined.gasUsed - shown : 0n;
  const each = outcomes.map((one) => one?.gasUsed ?? rest);
  const inAll = each.reduce((sum, gas) => sum + gas, 0n);
  return each.map((gas) =>
    inAll === 0n ? mined.gasCost : (mined.gasCost * gas + inAll - 1n) / inAll,
  );
}

/**
 * None of it happened. A lone call made the transaction revert, unless a stranger had sent it before us; of
 * several, each is tried once more alone (`retryAlone`), except those that had ended before a reorg: their
 * signatures are deleted.
 */
async function settleUnmade(
  ports: SponsorPorts,
  seen: MinedTransaction,
  calls: readonly SponsoredCall[],
  why: string,
): Promise<void> {
  const isReverted = seen.end === 'reverted';
  const isTriedAgain = isReverted && calls.length > 1;
  const ending = isTriedAgain ? calls.filter(({ signed }) => signed === null) : calls;
  const found = await Promise.all(
    ending.map(async (call) =>
      call.kind === 'calls' ? madeElsewhere(ports, call, seen.transaction, seen.mined.block) : null,
    ),
  );
  const ended = ending.flatMap((call, at) => {
    const made = found[at] ?? null;
    return made === 'unshown' ? [] : [{ call, made }];
  });
  // What used its nonce is shown later.
  if (ended.length < ending.length) return;
  await ports.store.run('settle-unmade', async (tx) => {
    const atMs = ports.clock.now();
    await settleMined(tx, seen, { engine: null, atMs });
    const { state, reorgs, chain } = seen.transaction;
    if (isTriedAgain && state === 'open' && reorgs === 0)
      await chargeBundle(ports, tx, chain, seen.mined.gasCost);
    for (const { call, made } of ended) {
      if (made !== null) await postFeeFound(tx, minedOf(seen), call, made, atMs);
      const isLoss =
        isReverted &&
        !isTriedAgain &&
        call.kind === 'calls' &&
        made?.isSuccess !== true &&
        !call.isCharged;
      if (isLoss) await chargeFailure(ports, tx, call, seen.mined.gasCost);
      await settleCall(tx, call, {
        outcome: made ?? failedWith(why, noUnits),
        takenKey: made === null ? null : nonceKeyOf(call),
        isLoss,
      });
    }
  });
}

function minedOf({ transaction, mined }: MinedTransaction): Transaction {
  return { ...transaction, minedBlock: mined.block, minedBlockHash: mined.blockHash };
}

export async function settleCall(
  { sponsor }: Pick<SponsorUnit, 'sponsor'>,
  { id, isCharged }: SponsoredCall,
  { isLoss, ...change }: Pick<SponsoredCall, 'outcome' | 'takenKey'> & { readonly isLoss: boolean },
): Promise<void> {
  const other = change.takenKey === null ? null : await sponsor.sponsoredCallOfKey(change.takenKey);
  // After a reorg, another call may have its nonce by now.
  const takenKey = other === null || other.id === id ? change.takenKey : null;
  await sponsor.settleSponsoredCall(id, {
    outcome: change.outcome,
    takenKey,
    signed: null,
    isCharged: isCharged || isLoss,
  });
}
