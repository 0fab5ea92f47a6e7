import type { BookReads } from '@interline/core/books';
import { attentionStages } from '@interline/core/operations';
import type { TransferReads } from '@interline/core/transfer';
import { isNative, nativeAddress, type TokenList, type Units } from '@interline/kernel';
import type { CustodyPort, Inventory } from '@interline/ports';
import type { Meters } from './meters.ts';
import { Gauge } from 'prom-client';

export interface BookParts {
  readonly reader: {
    readonly books: Pick<BookReads, 'balance'>;
    readonly transfers: Pick<TransferReads, 'counts' | 'routesInStages'>;
  };
  readonly custody: Pick<CustodyPort, 'account' | 'chains'>;
  readonly inventory: Pick<Inventory, 'free'>;
  readonly tokens: Pick<TokenList, 'on'>;
}

const roles = ['spender', 'float'] as const;
const coinDecimals = 18;
const readWithinMs = 5_000;
/** Beyond that many it makes no difference. */
const waitingAtMost = 1_000;

/**
 * Gauges over the store's books, read when they are asked for: what is owed, the float, the gas.
 * No chain is asked.
 */
export function watchBooks(
  { registry }: Pick<Meters, 'registry'>,
  { reader, custody, inventory, tokens }: BookParts,
): void {
  const registers = [registry];
  new Gauge({
    name: 'interline_routes_open',
    help: 'Routes that still owe something; each has a job.',
    registers,
    async collect() {
      this.set((await reader.transfers.counts()).open);
    },
  });
  new Gauge({
    name: 'interline_routes_waiting',
    help: 'Routes that wait for a person, by stage.',
    labelNames: ['stage'],
    registers,
    async collect() {
      const stages = Object.keys(attentionStages);
      const routes = await reader.transfers.routesInStages(stages, waitingAtMost);
      for (const stage of stages)
        this.set({ stage }, routes.filter((route) => route.stage === stage).length);
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
      const books = custody.chains.flatMap((chain) => roles.map((account) => ({ chain, account })));
      const readings = await Promise.all(
        books.map(({ chain, account }) =>
          reader.books.balance({ chain, account: custody.account(account), token: nativeAddress }),
        ),
      );
      for (const [index, reading] of readings.entries()) {
        if (reading !== null) this.set({ ...books[index] }, inWhole(reading.units, coinDecimals));
      }
    },
  });
}

/** A gauge is a float, and no decision is made by it. */
function inWhole(units: Units | undefined, decimals: number): number {
  return Number(units ?? 0n) / 10 ** decimals;
}
