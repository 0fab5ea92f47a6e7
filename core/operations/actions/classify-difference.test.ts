import { asUnits, evmAddress, evmChain, RelayError } from '@interline/kernel';
import type { Check, Entry } from '../../books/index.ts';
import type { OperationUnit } from '../repository.ts';
import { classifyFound, type ClassifyInput } from './classify-difference.ts';
import { expect } from 'chai';

const chain = evmChain(8453);
const float = evmAddress('0x00000000000000000000000000000000000000f1');
const former = evmAddress('0x00000000000000000000000000000000000000f2');
const { signal } = new AbortController();
const facts = { by: 'alice', reason: 'a stray transfer', atMs: 7 };
const deficit: ClassifyInput = {
  chain,
  role: 'float',
  account: null,
  token: '0x70',
  of: 'deficit',
  as: 'losses',
  units: null,
};

describe('an operator who classifies a difference in the books', () => {
  it('sees what would change, and a dry run posts nothing', async () => {
    const world = given(100n);

    const { before, after } = await world.action.plan({ ...deficit, units: asUnits(40n) }, signal);

    expect([before, after]).to.deep.equal([{ deficit: '100' }, { deficit: '60', losses: '40' }]);
    expect([world.posted, world.check.deficit]).to.deep.equal([[], 100n]);
  });

  it('clears the deficit and posts a balanced entry, of the part or of the whole', async () => {
    const part = given(100n);
    const whole = given(100n);

    await part.order({ ...deficit, units: asUnits(40n) });
    const done = await whole.order(deficit);

    expect([part.check.deficit, part.check.appeared]).to.deep.equal([60n, appeared]);
    expect([whole.check.deficit, whole.check.appeared]).to.deep.equal([0n, null]);
    expect([done.after, done.result]).to.deep.equal([{ deficit: '0', losses: '100' }, 100n]);
    expect(
      whole.posted.map(({ id, lines }) => [id, lines.map(({ kind, units }) => [kind, units])]),
    ).to.deep.equal([
      [
        `classified/${chain}/0x00000000/0x70/7`,
        [
          ['float', -100n],
          ['losses', 100n],
        ],
      ],
    ]);
  });

  it('is refused if there is no deficit, or one unit less than named', async () => {
    const codes: string[] = [];
    for (const [found, units] of [
      [0n, null],
      [100n, asUnits(101n)],
      [100n, asUnits(0n)],
      [100n, asUnits(100n)],
    ] as const) {
      const world = given(found);
      codes.push(
        await world.action.plan({ ...deficit, units }, signal).then(
          () => 'planned',
          (error: unknown) => (error instanceof RelayError ? error.code : String(error)),
        ),
      );
    }

    expect(codes).to.deep.equal(['WRONG_STATE', 'WRONG_STATE', 'WRONG_STATE', 'planned']);
  });

  it('is refused in the unit if another order has cleared the deficit meanwhile', async () => {
    const world = given(100n);
    const plan = await world.action.plan(deficit, signal);
    await world.order(deficit);

    const refused: unknown = await world.perform(plan).catch((error: unknown) => error);

    expect(refused).to.include({ code: 'WRONG_STATE' });
    expect(world.posted).to.have.length(1);
  });
});

describe('a deficit that cannot be classified as it is', () => {
  it('may be on a former account, if the order names it, and is then balanced', async () => {
    const world = given(100n, { holder: former });

    const inUse: unknown = await world.order(deficit).catch((error: unknown) => error);
    const done = await world.order({ ...deficit, account: former });
    const stranger: unknown = await world
      .order({ ...deficit, account: evmAddress(`0x${'99'.repeat(20)}`) })
      .catch((error: unknown) => error);

    expect(inUse).to.include({ code: 'WRONG_STATE' });
    expect([done.result, world.check.deficit]).to.deep.equal([100n, 0n]);
    expect(world.posted[0]?.lines[0]?.holder).to.equal(former);
    expect(stranger).to.include({ code: 'BAD_REQUEST' });
  });

  it('waits while an account on its chain is stopped, or the chain counts more of its transactions than the store', async () => {
    const refusals: unknown[] = [];
    for (const state of [{ stopped: 'store-behind: 3' }, { chainSlots: 9 }, { chainSlots: 8 }])
      refusals.push(
        await given(100n, state)
          .order(deficit)
          .then(
            ({ result }) => result,
            (error: unknown) => (error instanceof RelayError ? error.code : error),
          ),
      );

    expect(refusals).to.deep.equal(['WRONG_STATE', 'WRONG_STATE', 100n]);
  });

  it('is reduced by gas that was read late and booked since it was seen', async () => {
    const all = given(100n, { bookedSince: 100n });
    const part = given(100n, { bookedSince: 40n });

    const refused: unknown = await all.order(deficit).catch((error: unknown) => error);
    const done = await part.order(deficit);

    expect(refused).to.include({ code: 'WRONG_STATE' });
    expect([all.posted, done.result]).to.deep.equal([[], 60n]);
  });
});

const appeared = { after: 5, by: 6, sinceMs: 1 };

/** A deficit of a float on the chain, and the entries posted about it. */
function given(
  found: bigint,
  {
    holder = float,
    stopped = null,
    chainSlots = 8,
    bookedSince = 0n,
  }: {
    readonly holder?: typeof float;
    readonly stopped?: string | null;
    readonly chainSlots?: number;
    /** Posted after the deficit was seen, for its block or an older one. */
    readonly bookedSince?: bigint;
  } = {},
) {
  const posted: Entry[] = [];
  const book = { chain, account: holder, token: '0x70' };
  let check: Check = {
    book,
    units: asUnits(900n),
    block: 7,
    blockHash: '0x00',
    deficit: asUnits(found),
    appeared: found === 0n ? null : appeared,
    goodBlock: 5,
    atMs: 2,
  };
  const books = {
    check: async ({ account }: { readonly account: string }) => (account === holder ? check : null),
    runningBalances: async () => [
      { kind: 'float', chain, token: '0x70', holder, units: 900n + found - bookedSince },
    ],
    unfolded: async () => posted,
    entriesAbove: async () => [],
    async putCheck(next: Check) {
      check = next;
    },
    async post(entry: Entry) {
      posted.push(entry);
      return true;
    },
  };
  const record = { chain, account: float, stopped, nextSlot: 8 };
  const transactions = { accounts: async () => [record], account: async () => record };
  // CAST: the parts of the books and accounts that the order uses.
  const tx = { books, transactions } as unknown as OperationUnit;
  const keys = { queue: async () => ({ pending: chainSlots }) };
  const action = classifyFound({
    store: { reads: tx },
    // CAST: the custody methods that the order uses.
    custody: {
      ...keys,
      roles: () => ['float'],
      account: () => float,
      roleOf: (account: string) => (account === float ? 'float' : null),
      former: [
        {
          ...keys,
          roles: () => ['float'],
          account: () => former,
          roleOf: (account: string) => (account === former ? 'float' : null),
        },
      ],
    } as never,
  });
  type Plan = Awaited<ReturnType<typeof action.plan>>;
  const perform = (plan: Plan) =>
    action.perform.in === 'one-unit'
      ? action.perform.run(tx, plan, facts)
      : expect.fail('it takes one unit');
  return {
    action,
    posted,
    perform,
    order: async (input: ClassifyInput) => perform(await action.plan(input, signal)),
    get check() {
      return check;
    },
  };
}
