import { deskOf } from '@interline/core/operations';
import { releaseRoute } from '@interline/core/transfer';
import { permitKeyText } from '@interline/kernel';
import { auditSettled, settleHarness } from '../support/model/audit-harness.ts';
import type { ModelChain } from '../support/model/model-chain.ts';
import type { ModelAction } from '../support/model/model-tx.ts';
import { accounts, healNode, type ModelNode } from '../support/model/model-custody.ts';
import {
  type ModelHarness,
  modelHarness,
  type ModelTransfer,
} from '../support/model/model-harness.ts';
import { expect } from 'chai';
import { resumeAccount } from '../support/model/resume-account.ts';

const units = 200_000n;
const confirmations = 13;
/** Longer than any turn, by the clock of the model. */
const longMs = 600;

describe('receipts that are behind the state of their chain', () => {
  let harness: ModelHarness;
  beforeEach(async () => {
    harness = await modelHarness(confirmations);
  });
  afterEach(() => harness.close());

  it('leave a payout watched that one of two nodes shows, however deep, until the other shows it', async () => {
    const [, destination] = await delivered(harness);
    const [, second = expect.fail()] = nodesOf(harness, destination);
    second.servesReceipts = false;

    destination.mine(20);
    await harness.sweep();
    const byOne = [await watched(), await owed()];
    healNode(second);
    await harness.sweep();

    expect([byOne, [await watched(), await owed()]]).to.deep.equal([
      [['payout'], ['receipt-owed']],
      [[], []],
    ]);
  });

  async function owed(): Promise<readonly string[]> {
    const slots = await harness.money.store.reads.transactions.unprovenSlots();
    return slots.map(({ reason }) => reason);
  }

  async function watched(): Promise<readonly string[]> {
    const { transactions: all } = harness.money.store.reads;
    return (await all.watchedTransactions())
      .map(({ purpose }) => purpose)
      .filter((purpose) => purpose === 'payout');
  }

  for (const [missing, keepBack] of [
    [
      'receipts',
      (node: ModelNode) => {
        node.servesReceipts = false;
      },
    ],
    [
      'receipts and hashes',
      (node: ModelNode) => {
        Object.assign(node, { servesReceipts: false, servesTransactions: false });
      },
    ],
    [
      'receipts, hashes and blocks',
      (node: ModelNode) => {
        Object.assign(node, {
          servesReceipts: false,
          servesTransactions: false,
          servesHistory: false,
        });
      },
    ],
  ] as const) {
    it(`do not have a mined payout paid again: no node has ${missing}`, async () => {
      const [source, destination] = harness.chains;
      await harness.execute(0, units);
      source.mine(confirmations);
      await harness.work(60);
      nodesOf(harness, destination).forEach(keepBack);

      destination.mine(1);
      await harness.work(longMs);
      destination.mine(30);
      await harness.work(longMs);
      await harness.sweep();

      expect([await transactions(harness), paid(harness)]).to.deep.equal([
        ['pull mined', 'payout open'],
        199_840n,
      ]);
      await endsAs(harness, 'DELIVERED', ['pull mined', 'payout mined']);
    });

    it(`do not have a delivered route paid again: no node has ${missing}`, async () => {
      const [, destination] = await delivered(harness);
      nodesOf(harness, destination).forEach(keepBack);

      destination.mine(5);
      await harness.sweep();
      await harness.work(longMs);
      await harness.sweep();

      expect([await stage(harness), await transactions(harness), paid(harness)]).to.deep.equal([
        'DELIVERED',
        ['pull mined', 'payout mined'],
        199_840n,
      ]);
      await endsAs(harness, 'DELIVERED', ['pull mined', 'payout mined']);
    });

    it(`do not have a mined pull taken for a spent permit: no node has ${missing}`, async () => {
      const [source] = harness.chains;
      nodesOf(harness, source).forEach(keepBack);
      await harness.execute(0, units);

      source.mine(1);
      await harness.work(longMs);
      source.mine(30);
      await harness.work(longMs);

      expect([await stage(harness), await transactions(harness)]).to.deep.equal([
        'RECEIVING',
        ['pull open'],
      ]);
      await endsAs(harness, 'DELIVERED', ['pull mined', 'payout mined']);
    });
  }

  it('hold a payout up while one node of two has them, and do not have it paid again', async () => {
    const [source, destination] = harness.chains;
    const [first = expect.fail()] = nodesOf(harness, destination);
    first.servesReceipts = false;
    await harness.execute(0, units);
    source.mine(confirmations);
    await harness.work(60);
    destination.mine(confirmations);
    await harness.work(longMs);
    const byOne = [await stage(harness), await transactions(harness), await owed()];
    healNode(first);

    expect(byOne).to.deep.equal(['SENDING', ['pull mined', 'payout open'], ['receipt-owed']]);
    await endsAs(harness, 'DELIVERED', ['pull mined', 'payout mined']);
  });

  it('hold no payout up if two other nodes have them', async () => {
    const three = await modelHarness(confirmations, undefined, { nodes: 3 });
    const [first = expect.fail()] = nodesOf(three, three.chains[1]);
    first.servesReceipts = false;

    await delivered(three);
    const end = [await stage(three), paid(three)];
    await three.close();

    expect(end).to.deep.equal(['DELIVERED', 199_840n]);
  });

  it('do not open a delivered route again if the one node that answers is below its payout', async () => {
    const [, destination] = await delivered(harness);
    const { custody } = harness;
    const observe = custody.observe.bind(custody);
    const minedIn = destination.head.number;
    custody.observe = async (chain, watched, signal) => {
      const reading = await observe(chain, watched, signal);
      if (chain !== destination.ref) return reading;
      return {
        ...reading,
        block: minedIn - 1,
        transactions: reading.transactions.map((one) => ({
          ...one,
          mined: null,
          isSlotTaken: false,
          receiptOwed: null,
        })),
      };
    };

    await harness.sweep();

    expect([await stage(harness), await transactions(harness)]).to.deep.equal([
      'DELIVERED',
      ['pull mined', 'payout mined'],
    ]);
    custody.observe = observe;
    await endsAs(harness, 'DELIVERED', ['pull mined', 'payout mined']);
  });

  it('leave a pull whose permit expired to the transaction that fills its nonce, and owe nothing', async () => {
    const [source] = harness.chains;
    await harness.execute(0, units);
    source.mine(1, true, 4_000);
    await harness.work(60);
    for (const node of nodesOf(harness, source)) node.servesReceipts = false;
    source.mine(30);
    await harness.work(longMs);
    const before = await stage(harness);
    for (const node of nodesOf(harness, source)) healNode(node);
    await harness.work(longMs);

    expect([before, await stage(harness), paid(harness)]).to.deep.equal([
      'RECEIVING',
      'NOT_PULLED',
      0n,
    ]);
    await endsAs(harness, 'NOT_PULLED', ['pull filled']);
  });
});

describe('a nonce of ours that a stranger used', () => {
  let harness: ModelHarness;
  beforeEach(async () => {
    harness = await modelHarness(confirmations);
  });
  afterEach(() => harness.close());

  for (const [answer, mend] of [
    [
      'a configured node does not answer',
      (node: ModelNode) => {
        node.isSilent = true;
      },
    ],
    [
      'no node serves what has been',
      (node: ModelNode) => {
        node.servesHistory = false;
      },
    ],
  ] as const) {
    it(`is not lost while ${answer}`, async () => {
      const [source] = harness.chains;
      const [first, second] = nodesOf(harness, source);
      await accepted();
      await taken({ kind: 'noop' });
      if (second !== undefined) mend(second);
      if (first !== undefined && answer.startsWith('no node')) mend(first);
      await harness.work(longMs);
      const before = await transactions(harness);
      for (const node of nodesOf(harness, source)) healNode(node);
      // The proof takes several looks of the watch, whose searches are not in step with the work.
      for (
        let looks = 0;
        looks < 20 && (await transactions(harness))[0] === 'pull open';
        looks += 1
      )
        await harness.work(longMs);

      const after = [before, await transactions(harness), await stage(harness)];
      expect(after).to.deep.equal([['pull open'], ['pull displaced'], 'QUARANTINED']);
      await operatorReleases();
      await endsAs(harness, 'DELIVERED', ['pull displaced', 'pull mined', 'payout mined']);
    });
  }

  it('is lost if two nodes say so while a third is silent, and not while two are silent', async () => {
    await harness.close();
    harness = await modelHarness(confirmations, undefined, { nodes: 3 });
    const [source] = harness.chains;
    const [first, second, third] = nodesOf(harness, source);
    await accepted();
    await taken({ kind: 'noop' });
    for (const node of [first, third]) if (node !== undefined) node.isSilent = true;
    await harness.work(longMs);
    const before = await transactions(harness);
    if (second !== undefined && first !== undefined) healNode(first);
    await harness.work(longMs);

    expect([before, await transactions(harness), await stage(harness)]).to.deep.equal([
      ['pull open'],
      ['pull displaced'],
      'QUARANTINED',
    ]);
    await operatorReleases();
    await endsAs(harness, 'DELIVERED', ['pull displaced', 'pull mined', 'payout mined']);
  });

  it("is on the operator's list after 15 minutes, with its blocks, until a node shows what has it", async () => {
    const [source] = harness.chains;
    await accepted();
    await taken({ kind: 'noop' });
    for (const node of nodesOf(harness, source)) node.servesHistory = false;
    await harness.work(longMs);
    const [slot = expect.fail()] = await harness.money.store.reads.transactions.unprovenSlots();
    const { clock } = harness.money;
    const listedAt = async (ms: number) =>
      (
        await deskOf(
          {
            ...harness.money,
            clock: { now: () => slot.sinceMs + ms, alarm: clock.alarm.bind(clock) },
          },
          new AbortController().signal,
        )(10)
      ).entries.filter(({ kind }) => kind === 'slot');

    const listed = [await listedAt(899_999), await listedAt(900_000)];
    for (const node of nodesOf(harness, source)) healNode(node);
    await harness.work(longMs);

    expect(
      listed.map((slots) =>
        slots.map(({ subject, state, shows }) => [
          subject,
          state,
          shows['fromBlock'],
          shows['toBlock'],
        ]),
      ),
    ).to.deep.equal([
      [],
      [['slot 0 of the spender on 8453', 'history-unserved', 100, slot.rangeTo]],
    ]);
    expect(await listedAt(900_000)).to.deep.equal([]);
    expect(await transactions(harness)).to.deep.equal(['pull displaced']);
  });

  it('ends a route whose payer cancelled the permit too, once it is released, and the payer has all', async () => {
    const { permit } = await accepted();
    harness.chains[0].offer({
      hash: harness.chains[0].strangersHash(),
      from: permit.owner,
      nonce: null,
      action: { kind: 'cancel', permit: permitKeyText(permit) },
    });
    await taken({ kind: 'noop' });
    await harness.work(longMs);

    expect(await stage(harness)).to.equal('QUARANTINED');
    await operatorReleases();
    await endsAs(harness, 'NOT_PULLED', ['pull displaced']);
  });

  it('for the pull itself, in bytes that the store does not have, is known by the permit, and the route is delivered', async () => {
    const { permit } = await accepted();
    await taken({
      kind: 'pull',
      permit: permitKeyText(permit),
      owner: permit.owner,
      to: accounts.float,
      units,
      deadlineSec: Number(permit.deadline),
    });
    await harness.work(longMs);
    const refused = await operatorReleases();
    await harness.work(longMs);

    expect([refused, await transactions(harness)]).to.deep.equal([
      undefined,
      ['pull mined', 'payout open'],
    ]);
    await endsAs(harness, 'DELIVERED', ['pull mined', 'payout mined']);
  });

  it('does not end a route whose pull only the store calls displaced: it is found, and delivered', async () => {
    const [source] = harness.chains;
    await accepted();
    source.mine(confirmations);
    const [pull = expect.fail()] = await harness.money.store.reads.transactions.transactionsOf(
      only(harness).id,
    );
    await harness.money.store.run('as-an-earlier-version-left-it', async (tx) => {
      await tx.transactions.moveTransaction(pull.id, 'open', { state: 'displaced' });
      await tx.transactions.releaseReservation(`gas_${pull.id}`);
    });

    await harness.work(longMs);

    expect(await transactions(harness)).to.deep.equal(['pull mined', 'payout open']);
    await endsAs(harness, 'DELIVERED', ['pull mined', 'payout mined']);
  });

  async function accepted(): Promise<ModelTransfer> {
    await harness.execute(0, units);
    return only(harness);
  }

  /** The account runs again, then the route. */
  async function operatorReleases(): Promise<void> {
    const { signal } = new AbortController();
    await resumeAccount(harness.money, harness.chains[0].ref, 'spender', signal);
    await releaseRoute(harness.money)(only(harness).id, signal);
  }

  /** The spender's first nonce goes to that, deep enough to be believed. */
  async function taken(action: ModelAction): Promise<void> {
    const [source] = harness.chains;
    source.offer({ hash: source.strangersHash(), from: accounts.spender, nonce: 0, action });
    source.mine(1);
    await harness.work(60);
    source.mine(confirmations);
  }
});

/**
 * A harness with one transfer from its first chain to its second, whose payout is in the newest
 * block there.
 */
async function delivered(harness: ModelHarness): Promise<ModelHarness['chains']> {
  const [source, destination] = harness.chains;
  await harness.execute(0, units);
  source.mine(confirmations);
  await harness.work(60);
  destination.mine(1);
  await harness.work(60);
  expect(await stage(harness)).to.equal('DELIVERED');
  return harness.chains;
}

function nodesOf({ custody }: ModelHarness, chain: ModelChain): readonly ModelNode[] {
  return custody.nodesOf(chain.ref);
}

function only({ transfers }: ModelHarness): ModelTransfer {
  return transfers[0] ?? expect.fail();
}

async function stage(harness: ModelHarness): Promise<string | undefined> {
  return (await harness.money.store.reads.transfers.route(only(harness).id))?.stage;
}

async function transactions(harness: ModelHarness): Promise<readonly string[]> {
  return (await harness.money.store.reads.transactions.transactionsOf(only(harness).id)).map(
    ({ purpose, state }) => `${purpose} ${state}`,
  );
}

/** What the recipient has. */
function paid(harness: ModelHarness): bigint {
  const { to, recipient } = only(harness);
  return to.balance(recipient);
}

async function endsAs(harness: ModelHarness, last: string, ends: readonly string[]): Promise<void> {
  await settleHarness(harness);
  expect(await auditSettled(harness)).to.deep.equal({ wrong: [], stages: [last] });
  expect(await transactions(harness)).to.deep.equal(ends);
}
