import { setImmediate as turn } from 'node:timers/promises';
import { type HostileHarness, type HostileSetting, usualBaseFee } from './hostile-harness.ts';
import { accounts } from './model-accounts.ts';
import { healNode, laggingMethods, type LaggingMethod, type ModelNode } from './model-node.ts';
import { type Act, act, doAct, type Side } from './model-steps.ts';
import fc from 'fast-check';

/** What a world does that is more than late: see `HostileHarness`. */
type HostileAct =
  | {
      readonly act: 'node-lag';
      readonly side: Side;
      readonly node: number | 'all';
      readonly method: LaggingMethod;
      readonly blocks: number;
    }
  | {
      readonly act: 'node-forget' | 'node-heal';
      readonly side: Side;
      readonly node: number | 'all';
    }
  | {
      readonly act: 'node-tip';
      readonly side: Side;
      readonly node: number;
      readonly tip: number;
    }
  | {
      readonly act: 'node-fork';
      readonly side: Side;
      readonly node: number;
      readonly depth: number;
      readonly late: number;
      readonly forgets: boolean;
      readonly blocks: number;
    }
  | { readonly act: 'base-fee'; readonly side: Side; readonly times: number }
  | { readonly act: 'fuel'; readonly side: Side }
  | {
      readonly act: 'trap';
      readonly who: 'payer' | 'recipient';
      readonly index: number;
      readonly does: 'fails' | 'burns' | 'nothing';
    }
  | { readonly act: 'burn'; readonly index: number; readonly isOver: boolean }
  | { readonly act: 'crash'; readonly process: number; readonly places: number }
  | { readonly act: 'start' }
  | { readonly act: 'set-clock'; readonly process: number; readonly byMs: number };

type TimedAct = (Act | HostileAct) & { readonly afterTurns: number };

export type HostileStep =
  | { readonly step: 'together'; readonly acts: readonly TimedAct[] }
  | {
      readonly step: 'reorg';
      readonly side: Side;
      readonly depth: number;
      readonly late: number;
      readonly forgets: boolean;
    }
  /** Time passes: blocks come on both chains, and the processes do their work after each of them. */
  | { readonly step: 'pass'; readonly blocks: readonly number[]; readonly patienceMs: number }
  /** What the store was so many commits ago is what it is from now on. */
  | { readonly step: 'set-back'; readonly commits: number };

/** One life of a deployment: how it is made and what happens to it. */
export interface HostileHistory {
  readonly setting: HostileSetting;
  readonly steps: readonly HostileStep[];
}

/** No reorg and no fork goes deeper. */
const deepestFork = 12;

const side = fc.constantFrom<Side>(0, 1);
const index = fc.nat({ max: 30 });
const node = fc.nat({ max: 2 });
/** The backends of one provider lag alike. */
const nodes = fc.oneof(node, fc.constant('all' as const));
const process = fc.nat({ max: 1 });

const hostileAct = fc.oneof<fc.WeightedArbitrary<HostileAct>[]>(
  {
    weight: 6,
    arbitrary: fc.record({
      act: fc.constant('node-lag'),
      side,
      node: nodes,
      method: fc.constantFrom(...laggingMethods),
      blocks: fc.constantFrom(0, 1, 2, 6, 20),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({ act: fc.constantFrom('node-forget', 'node-heal'), side, node: nodes }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      act: fc.constant('node-tip'),
      side,
      node,
      tip: fc.constantFrom(0, 5, 2_000),
    }),
  },
  {
    weight: 4,
    arbitrary: fc
      .record({
        act: fc.constant('node-fork'),
        side,
        node,
        depth: fc.integer({ min: 1, max: deepestFork - 2 }),
        late: fc.nat({ max: 13 }),
        forgets: fc.boolean(),
        blocks: fc.integer({ min: 1, max: deepestFork }),
      })
      .map((one) => ({ ...one, blocks: Math.min(one.blocks, deepestFork - one.depth) })),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      act: fc.constant('base-fee'),
      side,
      times: fc.constantFrom(1, 1, 2, 3, 8, 100),
    }),
  },
  { weight: 1, arbitrary: fc.record({ act: fc.constant('fuel'), side }) },
  {
    weight: 3,
    arbitrary: fc.record({
      act: fc.constant('trap'),
      who: fc.constantFrom('payer', 'recipient'),
      index,
      does: fc.constantFrom('fails', 'burns', 'nothing'),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({ act: fc.constant('burn'), index, isOver: fc.boolean() }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      act: fc.constant('crash'),
      process,
      places: fc.integer({ min: 1, max: 40 }),
    }),
  },
  { weight: 3, arbitrary: fc.record({ act: fc.constant('start') }) },
  {
    weight: 1,
    arbitrary: fc.record({
      act: fc.constant('set-clock'),
      process,
      byMs: fc.constantFrom(-120_000, -5_000, 5_000, 120_000),
    }),
  },
);

/** Many of them fit into the float at one time. */
const smallTransfer = fc.record({
  act: fc.constant('execute'),
  from: side,
  perMille: fc.integer({ min: 1, max: 40 }),
});

/** Its money has to go back. */
const refusedRecipient = fc.record({
  act: fc.constant('refuse'),
  who: fc.constant('recipient'),
  index,
  isOver: fc.constant(false),
});

const together = fc
  .array(
    fc.tuple(
      fc.oneof<fc.WeightedArbitrary<Act | HostileAct>[]>(
        { weight: 12, arbitrary: act },
        { weight: 4, arbitrary: smallTransfer },
        { weight: 2, arbitrary: refusedRecipient },
        { weight: 8, arbitrary: hostileAct },
      ),
      fc.nat({ max: 6 }),
    ),
    { minLength: 1, maxLength: 6 },
  )
  .map((list): HostileStep => ({
    step: 'together',
    acts: list.map(([one, afterTurns]) => ({ ...one, afterTurns })),
  }));
const reorg: fc.Arbitrary<HostileStep> = fc.record({
  step: fc.constant('reorg'),
  side,
  depth: fc.integer({ min: 1, max: deepestFork }),
  late: fc.nat({ max: 13 }),
  forgets: fc.boolean(),
});
const setBack: fc.Arbitrary<HostileStep> = fc.record({
  step: fc.constant('set-back'),
  commits: fc.integer({ min: 1, max: 30 }),
});
const pass: fc.Arbitrary<HostileStep> = fc.record({
  step: fc.constant('pass'),
  blocks: fc.array(fc.constantFrom(1, 1, 1, 2, 4, 13), { minLength: 1, maxLength: 3 }),
  patienceMs: fc.constantFrom(20, 60),
});

const setting: fc.Arbitrary<HostileSetting> = fc.record({
  confirmations: fc.constantFrom(1, 13),
  nodes: fc.constantFrom(1, 2, 2, 3),
  aheadMs: fc.constantFrom([0], [0, 0], [0, 20_000], [0, -20_000], [-120_000, 120_000]),
  fuel: fc.constantFrom('plenty', 'plenty', 'little'),
});

/** A quarter of the histories set the store back, at most twice. */
export function hostileHistory(mostSteps: number): fc.Arbitrary<HostileHistory> {
  const step = fc.oneof(
    { weight: 6, arbitrary: together },
    { weight: 3, arbitrary: pass },
    { weight: 2, arbitrary: reorg },
  );
  const setBacks = fc.array(fc.tuple(fc.nat(), setBack), { minLength: 1, maxLength: 2 });
  return fc
    .record({
      setting,
      steps: fc.array(step, { minLength: 3, maxLength: mostSteps, size: 'max' }),
      setBacks: fc.oneof(
        { weight: 3, arbitrary: fc.constant([]) },
        { weight: 1, arbitrary: setBacks },
      ),
    })
    .map(({ setting: one, steps, setBacks: between }) => {
      const all = [...steps];
      for (const [at, back] of between) all.splice(at % (all.length + 1), 0, back);
      return { setting: one, steps: all };
    });
}

export async function takeHostileStep(harness: HostileHarness, step: HostileStep): Promise<void> {
  switch (step.step) {
    case 'reorg':
      harness.reorg(harness.chains[step.side], step.depth, step.late, step.forgets);
      return;
    case 'set-back':
      return harness.setBack(step.commits);
    case 'pass':
      for (const blocks of step.blocks) {
        for (const at of [0, 1] as const) harness.mine(at, blocks);
        await harness.work(step.patienceMs);
        await harness.sweep();
      }
      return;
    case 'together':
      await Promise.all(
        step.acts.map(async (one) => {
          for (let turns = 0; turns < one.afterTurns; turns += 1) await turn();
          await doHostileAct(harness, one);
        }),
      );
  }
}

async function doHostileAct(harness: HostileHarness, one: TimedAct): Promise<unknown> {
  switch (one.act) {
    case 'node-lag':
      for (const at of nodesOf(harness, one.side, one.node)) at.lag[one.method] = one.blocks;
      return undefined;
    case 'node-forget':
      for (const at of nodesOf(harness, one.side, one.node)) forget(harness, one.side, at);
      return undefined;
    case 'node-heal':
      nodesOf(harness, one.side, one.node).forEach(healNode);
      return undefined;
    case 'node-tip':
      for (const at of nodesOf(harness, one.side, one.node)) at.tip = BigInt(one.tip);
      return undefined;
    case 'node-fork': {
      const before = harness.reorg(harness.chains[one.side], one.depth, one.late, one.forgets);
      for (const at of nodesOf(harness, one.side, one.node))
        at.fork = { branch: before, blocksLeft: one.blocks };
      return undefined;
    }
    case 'base-fee':
      harness.chains[one.side].baseFee = usualBaseFee * BigInt(one.times);
      return undefined;
    case 'fuel':
      return fuel(harness, one.side, 10n ** 7n);
    case 'trap':
      return trap(harness, one.who, one.index, one.does);
    case 'burn':
      return burn(harness, one.index, one.isOver);
    case 'crash':
      return harness.crash(one.process, one.places);
    case 'start':
      return harness.start();
    case 'set-clock':
      return harness.processes[one.process]?.clock.set(one.byMs);
    case 'mine':
      return harness.mine(one.side, one.blocks, one.isEmpty);
    // The next block is an hour late.
    case 'expire':
      return harness.mine(one.side, 1, true, 4_000);
    case 'execute':
    case 'work':
    case 'sweep':
    case 'operate':
    case 'read':
    case 'readLater':
    case 'deliver':
    case 'refuse':
    case 'mute':
    case 'spend':
    case 'deposit':
    case 'lose':
    case 'lag':
    case 'hush':
    case 'steal':
      return doAct(harness, one);
  }
}

function nodesOf(
  { custody, chains }: HostileHarness,
  at: Side,
  number: number | 'all',
): readonly ModelNode[] {
  const all = custody.nodesOf(chains[at].ref);
  return number === 'all' ? all : all.slice(number, number + 1);
}

/** The node loses the receipts of everything that is in a block now. */
function forget(harness: HostileHarness, at: Side, node: ModelNode): void {
  for (const { tx } of harness.chains[at].branch.receipts()) node.forgotten.add(tx.hash);
}

/** Somebody gives our accounts coin. */
export function fuel({ chains }: HostileHarness, at: Side, wei: bigint): void {
  const chain = chains[at];
  for (const to of Object.values(accounts))
    chain.offer({
      hash: chain.strangersHash(),
      from: 'somebody',
      nonce: null,
      action: { kind: 'fuel', to, wei },
    });
}

/** Code at an account of a transfer that behaves in simulations. */
function trap(
  { transfers }: HostileHarness,
  who: 'payer' | 'recipient',
  at: number,
  does: 'fails' | 'burns' | 'nothing',
): void {
  const transfer = transfers[at % Math.max(1, transfers.length)];
  if (transfer === undefined) return;
  const [chain, account] =
    who === 'payer' ? [transfer.from, transfer.payer] : [transfer.to, transfer.recipient];
  if (does === 'nothing') chain.traps.delete(account);
  else chain.traps.set(account, does);
}

/** Code at a recipient that would burn more gas than any transfer may take. */
function burn({ transfers }: HostileHarness, at: number, isOver: boolean): void {
  const transfer = transfers[at % Math.max(1, transfers.length)];
  if (transfer === undefined) return;
  if (isOver) transfer.to.burning.delete(transfer.recipient);
  else transfer.to.burning.add(transfer.recipient);
}
