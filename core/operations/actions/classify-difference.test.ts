import { asUnits, evmAddress, evmChain, RelayError } from '@interline/kernel';
import type { Check, Entry } from '../../books/index.ts';
import type { OperationUnit } from '../repository.ts';
import { classifyFound, type ClassifyInput } from './classify-difference.ts';
import { expect } from 'chai';

const chain = evmChain(8453);
const float = evmAddress('0x00000000000000000000000000000000000000f1');
const { signal } = new AbortController();
const facts = { by: 'alice', reason: 'a stray transfer', atMs: 7 };
const deficit: ClassifyInput = {
  chain,
  role: 'float',
  token: '0x70',
  of: 'deficit',
  as: 'losses',
  units: null,
};

describe('an operator who classifies a difference of the books', () => {
  it('is shown what would change, and a dry run posts nothing', async () => {
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
        `classified/${chain}/float/0x70/7`,
        [
          ['float', -100n],
          ['losses', 100n],
        ],
      ],
    ]);
  });

  it('is refused where there is no deficit, or one unit less than is named', async () => {
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

  it('is refused in the unit where another order has cleared the deficit meanwhile', async () => {
    const world = given(100n);
    const plan = await world.action.plan(deficit, signal);
    await world.order(deficit);

    const refused: unknown = await world.perform(plan).catch((error: unknown) => error);

    expect(refused).to.include({ code: 'WRONG_STATE' });
    expect(world.posted).to.have.length(1);
  });
});

const appeared = { after: 5, by: 6, sinceMs: 1 };

/** The float's deficit on the chain, and what is posted of it. */
function given(found: bigint) {
  const posted: Entry[] = [];
  let check: Check = {
    book: { chain, account: float, token: '0x70' },
    units: asUnits(900n),
    block: 7,
    blockHash: '0x00',
    deficit: asUnits(found),
    appeared: found === 0n ? null : appeared,
    goodBlock: 5,
    atMs: 2,
  };
  const books = {
    check: async () => check,
    async putCheck(next: Check) {
      check = next;
    },
    async post(entry: Entry) {
      posted.push(entry);
      return true;
    },
  };
  // CAST: what the order uses of the books.
  const tx = { books } as unknown as OperationUnit;
  const action = classifyFound({ store: { reads: tx }, custody: { account: () => float } });
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
