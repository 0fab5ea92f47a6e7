import { join } from 'node:path';
import { openStore, type Store } from '@interline/adapters/store';
import type { IdempotentAnswer } from '@interline/core/idempotency';
import {
  type LeasedTick,
  type PrimitiveCaller,
  type PrimitivePolicy,
  primitives,
  type PrimitiveTerms,
} from '@interline/core/primitives';
import type { ExecuteRequest, Execution, Route } from '@interline/core/transfer';
import {
  asAmount,
  asUnits,
  defaultSlippage,
  evmAddress,
  evmChain,
  type Price,
  RelayError,
  TokenList,
  type TokenRef,
} from '@interline/kernel';
import type { Log } from '@interline/ports';
import { temporaryFolder } from '../contract/store-temporary-folder.ts';
import { stockRail } from '../support/stock-rail.ts';
import { railRegistry } from '@interline/plugins';

export const startMs = 1_800_000_000_000;
export const anyone: PrimitiveCaller = { client: 'c_1', isOperator: false };
export const operator: PrimitiveCaller = { client: 'c_0', isOperator: true, operator: 'operator' };

const base = evmChain(8453);
const arbitrum = evmChain(42161);
const usdc = (chain: TokenRef['chain']): TokenRef => ({
  chain,
  address: '0x833589fcd6edb6e08f4c7c32d4f71b54bda02913',
  symbol: 'USDC',
  decimals: 6,
  asset: 'USD',
});
export const ether: TokenRef = {
  chain: base,
  address: 'native',
  symbol: 'ETH',
  decimals: 18,
  asset: 'ETH',
};
const account = evmAddress('0x3000000000000000000000000000000000000003');

export const terms: PrimitiveTerms = {
  quote: {
    lane: { from: base, to: arbitrum },
    from: usdc(base),
    to: usdc(arbitrum),
    amount: asAmount(25_000_000n),
    payer: account,
    recipient: evmAddress('0x1111111111111111111111111111111111111111'),
    slippage: defaultSlippage,
  },
  excludeRails: [],
};

const quiet: Log = {
  debug: () => undefined,
  info: () => undefined,
  warn: () => undefined,
  error: () => undefined,
  child: () => quiet,
};

/** The primitives' use cases on a real store in a file, under a clock that is set by hand. */
export class TickingWorld {
  nowMs = startMs;
  price: Price | null = null;
  readonly executed: ExecuteRequest[] = [];
  /** Routes by the name of their run, as the real use case keeps them. */
  readonly routes = new Map<string, string>();
  /** Thrown instead of an answer, as often as there are entries. */
  readonly faults: Error[] = [];
  /** The next live run's route is accepted, and the answer to that is lost. */
  isNextAnswerLost = false;
  /** Happens inside the next run, before it answers. */
  meanwhile: (() => Promise<void>) | null = null;
  readonly #folder = temporaryFolder();
  policy: PrimitivePolicy;
  readonly #stop = new AbortController();
  #store: Store | null = null;
  #drawn = 0;

  constructor(policy: Partial<PrimitivePolicy> = {}) {
    this.policy = { isLive: false, mostPerClient: 100, mostInAll: 1_000, ...policy };
  }

  async open(): Promise<this> {
    this.#store = await openStore({ file: join(this.#folder.path, 'journal.db') });
    return this;
  }

  async restart(): Promise<void> {
    await this.store.close();
    await this.open();
  }

  async close(): Promise<void> {
    await this.store.close();
    this.#folder.remove();
  }

  get store(): Store {
    if (this.#store === null) throw new Error('the world is not open');
    return this.#store;
  }

  get createSchedule() {
    return this.#useCases().createSchedule;
  }
  get createConditional() {
    return this.#useCases().createConditional;
  }
  get planBatch() {
    return this.#useCases().planBatch;
  }
  get readRecord() {
    return this.#useCases().readRecord;
  }
  get cancelRecord() {
    return this.#useCases().cancelRecord;
  }

  claim(): Promise<readonly LeasedTick[]> {
    return this.store.run('claim-ticks', (tx) =>
      tx.primitives.leaseTicks({ nowMs: this.nowMs, leaseMs: 30_000, limit: 16 }),
    );
  }

  run(tick: LeasedTick): Promise<void> {
    return this.#useCases().runTick(tick, this.#stop.signal);
  }

  /** What one worker does when it wakes. */
  async turn(): Promise<number> {
    const ticks = await this.claim();
    await Promise.all(ticks.map((tick) => this.run(tick)));
    return ticks.length;
  }

  /** Turns until nothing is due, at most so many times. */
  async settle(mostTurns = 50): Promise<void> {
    for (let turns = 0; turns < mostTurns && (await this.turn()) > 0; turns += 1);
  }

  stop(): void {
    this.#stop.abort();
  }

  #useCases() {
    return primitives.create({
      store: {
        run: (name, work) => this.store.run(name, work),
        reads: {
          ...this.store.reads,
          idempotency: {
            ...this.store.reads.idempotency,
            idempotent: async (key) => this.#idempotent(key),
          },
          transfers: { ...this.store.reads.transfers, route: async (id) => this.#route(id) },
        },
      },
      custody: { account: () => account, roleOf: () => null, former: [], batchExecutor: account },
      tokens: new TokenList([usdc(base), usdc(arbitrum), ether]),
      registry: railRegistry([stockRail()]),
      price: { priceOf: async () => this.price },
      clock: { now: () => this.nowMs },
      entropy: { hex: (bytes) => (this.#drawn += 1).toString(16).padStart(bytes * 2, '0') },
      log: quiet,
      transfer: { executeRoute: (request) => this.#execute(request) },
      deployment: { primitives: this.policy },
      lifetime: this.#stop.signal,
    });
  }

  #idempotent(key: string): IdempotentAnswer | null {
    const routeId = this.routes.get(key);
    return routeId === undefined ? null : { key, bodyHash: key, routeId, atMs: this.nowMs };
  }

  #route(id: string): Route | null {
    // CAST: a run notes only the route's id and rail.
    return [...this.routes.values()].includes(id) ? ({ id, rail: 'stock' } as Route) : null;
  }

  async #execute(request: ExecuteRequest): Promise<Execution> {
    this.executed.push(request);
    const during = this.meanwhile;
    this.meanwhile = null;
    await during?.();
    const fault = this.faults.shift();
    if (fault !== undefined) throw fault;
    const quote = {
      kind: 'firm' as const,
      rail: 'stock',
      bridge: 'stock',
      via: [],
      input: request.quote.amount,
      output: asUnits(24_980_000n),
      minOutput: asUnits(24_980_000n),
      fee: asUnits(20_000n),
      durationSec: 3,
      expiresAtMs: this.nowMs + 30_000,
      memo: {},
    };
    if (request.dryRun)
      return {
        kind: 'dry',
        rankedOffers: [{ railPackage: 'stock', quote }],
        refusals: [],
        note: 'rehearsal',
      };
    if (!request.isOperator) throw new RelayError('OPERATOR_ONLY');
    const name = request.idempotency?.key ?? 'unnamed';
    this.routes.set(name, this.routes.get(name) ?? `rt_${this.routes.size}`);
    if (this.isNextAnswerLost) {
      this.isNextAnswerLost = false;
      throw new RelayError('STORE_DOWN');
    }
    const id = this.routes.get(name) ?? '';
    // CAST: a run notes only the route's id and rail.
    return { kind: 'route', route: { id, rail: 'stock' } } as Execution;
  }
}
