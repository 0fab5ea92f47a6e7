import type { Route } from '@interline/core/transfer';
import type { ModelChain } from './model-chain.ts';
import { accounts, healNode, modelToken } from './model-custody.ts';
import { freeOn, type ModelScene, type ModelTransfer, payerAtStart } from './model-harness.ts';
import { purseOf } from './model-steps.ts';

/** As deep as the steps make them. */
const deepestReorg = 12;

interface Fact {
  readonly transfer: ModelTransfer;
  readonly route: Route;
  readonly paid: bigint;
  readonly isLanded: boolean;
  readonly isReturned: boolean;
}

/**
 * What is wrong now, by what the chains really hold: no recipient is paid twice, and what is free
 * and what is owed are together never more than there is, by the newest reading and by any that
 * could be made now. With fewer confirmations than reorgs are deep, a chain's books are judged once
 * they were read again after its reorg, pulls that a reorg took count as on their way back, and a
 * delivered transfer as delivered.
 */
export async function auditHarness(harness: ModelScene): Promise<readonly string[]> {
  const isDeep = harness.confirmations > deepestReorg;
  const facts = await factsOf(harness);
  const judged = harness.chains.filter((chain) => isDeep || !harness.unread.has(chain));
  const books = await Promise.all(judged.map((chain) => auditBook(harness, chain, facts, isDeep)));
  return [...harness.breaches, ...facts.flatMap(auditPayments), ...books.flat()];
}

async function factsOf({ transfers, money }: ModelScene): Promise<readonly Fact[]> {
  return Promise.all(
    transfers.map(async (transfer) => {
      const route = await money.store.reads.transfers.route(transfer.id);
      if (route === null) throw new Error(`route ${transfer.id} is gone`);
      return {
        transfer,
        route,
        paid: transfer.to.balance(transfer.recipient),
        isLanded: transfer.from.hasPulled(transfer.permit),
        isReturned: Object.values(accounts).some(
          (account) => transfer.from.sent(account, transfer.payer) > 0n,
        ),
      };
    }),
  );
}

function auditPayments({ route, paid, isReturned }: Fact): readonly string[] {
  return [
    ...(paid === 0n || paid === route.plan.output
      ? []
      : [`${route.id} was paid ${paid} of ${route.plan.output}`]),
    ...(paid > 0n && isReturned ? [`${route.id} was delivered and refunded`] : []),
  ];
}

async function auditBook(
  harness: ModelScene,
  chain: ModelChain,
  facts: readonly Fact[],
  isDeep: boolean,
): Promise<readonly string[]> {
  const toPay = facts.filter(
    ({ transfer, route, paid }) =>
      transfer.to === chain &&
      paid === 0n &&
      route.failure === null &&
      (isDeep || route.status !== 'DONE'),
  );
  const pulled = facts.filter(
    ({ transfer, route }) => transfer.from === chain && route.plan.pullTo === 'float',
  );
  const toReturn = pulled.filter(
    ({ transfer, paid, isLanded, isReturned }) =>
      isLanded &&
      paid === 0n &&
      !isReturned &&
      (isDeep || !transfer.to.wasPaid(transfer.recipient)),
  );
  const taken = pulled.filter(({ route, isLanded }) => route.credited !== null && !isLanded);
  const owed =
    sum(toPay.map(({ route }) => route.plan.output)) +
    sum(toReturn.map(({ transfer }) => transfer.units));
  const onItsWay = sum(taken.map(({ transfer }) => transfer.units));
  const held = chain.balance(accounts.float) + onItsWay + chain.mintsTaken(accounts.float);
  const free = await freeOn(harness, chain);
  return [
    ...free
      .filter((units) => units + owed > held)
      .map((units) => `${chain.ref} holds ${held}, owes ${owed} and takes ${units} for free`),
    ...(isDeep && onItsWay > 0n
      ? [`${chain.ref} counted on ${onItsWay} that a reorg could take`]
      : []),
  ];
}

/**
 * Lets everything come to its end: no recipient is refused any more, nothing is lost or late any
 * more, blocks come.
 */
export async function settleHarness(harness: ModelScene): Promise<void> {
  const { chains, custody, money, confirmations } = harness;
  custody.losesBroadcasts = false;
  for (const chain of chains) chain.refused.clear();
  for (const node of chains.flatMap(({ ref }) => custody.nodesOf(ref))) healNode(node);
  while (await harness.deliver(0)) {
    /* Every answer arrives. */
  }
  for (let turns = 0; turns < 60; turns += 1) {
    await harness.sweep();
    await harness.operate();
    for (const chain of chains) chain.mine(confirmations);
    await harness.work(60);
    const isOpen = (await money.store.reads.transactions.openTransactions()).length > 0;
    if (!isOpen && (await money.store.reads.transfers.counts()).open === 0) break;
  }
  for (const chain of chains) chain.mine(14);
  await harness.sweep();
  for (const chain of chains) await harness.read(chain);
}

/**
 * What is wrong when all is said and done: every transfer ended on one side to the unit, nothing is
 * reserved, free is what is there.
 */
export async function auditSettled(
  harness: ModelScene,
): Promise<{ readonly wrong: readonly string[]; readonly stages: readonly string[] }> {
  const facts = await factsOf(harness);
  const wrong = [...(await auditHarness(harness)), ...facts.flatMap(auditEnd)];
  for (const chain of harness.chains) {
    const [free] = await freeOn(harness, chain);
    if (free !== chain.balance(accounts.float))
      wrong.push(`${chain.ref} holds ${chain.balance(accounts.float)} and takes ${free} for free`);
    for (const account of [accounts.float, accounts.spender]) {
      for (const token of [modelToken, 'native']) {
        const left = (
          await harness.money.store.reads.transactions.reservations({
            chain: chain.ref,
            account,
            token,
          })
        ).filter((one) => one.state === 'open');
        wrong.push(...left.map((one) => `${one.id} of ${one.units} is still open`));
      }
    }
  }
  return { wrong, stages: facts.map(({ route }) => route.stage) };
}

function auditEnd({ transfer, route, paid }: Fact): readonly string[] {
  const { from, payer, units } = transfer;
  const left = from.balance(payer) + from.balance(purseOf(payer));
  const isDone =
    route.status === 'DONE' && paid === route.plan.output && left === payerAtStart - units;
  const isUndone = route.status === 'FAILED' && paid === 0n && left === payerAtStart;
  return isDone || isUndone
    ? []
    : [
        `${route.id} is ${route.status} ${route.stage}, its payer has ${left} left, its recipient ${paid}`,
      ];
}

function sum(units: readonly bigint[]): bigint {
  return units.reduce((total, one) => total + one, 0n);
}
