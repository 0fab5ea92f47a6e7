import { setImmediate as turn } from 'node:timers/promises';
import type { AccountRole } from '@interline/kernel';
import type { ModelChain } from './model-chain.ts';
import type { ModelAction } from './model-tx.ts';
import { accounts } from './model-custody.ts';
import { floatAtStart, type ModelScene } from './model-harness.ts';
import fc from 'fast-check';

export type Side = 0 | 1;

/** What a node that lags does not serve. */
type Missing = 'receipts' | 'receipts and hashes';

export type Act =
  | { readonly act: 'execute'; readonly from: Side; readonly perMille: number }
  | {
      readonly act: 'mine';
      readonly side: Side;
      readonly blocks: number;
      readonly isEmpty: boolean;
    }
  | { readonly act: 'work'; readonly patienceMs: number }
  | { readonly act: 'sweep' | 'operate' }
  | { readonly act: 'read' | 'readLater'; readonly side: Side }
  | { readonly act: 'deliver'; readonly index: number }
  | {
      readonly act: 'refuse';
      readonly who: 'payer' | 'recipient';
      readonly index: number;
      readonly isOver: boolean;
    }
  | { readonly act: 'mute'; readonly index: number; readonly isOver: boolean }
  | { readonly act: 'spend'; readonly index: number }
  | { readonly act: 'expire'; readonly side: Side }
  | { readonly act: 'deposit'; readonly side: Side; readonly perMille: number }
  | { readonly act: 'lose'; readonly isOver: boolean }
  | {
      readonly act: 'lag';
      readonly side: Side;
      readonly node: Side;
      readonly missing: Missing;
      readonly isOver: boolean;
    }
  | { readonly act: 'hush'; readonly side: Side; readonly isOver: boolean }
  | { readonly act: 'steal'; readonly side: Side; readonly role: AccountRole };

/**
 * Things that happen at once, each some turns of the event loop later; or a reorg, which is not
 * announced.
 */
export type ModelStep =
  | { readonly step: 'together'; readonly acts: readonly (Act & { readonly afterTurns: number })[] }
  | {
      readonly step: 'reorg';
      readonly side: Side;
      readonly depth: number;
      readonly late: number;
      readonly forgets: boolean;
    };

const side = fc.constantFrom<Side>(0, 1);
const index = fc.nat({ max: 30 });
const isOver = fc.boolean();
const missing = fc.constantFrom<Missing>('receipts', 'receipts and hashes');
const amount = fc.oneof(fc.integer({ min: 1, max: 300 }), fc.integer({ min: 180, max: 250 }));

export const act = fc.oneof<fc.WeightedArbitrary<Act>[]>(
  {
    weight: 8,
    arbitrary: fc.record({ act: fc.constant('execute'), from: side, perMille: amount }),
  },
  {
    weight: 6,
    arbitrary: fc.record({
      act: fc.constant('mine'),
      side,
      blocks: fc.constantFrom(1, 2, 4, 13),
      isEmpty: fc.nat({ max: 9 }).map((one) => one === 0),
    }),
  },
  {
    weight: 6,
    arbitrary: fc.record({ act: fc.constant('work'), patienceMs: fc.constantFrom(0, 0, 60) }),
  },
  { weight: 2, arbitrary: fc.record({ act: fc.constantFrom('sweep', 'operate') }) },
  { weight: 3, arbitrary: fc.record({ act: fc.constantFrom('read', 'readLater'), side }) },
  { weight: 2, arbitrary: fc.record({ act: fc.constant('deliver'), index }) },
  {
    weight: 2,
    arbitrary: fc.record({
      act: fc.constant('refuse'),
      who: fc.constantFrom('payer', 'recipient'),
      index,
      isOver,
    }),
  },
  { weight: 1, arbitrary: fc.record({ act: fc.constant('mute'), index, isOver }) },
  { weight: 1, arbitrary: fc.record({ act: fc.constant('spend'), index }) },
  { weight: 1, arbitrary: fc.record({ act: fc.constant('expire'), side }) },
  {
    weight: 1,
    arbitrary: fc.record({
      act: fc.constant('deposit'),
      side,
      perMille: fc.integer({ min: 1, max: 500 }),
    }),
  },
  { weight: 1, arbitrary: fc.record({ act: fc.constant('lose'), isOver }) },
  {
    weight: 2,
    arbitrary: fc.record({ act: fc.constant('lag'), side, node: side, missing, isOver }),
  },
  { weight: 1, arbitrary: fc.record({ act: fc.constant('hush'), side, isOver }) },
  {
    weight: 1,
    arbitrary: fc.record({
      act: fc.constant('steal'),
      side,
      role: fc.constantFrom('spender', 'float'),
    }),
  },
);
const together = fc
  .array(fc.tuple(act, fc.nat({ max: 6 })), { minLength: 1, maxLength: 6 })
  .map((list): ModelStep => ({
    step: 'together',
    acts: list.map(([one, afterTurns]) => ({ ...one, afterTurns })),
  }));
const reorg: fc.Arbitrary<ModelStep> = fc.record({
  step: fc.constant('reorg'),
  side,
  depth: fc.integer({ min: 1, max: 12 }),
  late: fc.nat({ max: 13 }),
  forgets: fc.boolean(),
});

/** Some hours in the life of a model harness. */
export const modelSteps = fc.array(
  fc.oneof({ weight: 5, arbitrary: together }, { weight: 1, arbitrary: reorg }),
  { minLength: 5, maxLength: 30, size: 'max' },
);

export async function takeStep(harness: ModelScene, step: ModelStep): Promise<void> {
  if (step.step === 'reorg') {
    harness.reorg(harness.chains[step.side], step.depth, step.late, step.forgets);
    return;
  }
  await Promise.all(
    step.acts.map(async (one) => {
      for (let turns = 0; turns < one.afterTurns; turns += 1) await turn();
      await doAct(harness, one);
    }),
  );
}

export async function doAct(harness: ModelScene, one: Act): Promise<unknown> {
  switch (one.act) {
    case 'execute':
      return harness.execute(one.from, (BigInt(one.perMille) * floatAtStart) / 1_000n);
    case 'mine':
      return harness.chains[one.side].mine(one.blocks, one.isEmpty);
    case 'work':
      return harness.work(one.patienceMs);
    case 'sweep':
      return harness.sweep();
    case 'operate':
      return harness.operate();
    case 'read':
      return harness.read(harness.chains[one.side]);
    case 'readLater':
      return harness.readLater(harness.chains[one.side]);
    case 'deliver':
      return harness.deliver(one.index);
    case 'refuse':
      return refuse(harness, one.who, one.index, one.isOver);
    case 'mute':
      return mute(harness, one.index, one.isOver);
    case 'spend':
      return spend(harness, one.index);
    // The next block is an hour late.
    case 'expire':
      return harness.chains[one.side].mine(1, true, 4_000);
    case 'deposit':
      return offerForeign(harness.chains[one.side], 'somebody', {
        kind: 'mint',
        to: accounts.float,
        units: (BigInt(one.perMille) * floatAtStart) / 1_000n,
      });
    case 'lose':
      harness.custody.losesBroadcasts = !one.isOver;
      return undefined;
    case 'lag':
      return lag(harness, one.side, one.node, one.missing, one.isOver);
    case 'hush':
      return hush(harness, one.side, one.isOver);
    case 'steal':
      return steal(harness.chains[one.side], accounts[one.role]);
  }
}

/** A node's receipts fall behind its state, or catch up. */
function lag(
  { custody, chains }: ModelScene,
  at: Side,
  number: Side,
  what: Missing,
  isOver: boolean,
): void {
  const node = custody.nodesOf(chains[at].ref)[number];
  if (node === undefined) return;
  node.servesReceipts = isOver;
  node.servesTransactions = isOver || what === 'receipts';
}

/** The second node no longer answers, or does again. */
function hush({ custody, chains }: ModelScene, at: Side, isOver: boolean): void {
  const [, second] = custody.nodesOf(chains[at].ref);
  if (second !== undefined) second.isSilent = !isOver;
}

/** An account of a transfer is blocked on its chain, or no longer. */
function refuse(
  harness: ModelScene,
  who: 'payer' | 'recipient',
  at: number,
  isAllowed: boolean,
): void {
  const transfer = harness.transfers[at % Math.max(1, harness.transfers.length)];
  if (transfer === undefined) return;
  const [chain, account] =
    who === 'payer' ? [transfer.from, transfer.payer] : [transfer.to, transfer.recipient];
  if (isAllowed) chain.refused.delete(account);
  else chain.refused.add(account);
}

/** What is sent to a recipient succeeds and moves nothing, or moves again. */
function mute(harness: ModelScene, at: number, isOver: boolean): void {
  const transfer = harness.transfers[at % Math.max(1, harness.transfers.length)];
  if (transfer === undefined) return;
  if (isOver) transfer.to.muted.delete(transfer.recipient);
  else transfer.to.muted.add(transfer.recipient);
}

/** A payer moves all its tokens before the pull is mined. */
function spend(harness: ModelScene, at: number): void {
  const transfer = harness.transfers[at % Math.max(1, harness.transfers.length)];
  if (transfer === undefined || transfer.from.wasPulled(transfer.permit)) return;
  offerForeign(transfer.from, transfer.payer, {
    kind: 'transfer',
    to: purseOf(transfer.payer),
    units: transfer.from.balance(transfer.payer),
  });
}

/** Where a payer moves its tokens to. */
export function purseOf(payer: string): string {
  return payer.replace('0xaa', '0xcc');
}

/** Somebody else uses the relayer's key: the account's next nonce is gone. */
function steal(chain: ModelChain, account: string): void {
  chain.isKeyStolen = true;
  chain.offer({
    hash: chain.strangersHash(),
    from: account,
    nonce: chain.nonce(account),
    action: { kind: 'noop' },
  });
}

function offerForeign(chain: ModelChain, from: string, action: ModelAction): void {
  chain.offer({ hash: chain.strangersHash(), from, nonce: null, action });
}
