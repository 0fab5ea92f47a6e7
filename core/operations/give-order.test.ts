import { type ErrorCode, RelayError } from '@interline/kernel';
import { expect } from 'chai';
import { StaleRoute } from '../transfer/index.ts';
import { giveOrder } from './give-order.ts';
import type { OperatorAction } from './operator-action.ts';
import type { AuditEntry, OperationStore, OperationUnit } from './repository.ts';

const { signal } = new AbortController();
const order = { input: 'rt_1', by: 'alice', reason: 'the payer asked', isDryRun: false };
const entry = {
  id: 'au_01',
  atMs: 1_000,
  operator: 'alice',
  action: 'mend',
  target: 'route rt_1',
  reason: 'the payer asked',
};

describe('an order of an operator', () => {
  it('in one unit commits with its audit entry: the operator, the reason, and the change', async () => {
    const world = given();

    const outcome = await world.give(order, signal);

    expect(outcome).to.deep.equal({
      action: 'mend',
      target: 'route rt_1',
      before: { state: 'torn' },
      after: { state: 'whole' },
      isDryRun: false,
      auditId: 'au_01',
      result: 'mended',
    });
    expect(world.committed).to.deep.equal(['mend: changed, done']);
    expect(world.audit).to.deep.equal([
      {
        ...entry,
        before: { state: 'torn' },
        after: { state: 'whole' },
        outcome: 'done',
        code: null,
        endedAtMs: 1_000,
      },
    ]);
  });

  it('as a dry run reports what it would change, and neither changes nor records anything', async () => {
    for (const perform of ['one-unit', 'steps'] as const) {
      const world = given({ perform });

      expect(await world.give({ ...order, isDryRun: true }, signal)).to.deep.equal({
        action: 'mend',
        target: 'route rt_1',
        before: { state: 'torn' },
        after: { state: 'whole' },
        isDryRun: true,
      });
      expect([world.committed, world.audit]).to.deep.equal([[], []]);
    }
  });

  it('that is refused is recorded with its code, and changes nothing', async () => {
    for (const perform of ['one-unit', 'steps'] as const) {
      const world = given({ perform, plan: 'UNKNOWN_ROUTE' });

      expect(await world.codeOf(order)).to.equal('UNKNOWN_ROUTE');
      expect(world.committed).to.deep.equal(['audit-refused: refused']);
      expect(world.audit).to.deep.equal([
        {
          ...entry,
          before: {},
          after: {},
          outcome: 'refused',
          code: 'UNKNOWN_ROUTE',
          endedAtMs: 1_000,
        },
      ]);
    }
  });

  it('whose unit refuses leaves nothing of the unit except the refusal', async () => {
    const world = given({ run: 'BAD_REQUEST' });

    expect(await world.codeOf(order)).to.equal('BAD_REQUEST');
    expect(world.committed).to.deep.equal(['audit-refused: refused']);
    expect(world.audit.map(({ before, after }) => [before, after])).to.deep.equal([
      [{ state: 'torn' }, { state: 'torn' }],
    ]);
  });

  it('in one unit runs its cleanup only once its unit is committed, or has failed', async () => {
    const done = given();
    const failed = given({ run: 'STORE_DOWN' });

    await done.give(order, signal);
    await failed.codeOf(order);

    expect(done.afterwards).to.deep.equal([['mend: changed, done']]);
    expect(failed.afterwards).to.deep.equal([[]]);
  });

  it("that meets another operator's change is refused, and not reported as our fault", async () => {
    const world = given({ run: new StaleRoute('moved') });

    expect(await world.codeOf(order)).to.equal('WRONG_STATE');
    expect(world.audit.map(({ outcome, code }) => [outcome, code])).to.deep.equal([
      ['refused', 'WRONG_STATE'],
    ]);
  });

  it('of several steps is recorded before the first step, and closed after the last', async () => {
    const world = given({ perform: 'steps' });

    await world.give(order, signal);

    expect(world.committed).to.deep.equal(['audit-begun: begun', 'step', 'audit-ended: done']);
    expect(world.audit).to.deep.equal([
      {
        ...entry,
        before: { state: 'torn' },
        after: { state: 'whole' },
        outcome: 'done',
        code: null,
        endedAtMs: 1_000,
      },
    ]);
  });

  it('of several steps that fails midway is recorded as failed; after a crash it stays begun', async () => {
    const faulty = given({ perform: 'steps', run: 'CHAIN_UNREACHABLE' });
    const crashed = given({ perform: 'steps', run: 'STORE_DOWN', isStoreGone: true });

    expect(await faulty.codeOf(order)).to.equal('CHAIN_UNREACHABLE');
    expect(await crashed.codeOf(order)).to.equal('STORE_DOWN');
    expect(faulty.audit.map(({ outcome, code }) => [outcome, code])).to.deep.equal([
      ['failed', 'CHAIN_UNREACHABLE'],
    ]);
    expect(crashed.audit.map(({ outcome, code }) => [outcome, code])).to.deep.equal([
      ['begun', null],
    ]);
  });
});

interface World {
  readonly perform?: 'one-unit' | 'steps';
  readonly plan?: ErrorCode;
  readonly run?: ErrorCode | Error;
  /** The store fails from the action's own failure on. */
  readonly isStoreGone?: boolean;
}

function given({ perform = 'one-unit', plan, run, isStoreGone = false }: World = {}) {
  const committed: string[] = [];
  const afterwards: string[][] = [];
  let audit: readonly AuditEntry[] = [];
  let isGone = false;
  const store = {
    async run(name: string, unit: (tx: OperationUnit) => Promise<unknown>) {
      if (isGone) throw new RelayError('STORE_DOWN');
      let kept = audit;
      const notes: string[] = [];
      const tx = {
        operations: {
          async insertAudit(one: AuditEntry) {
            kept = [...kept, one];
            notes.push(one.outcome);
          },
          async endAudit(id: string, end: Partial<AuditEntry>) {
            kept = kept.map((one) => (one.id === id ? { ...one, ...end } : one));
            notes.push(end.outcome ?? '');
          },
        },
        note: (text: string) => notes.push(text),
      };
      const result = await unit(tx as unknown as OperationUnit); // CAST: the methods that an order uses.
      audit = kept;
      committed.push(`${name}: ${notes.join(', ')}`);
      return result;
    },
  } as unknown as OperationStore; // CAST: an order only runs units.
  const fail = (): void => {
    isGone = isStoreGone;
    if (run instanceof Error) throw run;
    if (run !== undefined) throw new RelayError(run);
  };
  const done = { result: 'mended' };
  const action: OperatorAction<
    string,
    { before: { state: string }; after: { state: string } },
    string
  > = {
    name: 'mend',
    targetOf: (id) => `route ${id}`,
    async plan() {
      if (plan !== undefined) throw new RelayError(plan);
      return { before: { state: 'torn' }, after: { state: 'whole' } };
    },
    perform:
      perform === 'one-unit'
        ? {
            in: 'one-unit',
            async run(tx) {
              (tx as unknown as { note(text: string): void }).note('changed'); // CAST: as above.
              fail();
              return done;
            },
            afterwards: () => void afterwards.push([...committed]),
          }
        : {
            in: 'steps',
            async run() {
              fail();
              committed.push('step');
              return done;
            },
          },
  };
  const silent = { debug: noop, info: noop, warn: noop, error: noop, child: () => silent };
  const give = giveOrder(
    {
      store,
      clock: { now: () => 1_000 },
      entropy: { hex: () => '01' },
      log: silent,
    },
    action,
  );
  return {
    committed,
    /** What was committed each time an order ended. */
    afterwards,
    get audit() {
      return audit;
    },
    give,
    codeOf: (one: typeof order) =>
      give(one, signal).then(
        () => 'done',
        (error: unknown) => (error instanceof RelayError ? error.code : String(error)),
      ),
  };
}

function noop(): void {
  // Nothing here logs.
}
