import { deskOf } from '@interline/core/operations';
import { type Route, waitingStages } from '@interline/core/transfer';
import type { ModelChain } from './model-chain.ts';
import { accounts, modelToken } from './model-accounts.ts';
import { modelBooks } from './model-books.ts';
import { freeOn } from './model-harness.ts';
import { healNode } from './model-node.ts';
import type { HostileHarness } from './hostile-harness.ts';
import { usualBaseFee } from './hostile-harness.ts';
import { fuel } from './hostile-steps.ts';
import { purseOf } from './model-steps.ts';
import { type ModelTransfer, payerAtStart } from './model-transfer.ts';

/** Rounds after which what has not ended never will. */
const mostRounds = 60;
/** Longer than any clock was ever wrong, in milliseconds. */
const longMs = 3_600_000;
/** Well below what is offered at most. */
const dearestBaseFee = 8n * usualBaseFee;
/** Long enough to search for what took a slot, in milliseconds; not needed where all goes well. */
const patienceMs = 60;
const shortMs = 20;
const shortRounds = 3;
/** Passes in each round, in milliseconds: longer than any finding must hold. */
const roundMs = 1_000;
/** Rounds in which recipients and payers still refuse. */
const refusedRounds = 4;
/** Rounds in which nothing but the operator's list is open; a refund of what moved nothing waits. */
const quietRounds = 8;

/**
 * What is wrong now, by the chains as they are: somebody was paid something else than what was
 * agreed, or paid and refunded, or debited more than once; something was sent that was not
 * committed; a slot served two things; the float was promised twice.
 */
export function auditNow(harness: HostileHarness): readonly string[] {
  const all = [...harness.transfers, ...harness.lost];
  const isShallow = harness.confirmations === 1;
  return [...harness.breaches, ...all.flatMap((one) => auditPayment(one, isShallow))];
}

interface Held {
  readonly paid: bigint;
  readonly left: bigint;
  readonly isReturned: boolean;
}

function heldIn({ from, to, payer, recipient }: ModelTransfer): Held {
  return {
    paid: to.balance(recipient),
    left: from.balance(payer) + from.balance(purseOf(payer)),
    isReturned: Object.values(accounts).some((account) => from.sent(account, payer) > 0n),
  };
}

function auditPayment(transfer: ModelTransfer, isShallow: boolean): readonly string[] {
  const { id, units, from, permit } = transfer;
  const { paid, left, isReturned } = heldIn(transfer);
  const output = outputOf(units);
  return [
    ...(paid === 0n || paid === output ? [] : [`${id} was paid ${paid} of ${output}`]),
    ...(paid > 0n && isReturned ? [`${id} was delivered and refunded`] : []),
    // With one confirmation a reorg may take a pull whose refund it leaves, until the pull is back.
    ...(left === payerAtStart ||
    left === payerAtStart - units ||
    (isShallow && left === payerAtStart + units && !from.hasPulled(permit))
      ? []
      : [`the payer of ${id} has ${left} of ${payerAtStart} left`]),
  ];
}

/** Less the fee of 8 bps, which is rounded up. */
function outputOf(units: bigint): bigint {
  return units - (units * 8n + 9_999n) / 10_000n;
}

/**
 * Nodes agree again, clocks may stay wrong, gas has its price and can be paid, nobody refuses any
 * more, processes run and blocks come, until everything has ended that ends by itself or by the
 * operator.
 */
export async function calmDown(harness: HostileHarness): Promise<void> {
  const { chains, custody, confirmations } = harness;
  custody.losesBroadcasts = false;
  for (const chain of chains) {
    // What was offered when gas was cheaper has to be bumped.
    if (chain.baseFee > dearestBaseFee) chain.baseFee = dearestBaseFee;
    for (const node of custody.nodesOf(chain.ref)) healNode(node);
  }
  for (const side of [0, 1] as const) fuel(harness, side, 10n ** 12n);
  while (await harness.deliver(0)) {
    /* Every answer arrives. */
  }
  for (const one of harness.processes) one.dieAfter(Number.POSITIVE_INFINITY);
  await harness.start();
  for (const { clock } of harness.processes) clock.pass(longMs);
  let quiet = 0;
  for (let round = 0; round < mostRounds && quiet < quietRounds; round += 1) {
    // Until then what is refused goes back.
    if (round === refusedRounds) for (const chain of chains) acceptAll(chain);
    await harness.sweep();
    await harness.operate();
    for (const side of [0, 1] as const) harness.mine(side, Math.max(4, confirmations));
    if (round < 2) for (const chain of chains) await harness.read(chain);
    await harness.work(round < shortRounds ? shortMs : patienceMs);
    for (const { clock } of harness.processes) clock.pass(roundMs);
    const left = await leftOpen(harness);
    if (left === 'nothing') break;
    quiet = left === 'desk' ? quiet + 1 : 0;
  }
  for (const side of [0, 1] as const) harness.mine(side, 14);
  await harness.sweep();
  for (const chain of chains) await harness.read(chain);
}

function acceptAll({ refused, traps, burning }: ModelChain): void {
  refused.clear();
  traps.clear();
  burning.clear();
}

/** Routes of the desk that wait for a person by their stage: one that is only old may still go on. */
async function waitingRoutes(money: HostileHarness['money']): Promise<readonly string[]> {
  const { entries } = await deskOf(money, new AbortController().signal)(1_000);
  return entries
    .filter(({ kind, state }) => kind === 'route' && waitingStages.includes(state))
    .map(({ subject }) => subject.replace('route ', ''));
}

/**
 * Whether something is open or not final, and whether all of that waits for a person: what a reorg
 * took of something that had ended shows only while it is watched.
 */
async function leftOpen({ money }: HostileHarness): Promise<'nothing' | 'desk' | 'more'> {
  const { transactions, transfers } = money.store.reads;
  const openRoutes = (await transfers.counts()).open;
  const watched = await transactions.watchedTransactions();
  if (openRoutes === 0 && watched.length === 0) return 'nothing';
  const desk = await waitingRoutes(money);
  const others = watched.filter(({ owner }) => !desk.includes(owner.id));
  return others.length === 0 && openRoutes <= desk.length ? 'desk' : 'more';
}

/**
 * What is wrong when all is said and done: a route neither ended nor on the operator's list, a
 * payer without money and without a delivery that nothing points to, float reserved for what has
 * ended, a free balance that is not there, books that do not balance.
 */
export async function auditEnd(harness: HostileHarness): Promise<{
  readonly wrong: readonly string[];
  readonly ends: readonly string[];
}> {
  const { money, chains, transfers, setBacks, stopped } = harness;
  const wrong = [...auditNow(harness)];
  const ends: string[] = [];
  await harness.noteStopped();
  const desk = new Set(await waitingRoutes(money));
  for (const transfer of transfers) {
    const route = await money.store.reads.transfers.route(transfer.id);
    if (route === null) {
      wrong.push(`${transfer.id} is gone`);
      continue;
    }
    ends.push(route.stage);
    wrong.push(...auditRoute(route, heldIn(transfer), transfer, desk, stopped.size > 0));
  }
  if (stopped.size > 0 && setBacks === 0 && !chains.some((one) => one.isKeyStolen))
    wrong.push(`${[...stopped].join()} stopped though the store knows all that was sent`);
  if (harness.lost.some(isShort) && stopped.size === 0)
    wrong.push('the store has lost what a payer is owed, and no account was ever stopped');
  const open = new Set(
    await Promise.all(
      transfers.map(async ({ id }) =>
        (await money.store.reads.transfers.route(id))?.phase === 'ended' ? '' : id,
      ),
    ),
  );
  for (const chain of chains) {
    const [free] = await freeOn(harness, chain);
    let kept = 0n;
    for (const account of Object.values(accounts)) {
      for (const token of [modelToken, 'native']) {
        const book = { chain: chain.ref, account, token };
        for (const one of await money.store.reads.transactions.reservations(book)) {
          if (one.state !== 'open') continue;
          if (!open.has(one.owner.id)) wrong.push(`${one.id} of ${one.units} is still open`);
          if (account === accounts.float && token === modelToken) kept += one.units;
        }
      }
    }
    const held = chain.balance(accounts.float);
    if (kept === 0n && free !== held)
      wrong.push(`${chain.ref} holds ${held} and takes ${free} for free`);
  }
  wrong.push(...(await booksBalance(harness)));
  return { wrong, ends };
}

/** The payer's money is here and the recipient has nothing. */
function isShort(transfer: ModelTransfer): boolean {
  const { paid, left } = heldIn(transfer);
  return paid === 0n && left < payerAtStart;
}

function auditRoute(
  route: Route,
  { paid, left }: Held,
  { id, units }: ModelTransfer,
  desk: ReadonlySet<string>,
  mayWait: boolean,
): readonly string[] {
  const isDone =
    route.status === 'DONE' && paid === outputOf(units) && left === payerAtStart - units;
  const isUndone = route.status === 'FAILED' && paid === 0n && left === payerAtStart;
  if (isDone || isUndone || (mayWait && desk.has(id))) return [];
  return [
    `${id} is ${route.status} ${route.stage}, its payer has ${left} left, its recipient ${paid}`,
  ];
}

/**
 * What the double-entry books say that the chains do not, to the unit. A store that was set back, or
 * a key that was used elsewhere, is drift, and that must be found.
 */
async function booksBalance(harness: HostileHarness): Promise<readonly string[]> {
  const { chains, setBacks, stopped } = harness;
  const books = modelBooks(harness);
  const outcomes = await books.reconcile();
  if (setBacks > 0 || stopped.size > 0 || chains.some((one) => one.isKeyStolen)) return [];
  const wrong = outcomes.filter((one) => one !== 'judged').map((one) => `the books are ${one}`);
  for (const { chain, account, units } of await books.deficits())
    wrong.push(`the ${account} account on ${chain} has ${units} less than its books`);
  return wrong;
}
