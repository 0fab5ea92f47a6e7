import type { Reads } from '@interline/core';
import type { ChainRef, Address } from '@interline/kernel';
import type { RouteRows } from './route-rows.ts';

/** What a service asks its store, and when. */
export interface Question {
  readonly name: string;
  /** How often a service without load asks it: each so many milliseconds, or per event. */
  readonly when: string;
  readonly ask: (reads: Reads) => Promise<unknown>;
}

/** What the questions are about: the lane of the copied route. */
export interface Subject {
  readonly routeId: string;
  readonly permit: Parameters<Reads['transfers']['routeByPermit']>[0];
  readonly chains: readonly ChainRef[];
  readonly account: Address;
  readonly float: Address;
  readonly token: Address;
  readonly payer: Address;
  readonly client: string;
  /** Of its pull. */
  readonly block: number;
  readonly nowMs: number;
}

export function questionsOn(subject: Subject): readonly Question[] {
  const { routeId, permit, chains, account, float, token, payer, client, block, nowMs } = subject;
  const [source, destination] = chains;
  if (source === undefined || destination === undefined) throw new Error('a lane has two chains');
  const each = async (ask: (chain: ChainRef) => Promise<unknown>): Promise<void> => {
    await Promise.all(chains.map(ask));
  };
  const of = { client, payer };
  const book = { chain: destination, account: float, token };
  return [
    // A request.
    { name: 'route', when: 'status', ask: ({ transfers }) => transfers.route(routeId) },
    {
      name: 'routeByPermit',
      when: 'execute',
      ask: ({ transfers }) => transfers.routeByPermit(permit),
    },
    {
      name: 'route, its transactions',
      when: 'order',
      ask: ({ transactions }) => transactions.transactionsOf(routeId),
    },
    {
      name: 'holding',
      when: 'commit',
      ask: ({ transactions }) => transactions.holding(book),
    },
    {
      name: 'pendingPullsOn',
      when: 'execute',
      ask: ({ transactions }) => transactions.pendingPullsOn(source),
    },
    {
      name: 'pendingPulls',
      when: 'execute',
      ask: ({ transactions }) => transactions.pendingPulls(source, token, payer),
    },
    {
      name: 'pullsAfter',
      when: 'execute',
      // All pulls of the copies are in one block; in a service the last blocks have the latest.
      ask: ({ transactions }) => transactions.pullsAfter(source, block),
    },
    {
      name: 'openPulls',
      when: 'execute',
      ask: ({ transactions }) => transactions.openPulls(source, { ...of, hasCode: false }),
    },
    {
      name: 'openPayouts',
      when: 'execute',
      ask: ({ transactions }) => transactions.openPayouts(destination, of),
    },
    {
      name: 'payoutsToCome',
      when: 'execute',
      ask: ({ transactions }) => transactions.payoutsToCome(destination, of),
    },
    {
      name: 'refundsToCome',
      when: 'execute',
      ask: ({ transactions }) => transactions.refundsToCome(source, of),
    },
    {
      name: 'openCalls',
      when: 'execute',
      ask: ({ transactions }) => transactions.openCalls(source, { engine: 'lifi', payer }),
    },
    {
      name: 'minedBefore',
      when: 'search',
      ask: ({ transactions }) => transactions.minedBefore(source, account, 1_000_000_000),
    },
    { name: 'recentRoutes', when: 'feed', ask: ({ transfers }) => transfers.recentRoutes(100) },
    {
      name: 'transferRecords',
      when: 'scorecard',
      ask: ({ transfers }) => transfers.transferRecords(nowMs - 30 * 86_400_000, 5_000),
    },
    // A duty.
    {
      name: 'unfolded',
      when: 'books',
      ask: ({ books }) => books.unfolded(500),
    },
    {
      name: 'unfinalBlocks',
      when: '2 s',
      ask: ({ transactions }) => each((chain) => transactions.unfinalBlocks(chain)),
    },
    {
      name: 'unawaitedTransactions',
      when: '2 s',
      ask: ({ transactions }) => each((chain) => transactions.unawaitedTransactions(chain)),
    },
    {
      name: 'unprovenSlots',
      when: '2 s',
      ask: ({ transactions }) => transactions.unprovenSlots(),
    },
    {
      name: 'openPage, resent',
      when: '5 s',
      ask: ({ transactions }) =>
        each((chain) =>
          transactions.openPage(chain, { age: { nowMs, leastMs: 5_000 }, after: null, limit: 100 }),
        ),
    },
    {
      name: 'owingRoutes, one page',
      when: '10 s',
      ask: ({ transfers }) => transfers.owingRoutes(100),
    },
    {
      name: 'archiveCandidates',
      when: '60 s',
      ask: ({ transfers }) =>
        transfers.archiveCandidates({
          endedBeforeMs: nowMs - 90 * 86_400_000,
          after: null,
          limit: 64,
        }),
    },
    {
      name: 'unsettledRoutes, one page',
      when: 'recovery',
      ask: ({ transfers }) => transfers.unsettledRoutes(200),
    },
    { name: 'openRebalances', when: '10 s', ask: ({ transfers }) => transfers.openRebalances() },
    { name: 'openByStage', when: 'scrape', ask: ({ transfers }) => transfers.openByStage() },
    {
      name: 'openTransactions, stuck',
      when: 'scrape',
      ask: ({ transactions }) => transactions.openTransactions({ isStuck: true }),
    },
    {
      name: 'routesPaidAtOnce',
      when: 'scrape',
      ask: ({ transactions }) => transactions.routesPaidAtOnce(),
    },
    // A person, or a start.
    {
      name: 'waitingRoutes',
      when: 'desk',
      ask: ({ transfers }) =>
        transfers.waitingRoutes(
          { stages: ['VERIFYING', 'OVERDUE'], acceptedBeforeMs: nowMs - 86_400_000 },
          100,
        ),
    },
    { name: 'madeUpRoutes', when: 'desk', ask: ({ transfers }) => transfers.madeUpRoutes() },
    {
      name: 'unexplainedTransactions',
      when: 'judge',
      ask: ({ transactions }) => transactions.unexplainedTransactions(source, account),
    },
    {
      name: 'openMulticall',
      when: 'batching',
      ask: ({ transactions }) => transactions.openMulticall(source, account),
    },
    {
      name: 'gasUsedLately',
      when: 'start',
      ask: ({ transactions }) => transactions.gasUsedLately(5_000),
    },
    {
      name: 'countUnsettled',
      when: 'keys',
      ask: ({ transfers }) => transfers.countUnsettled(account),
    },
    { name: 'counts', when: 'audit', ask: ({ transfers }) => transfers.counts() },
  ];
}

/** The lane and the people of the copied route; the copy that the single reads are about. */
export function subjectOf(
  rows: RouteRows,
  {
    routeId,
    permitKey,
    nowMs,
  }: {
    readonly routeId: string;
    readonly permitKey: string;
    readonly nowMs: number;
  },
): Subject {
  const [route] = rows['route'] ?? [];
  const effects = rows['effect'] ?? [];
  const of = (purpose: string) => effects.find((one) => one['purpose'] === purpose);
  const [chain = '', owner = '', nonce = '0'] = permitKey.split('/');
  // CAST: all of it was written by a store.
  return {
    routeId,
    permit: { chain, owner, nonce: BigInt(nonce) },
    chains: [of('pull')?.['chain'], of('payout')?.['chain']],
    account: of('pull')?.['account'],
    float: of('payout')?.['account'],
    token: (JSON.parse(String(of('payout')?.['expects'])) as { readonly token: string }).token,
    payer: owner,
    client: route?.['client'],
    block: of('pull')?.['mined_block'],
    nowMs,
  } as unknown as Subject;
}
