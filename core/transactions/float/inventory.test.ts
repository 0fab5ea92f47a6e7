import {
  asUnits,
  type BalanceReading,
  type Book,
  chainRef,
  evmAddress,
  evmChain,
  type TokenRef,
  type Units,
} from '@interline/kernel';
import type { Clock, CustodyPort, Inventory } from '@interline/ports';
import type { FloatTarget, TransactionView } from '../repository.ts';
import { floatTargets } from './float-targets.ts';
import { floatInventory } from './inventory.ts';
import { expect } from 'chai';

const base = evmChain(8453);
const float = evmAddress('0x3000000000000000000000000000000000000fed');
const spender = evmAddress('0x1000000000000000000000000000000000000abc');
const usdc: TokenRef = {
  chain: base,
  address: '0x833589fcd6edb6e08f4c7c32d4f71b54bda02913',
  symbol: 'USDC',
  decimals: 6,
  asset: 'USD',
};
const book: Book = { chain: base, account: float, token: usdc.address };
const { signal } = new AbortController();

describe("the float's inventory", () => {
  it("is free as far as the float's own book of the token shows, less what is reserved there", async () => {
    const { inventory, books } = floatWith({
      reading: { book, units: asUnits(1_000_000n), block: 100 },
      taken: 250_001n,
    });

    expect(await inventory.free(usdc, signal)).to.equal(749_999n);
    expect(books).to.deep.equal([book]);
  });

  it('is never negative', async () => {
    const { inventory } = floatWith({
      reading: { book, units: asUnits(1_000_000n), block: 100 },
      taken: 1_000_001n,
    });

    expect(await inventory.free(usdc, signal)).to.equal(0n);
  });

  it('has nothing free of a token whose book was never read', async () => {
    expect(await floatWith({ reading: null }).inventory.free(usdc, signal)).to.equal(0n);
  });

  it('has a target if the operator set one', () => {
    const { inventory } = floatWith({
      targets: new Map([
        ['eip155:8453/0x833589fcd6edb6e08f4c7c32d4f71b54bda02913', asUnits(5_000_000n)],
      ]),
    });

    expect(inventory.target(usdc)).to.equal(5_000_000n);
    expect(inventory.target({ ...usdc, address: 'native' })).to.equal(null);
    expect(inventory.target({ ...usdc, chain: evmChain(1) })).to.equal(null);
  });

  it("prefers an operator's order to the config's target, at the latest once the free amount is read", async () => {
    const { inventory } = floatWith({
      targets: new Map([[`${base}/${usdc.address}`, asUnits(5_000_000n)]]),
      ordered: [
        { chain: base, token: usdc.address, units: asUnits(7_000_001n), by: 'alice', sinceMs: 1 },
      ],
    });
    const before = inventory.target(usdc);

    await inventory.free(usdc, signal);

    expect([before, inventory.target(usdc)]).to.deep.equal([5_000_000n, 7_000_001n]);
  });

  it('reports what was spent of a budget on the current UTC day', async () => {
    const { inventory, budgets } = floatWith({
      nowMs: Date.UTC(2027, 0, 14, 23, 59, 59, 999),
      spent: asUnits(40n),
    });

    expect(await inventory.spentToday('subsidy:eip155:8453')).to.equal(40n);
    expect(budgets).to.deep.equal([['subsidy:eip155:8453', '2027-01-14']]);
  });

  it("requires the depth for an amount's value, and the depth of the highest value without a price", async () => {
    const { inventory } = floatWith({});
    const depthOf = (units: bigint) => inventory.confirmations(usdc, asUnits(units), signal);

    expect([await depthOf(100_000_000n), await depthOf(101_000_000n)]).to.deep.equal([2, 6]);
    const unpriced = floatWith({ dollars: null }).inventory;
    expect(await unpriced.confirmations(usdc, asUnits(1n), signal)).to.equal(6);
  });

  it('serves the chains that custody has accounts on', () => {
    const { inventory } = floatWith({});

    expect(
      [base, evmChain(1), chainRef('stellar:pubnet')].map((chain) => inventory.serves(chain)),
    ).to.deep.equal([true, false, false]);
    expect([base, evmChain(10)].map((chain) => inventory.absence(chain))).to.deep.equal([
      null,
      'no node of it is configured',
    ]);
  });
});

interface Case {
  readonly reading?: BalanceReading | null;
  readonly taken?: bigint;
  readonly targets?: ReadonlyMap<string, Units>;
  readonly ordered?: readonly FloatTarget[];
  readonly nowMs?: number;
  readonly spent?: Units;
  /** A token's price; null if it is unknown. */
  readonly dollars?: number | null;
}

function floatWith({
  reading = null,
  taken = 0n,
  targets = new Map(),
  ordered = [],
  nowMs = 0,
  spent = asUnits(0n),
  dollars = 1,
}: Case): {
  readonly inventory: Inventory;
  readonly books: readonly Book[];
  readonly budgets: readonly (readonly string[])[];
} {
  const books: Book[] = [];
  const budgets: (readonly string[])[] = [];
  const reader = {
    transactions: {
      holding: async (asked: Book) => {
        books.push(asked);
        return reading === null ? null : { reading, taken };
      },
      floatTargets: async () => ordered,
      spent: async (budget: string, day: string) => {
        budgets.push([budget, day]);
        return spent;
      },
    },
  } as unknown as TransactionView; // CAST: the reads that the inventory makes.
  const custody = {
    chains: [base],
    roles: () => ['spender', 'float'],
    account: (_chain: string, role: string) => (role === 'float' ? float : spender),
  } as Partial<CustodyPort> as CustodyPort; // CAST: the inventory uses nothing else of it.
  const clock = { now: () => nowMs, monotonic: () => nowMs } as Partial<Clock> as Clock; // CAST: it reads only the time.
  const store = { reads: reader };
  return {
    inventory: floatInventory({
      store,
      custody,
      clock,
      price: {
        priceOf: async () =>
          dollars === null
            ? Promise.reject(new Error('no price'))
            : { microUsd: BigInt(dollars) * 1_000_000n, asOfMs: nowMs },
      },
      policy: {
        finality: {
          '*': { tiers: [{ upToUsd: 100, confirmations: 2 }], confirmations: 6, finalDepth: 6 },
        },
      },
      absences: new Map([[evmChain(10), 'no node of it is configured']]),
      targets: floatTargets({ store, clock, configured: targets }),
    }),
    books,
    budgets,
  };
}
