import type { BookReads } from '@interline/core/books';
import { kindOf, scopeKinds, type SwitchReads } from '@interline/core/switches';
import {
  type AccountRecord,
  type TransactionReads,
  unprovenAdvice,
} from '@interline/core/transactions';
import { type TransferReads, waitingStages } from '@interline/core/transfer';
import { type Book, isNative, nativeAddress, type TokenList, type Units } from '@interline/kernel';
import type { CustodyPort, Inventory } from '@interline/ports';
import { collectDefaultMetrics, Gauge } from 'prom-client';
import type { Meters } from './meters.ts';

interface BookParts {
  readonly reader: {
    readonly books: Pick<BookReads, 'balance' | 'checks'>;
    readonly transfers: Pick<TransferReads, 'openByStage'>;
  };
  readonly custody: Pick<CustodyPort, 'account' | 'chains' | 'roleOf' | 'roles'>;
  readonly inventory: Pick<Inventory, 'free'>;
  readonly tokens: Pick<TokenList, 'on'>;
}

/** The decimals of a coin that the chain's token list does not have. */
const coinDecimals = 18;
const readWithinMs = 5_000;

/**
 * Gauges over the store, read when the metrics are scraped: open routes, float, gas balances. They
 * use no network.
 */
export function watchBooks(
  { registry }: Pick<Meters, 'registry'>,
  { reader, custody, inventory, tokens }: BookParts,
): void {
  const registers = [registry];
  const decimalsOf = ({ chain, token }: Book): number =>
    tokens.on(chain).find(({ address }) => address === token)?.decimals ?? coinDecimals;
  const symbolOf = ({ chain, token }: Book): string =>
    tokens.on(chain).find(({ address }) => address === token)?.symbol ?? token;
  new Gauge({
    name: 'interline_routes_open',
    help: 'Routes that still owe something; each has a job.',
    registers,
    async collect() {
      const byStage = await reader.transfers.openByStage();
      this.set([...byStage.values()].reduce((sum, routes) => sum + routes, 0));
    },
  });
  new Gauge({
    name: 'interline_routes_waiting',
    help: 'Routes that wait for a person, by stage.',
    labelNames: ['stage'],
    registers,
    async collect() {
      const byStage = await reader.transfers.openByStage();
      for (const stage of waitingStages) this.set({ stage }, byStage.get(stage) ?? 0);
    },
  });
  new Gauge({
    name: 'interline_float_free_tokens',
    help: 'Free float, in whole tokens.',
    labelNames: ['chain', 'token'],
    registers,
    async collect() {
      const floated = custody.chains
        .flatMap((chain) => tokens.on(chain))
        .filter((token) => !isNative(token));
      const free = await Promise.all(
        floated.map((token) => inventory.free(token, AbortSignal.timeout(readWithinMs))),
      );
      this.reset();
      // Two tokens of one symbol share a line.
      for (const [index, { chain, symbol, decimals }] of floated.entries())
        this.inc({ chain, token: symbol }, inWhole(free[index], decimals));
    },
  });
  new Gauge({
    name: 'interline_gas_balance_coins',
    help: "What our accounts hold of a chain's coin, as it was last read.",
    labelNames: ['chain', 'account'],
    registers,
    async collect() {
      const books = custody.chains.flatMap((chain) =>
        custody.roles(chain).map((account) => ({ chain, account })),
      );
      const readings = await Promise.all(
        books.map(({ chain, account }) =>
          reader.books.balance({
            chain,
            account: custody.account(chain, account),
            token: nativeAddress,
          }),
        ),
      );
      for (const [index, reading] of readings.entries()) {
        if (reading !== null)
          this.set({ ...books[index] }, inWhole(reading.units, decimalsOf(reading.book)));
      }
    },
  });
  new Gauge({
    name: 'interline_books_deficit_tokens',
    help: 'What a chain shows less on our account than the books, in whole tokens.',
    labelNames: ['chain', 'account', 'token'],
    registers,
    async collect() {
      this.reset();
      for (const { book, deficit } of await reader.books.checks()) {
        const account = custody.roleOf(book.account) ?? 'former';
        // Two tokens of one symbol share a line.
        this.inc(
          { chain: book.chain, account, token: symbolOf(book) },
          inWhole(deficit, decimalsOf(book)),
        );
      }
    },
  });
  new Gauge({
    name: 'interline_books_reconciled_timestamp_seconds',
    help: "When a chain's holdings were last compared with the books.",
    labelNames: ['chain'],
    registers,
    async collect() {
      const checks = await reader.books.checks();
      for (const [chain, of] of Map.groupBy(checks, ({ book }) => book.chain))
        this.set({ chain }, Math.max(...of.map(({ atMs }) => atMs)) / 1_000);
    },
  });
}

/** A gauge is a floating-point number, and no decision depends on it. */
export function inWhole(units: Units | undefined, decimals: number): number {
  return Number(units ?? 0n) / 10 ** decimals;
}

interface AccountParts {
  readonly reader: {
    readonly transactions: Pick<
      TransactionReads,
      'accounts' | 'openTransactions' | 'unprovenSlots'
    >;
  };
  readonly custody: Pick<CustodyPort, 'account' | 'chains' | 'roleOf' | 'roles'>;
}

/** Gauges over our accounts' queues of slots, one line for each chain and account. */
export function watchAccounts(
  { registry }: Pick<Meters, 'registry'>,
  { reader, custody }: AccountParts,
): void {
  accountGauge(
    'interline_account_in_flight',
    'Slots that were given out and are in no block yet.',
    ({ nextSlot, lastMined }) => Math.max(0, nextSlot - lastMined - 1),
  );
  accountGauge(
    'interline_account_stopped',
    '1 where nothing new is sent while the store and the chain disagree.',
    ({ stopped }) => (stopped === null ? 0 : 1),
  );

  new Gauge({
    name: 'interline_account_stuck',
    help: 'Transactions that no higher fee can help below the cap; what is behind them waits.',
    labelNames: ['chain', 'account'],
    registers: [registry],
    async collect() {
      const { transactions } = reader;
      this.reset();
      for (const queue of await transactions.accounts())
        this.set({ chain: queue.chain, account: roleOf(queue) }, 0);
      for (const one of await transactions.openTransactions({ isStuck: true }))
        this.inc({ chain: one.chain, account: roleOf(one) });
    },
  });
  new Gauge({
    name: 'interline_slots_unproven',
    help: 'Consumed slots of ours whose end the nodes do not show, by why; receipt-owed: ours is in a block.',
    labelNames: ['chain', 'reason'],
    registers: [registry],
    async collect() {
      this.reset();
      for (const chain of custody.chains)
        for (const reason of Object.keys(unprovenAdvice)) this.set({ chain, reason }, 0);
      for (const { chain, reason } of await reader.transactions.unprovenSlots())
        this.inc({ chain, reason });
    },
  });

  function accountGauge(
    name: string,
    help: string,
    valueOf: (queue: AccountRecord) => number,
  ): void {
    new Gauge({
      name,
      help,
      labelNames: ['chain', 'account'],
      registers: [registry],
      async collect() {
        for (const queue of await reader.transactions.accounts())
          this.set({ chain: queue.chain, account: roleOf(queue) }, valueOf(queue));
      },
    });
  }

  /** Never the address. An account that was ours before a change of keys is called `former`. */
  function roleOf({ account }: Pick<AccountRecord, 'account'>): string {
    return custody.roleOf(account) ?? 'former';
  }
}

/** How many scopes an operator has paused or drains, by their kind. */
export function watchSwitches(
  { registry }: Pick<Meters, 'registry'>,
  reader: { readonly switches: SwitchReads },
): void {
  new Gauge({
    name: 'interline_switches',
    help: 'Scopes that accept nothing new by an order of the operator.',
    labelNames: ['kind', 'state'],
    registers: [registry],
    async collect() {
      const switches = await reader.switches.switches();
      for (const kind of scopeKinds)
        for (const state of ['paused', 'draining'] as const) {
          const found = switches.filter((one) => one.state === state && kindOf(one.scope) === kind);
          this.set({ kind, state }, found.length);
        }
    },
  });
}

/**
 * Memory, processor, descriptors, garbage collection and the event loop's delay, under their usual
 * names. It cannot be stopped, so call it once per process.
 */
export function watchProcess({ registry }: Pick<Meters, 'registry'>): void {
  collectDefaultMetrics({ register: registry });
}
