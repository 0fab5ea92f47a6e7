import { systemClock } from '@interline/adapters/clock';
import { memoryRateLimiter } from '@interline/adapters/rate-limiter';
import { systemEntropy } from '@interline/adapters/entropy';
import type { Store } from '@interline/adapters/store';
import { announcingStore } from '@interline/core';
import { invoices } from '@interline/core/passes';
import type { TransactionPorts } from '@interline/core/transactions';
import {
  asUnits,
  type ChainRef,
  evmAddress,
  evmChain,
  nativeAddress,
  RelayError,
  TokenList,
} from '@interline/kernel';
import type {
  Clock,
  CustodyPort,
  Inventory,
  PaymentAddressPort,
  TokenIssuerPort,
} from '@interline/ports';
import { collectedLog } from '../contract/custody/collected-log.ts';
import { believed } from '../support/believed-clock.ts';
import { type Mint, mintOn } from './mint-on.ts';

export type Invoices = ReturnType<typeof invoices.create>;

export const base = evmChain(8_453);
export const usdc = evmAddress('0x833589fcd6edb6e08f4c7c32d4f71b54bda02913');

/** One chain in the hand of a test: what its addresses hold at each block. */
export class ScriptedPayments implements PaymentAddressPort {
  chains: readonly ChainRef[] = [base];
  /** Those that do not answer. */
  readonly dead = new Set<ChainRef>();
  /** How many addresses were read, in how many looks. */
  reads = 0;
  looks = 0;
  /** Of the newest block, whose number is `blocks.length - 1`. */
  readonly blocks: { readonly timestampSec: number; readonly held: ReadonlyMap<string, bigint> }[] =
    [];

  constructor(timestampSec: number) {
    this.blocks.push({ timestampSec, held: new Map() });
  }

  mine(timestampSec: number, changes: Readonly<Record<string, bigint>> = {}): void {
    const last = this.blocks.at(-1)?.held ?? new Map<string, bigint>();
    this.blocks.push({ timestampSec, held: new Map([...last, ...Object.entries(changes)]) });
  }

  /** A reorg takes so many blocks. */
  drop(blocks: number): void {
    this.blocks.splice(-blocks);
  }

  addressOf(chain: ChainRef, id: string) {
    const account = evmAddress(`0x${'1'.repeat(40)}`);
    return {
      chain,
      address: evmAddress(`0x${id.slice(4).padEnd(40, '0')}`),
      collector: account,
      recipient: account,
    };
  }
  uriOf(): string {
    return '';
  }
  async isServed(): Promise<boolean> {
    return true;
  }
  async missingFor(): Promise<null> {
    return null;
  }
  collecting(): never {
    throw new Error('nothing is collected here');
  }
  toAuthorize(): never {
    throw new Error('nothing is signed here');
  }
  authorized(): never {
    throw new Error('nothing is signed here');
  }
  async seenAt(
    chain: ChainRef,
    watched: readonly { readonly address: string; readonly depth: number }[],
  ) {
    if (!this.chains.includes(chain)) throw new RangeError(`${chain} has no payment addresses`);
    this.reads += watched.length;
    this.looks += 1;
    if (this.dead.has(chain)) throw new RelayError('CHAIN_UNREACHABLE', { chain });
    return watched.map(({ address, depth }) => {
      const block = Math.max(0, this.blocks.length - depth);
      const at = this.blocks[block];
      return {
        shown: asUnits(this.blocks.at(-1)?.held.get(address) ?? 0n),
        deep:
          (at && {
            units: asUnits(at.held.get(address) ?? 0n),
            block,
            timestampSec: at.timestampSec,
          }) ||
          null,
      };
    });
  }
}

interface Scene {
  readonly store: Store;
  readonly issuer: TokenIssuerPort;
  readonly payments: PaymentAddressPort;
  readonly clock?: Clock;
  /** Left out, what the clock says. */
  readonly sureTime?: { now(): Promise<number> };
  /** Left out, of the same store and issuer. */
  readonly passes?: Pick<Mint, 'ring'>;
  /** What an ether costs, in dollars. */
  readonly dollars?: () => bigint;
  /** The chain's newest block, for what must be final: three blocks below it. */
  readonly head?: () => number;
}

/** The module as a process has it, on a store that others may share. Ten dollars need two blocks, more need four. */
export function invoicesOn({
  store,
  issuer,
  payments,
  clock = systemClock,
  sureTime = believed(clock),
  passes = mintOn(store, issuer, clock),
  dollars = () => 2_000n,
  head = () => 0,
}: Scene): Invoices {
  const token = { chain: base, decimals: 18, symbol: 'ETH', asset: 'ETH', address: nativeAddress };
  const inventory: Pick<Inventory, 'confirmations'> = {
    confirmations: async ({ decimals }, units) =>
      (decimals === 6 ? units : (units * dollars()) / 10n ** 12n) <= 10_000_000n ? 2 : 4,
  };
  return invoices.create({
    store: announcingStore(store, clock),
    issuer,
    payments,
    // CAST: what is not collected needs no more.
    custody: {
      observe: async () => ({ block: head(), transactions: [] }),
    } as unknown as CustodyPort,
    passes,
    deposits: { chains: [] },
    rateLimiter: memoryRateLimiter(clock),
    // CAST: nothing is paid by a route.
    transfer: {} as Parameters<typeof invoices.create>[0]['transfer'],
    transactions: {
      inventory: inventory as Inventory,
      ports: {
        policy: { finality: { '*': { tiers: [], confirmations: 1, finalDepth: 3 } } },
      } as unknown as TransactionPorts,
    },
    price: {
      priceOf: async ({ asset }) => ({
        microUsd: (asset === 'USD' ? 1n : dollars()) * 1_000_000n,
        asOfMs: clock.now(),
      }),
    },
    tokens: new TokenList([
      token,
      { chain: base, decimals: 6, symbol: 'USDC', asset: 'USD', address: usdc },
    ]),
    clock,
    sureTime,
    entropy: systemEntropy,
    log: collectedLog(),
    lifetime: new AbortController().signal,
    deployment: { passes: { enabled: true }, limits: { scale: 1 } },
  });
}
