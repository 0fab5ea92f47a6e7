import { setTimeout as pause } from 'node:timers/promises';
import { ServiceError, textField } from '@interline/cli';
import { isStoreBehind } from '@interline/core/transactions';
import type { Route } from '@interline/core/transfer';
import { chainFacts } from './chain-facts.ts';
import type { GuardedService } from './guarded-service.ts';
import { isOver } from './is-over.ts';
import { judgedBooks } from './judged-books.ts';
import type { BooksAudit, StoreAudit } from './process-messages.ts';
import type { ChainFacts, RunFacts, TransferFacts } from './run-facts.ts';
import type { RunScene } from './run-scene.ts';
import type { RunTransfer } from './run-transfer.ts';
import type { SendOutcome } from './send-until-answered.ts';
import type { ServiceProcess } from './service-process.ts';
import { transactionWaits } from './waits-for-person.ts';
import { longestWaitMs } from '../support/longest-wait.ts';

const lookEveryMs = 40;

/** Everything that a verdict needs, from the chains and from a process that is alive. */
export async function gatherFacts(
  { service, chains, transfers, before }: RunScene,
  alive: ServiceProcess,
  outcomes: readonly SendOutcome[],
  wasRestored: boolean,
): Promise<RunFacts> {
  const { accounts } = service;
  const people = [...new Set(transfers.flatMap(({ payer, recipient }) => [payer, recipient]))];
  const readChains = (): Promise<readonly ChainFacts[]> =>
    Promise.all(
      chains.map((chain, index) => {
        const since = before[index] ?? { block: 0, float: 0n };
        return chainFacts(chain, since, accounts, people, async (account) =>
          wasRestored
            ? (await alive.strangers(await chain.sentSince(since.block, account))).length
            : 0,
        );
      }),
    );
  const readBooks = async ({ routes, audit }: StoreAtRest): Promise<BooksAudit | null> => {
    const isWhole =
      !wasRestored || routes.every((route) => route === null || route.phase === 'ended');
    return isWhole && audit.accounts.every(({ stopped }) => stopped === null)
      ? judgedBooks(alive)
      : null;
  };
  const atRest = (): Promise<StoreAtRest> => storeAtRest(alive, transfers, outcomes, wasRestored);
  const { store, chains: chainsThen, books } = await onePicture(atRest, readChains, readBooks);
  const told = await Promise.all(
    transfers.map((one, index) =>
      transferFacts(service, alive, one, outcomes[index], store.routes[index] ?? null),
    ),
  );
  return {
    wasRestored,
    transfers: told,
    accounts,
    audit: store.audit,
    chains: chainsThen,
    books,
  };
}

/** An account may run again, and its routes with it, between a look at the one and at the other. */
interface StoreAtRest {
  readonly routes: readonly (Route | null)[];
  readonly audit: StoreAudit;
}

/**
 * The store, its books and the chains at one moment: an account's delegation may be committed and
 * mined between the reading of the one and of the other.
 */
async function onePicture(
  readStore: () => Promise<StoreAtRest>,
  readChains: () => Promise<readonly ChainFacts[]>,
  readBooks: (store: StoreAtRest) => Promise<BooksAudit | null>,
): Promise<{ readonly store: StoreAtRest } & Pick<RunFacts, 'chains' | 'books'>> {
  const giveUpAtMs = performance.now() + longestWaitMs;
  for (let before = await readStore(); ;) {
    const chains = await readChains();
    const books = await readBooks(before);
    const store = await readStore();
    if (movesOf(store) === movesOf(before) || performance.now() > giveUpAtMs)
      return { store, chains, books };
    before = store;
  }
}

/** Equal where no account was allotted a slot in between, stopped or ran again, and no route moved. */
function movesOf({ routes, audit: { accounts } }: StoreAtRest): string {
  const slots = accounts.map(
    ({ chain, account, nextSlot, stopped }) => `${chain} ${account} ${nextSlot} ${stopped}`,
  );
  return [...slots.toSorted(), ...routes.map((route) => `${route?.id} ${route?.version}`)].join();
}

/**
 * What no route waits for, such as an allowance beside its pull or an account's delegation, is
 * settled by a sweep that has its own pace. An audit reads one thing after another, so what settled
 * in between still has its reservation in it and is no longer among the open transactions.
 */
async function storeAtRest(
  alive: ServiceProcess,
  transfers: RunScene['transfers'],
  outcomes: readonly SendOutcome[],
  wasRestored: boolean,
): Promise<StoreAtRest> {
  const keys = transfers.map(({ key }) => key);
  const giveUpAtMs = performance.now() + longestWaitMs;
  for (;;) {
    const routes = await alive.routes(keys);
    const routeIds = routes.flatMap((route) => (route === null ? [] : [route.id]));
    const audit = await alive.audit(routeIds);
    const standsStill = wasRestored && audit.accounts.some(({ stopped }) => isStoreBehind(stopped));
    const isUnderWay = transfers.some((transfer, index) => {
      const sent = { route: routes[index] ?? null, outcome: outcomes[index] };
      return !isOver(transfer, sent, wasRestored ? audit : null);
    });
    const isMoving =
      isUnderWay ||
      audit.openTransactions.some((one) => !wasRestored || !transactionWaits(one, routes, audit)) ||
      (!standsStill && audit.books.some(({ open }) => open.length > 0));
    if (!isMoving || performance.now() > giveUpAtMs) return { routes, audit };
    await pause(lookEveryMs);
  }
}

/** Nothing where it is refused. */
async function askOnce(
  client: GuardedService['client'],
  body: RunTransfer['body'],
): Promise<readonly string[]> {
  try {
    return [textField(await client.post('/api/route/execute', body), 'id')];
  } catch (error) {
    if (error instanceof ServiceError) return [];
    throw error;
  }
}

async function transferFacts(
  { client }: GuardedService,
  alive: ServiceProcess,
  { plan, payer, recipient, body }: RunTransfer,
  outcome: SendOutcome | undefined,
  route: Route | null,
): Promise<TransferFacts> {
  // Asked once more after the end, the same body still gets the same route.
  const again = route === null ? [] : await askOnce(client, body);
  const movedAtMs = route === null ? undefined : alive.movedAtMs.get(route.id);
  const stoodUntilMs =
    movedAtMs ?? (route !== null && route.phase !== 'ended' ? performance.now() : null);
  return {
    plan,
    payer,
    recipient,
    route,
    refusals: outcome?.refusals ?? [],
    answers: [outcome?.id ?? null, ...again].filter((id) => id !== null),
    receipt: route === null ? null : await client.get(`/api/route/status?id=${route.id}`),
    movedAfterMs: stoodUntilMs === null ? null : Math.max(0, stoodUntilMs - alive.readyAtMs()),
  };
}
