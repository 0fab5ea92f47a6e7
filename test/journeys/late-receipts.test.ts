import { resumeAccount } from '@interline/core/operations';
import { releaseRoute } from '@interline/core/transfer';
import { permitKeyText } from '@interline/kernel';
import { auditSettled, settleHouse } from '../support/model/audit-house.ts';
import type { ModelAction, ModelChain } from '../support/model/model-chain.ts';
import { accounts, healNode, type ModelNode } from '../support/model/model-custody.ts';
import { type ModelHouse, modelHouse, type ModelTransfer } from '../support/model/model-house.ts';
import { expect } from 'chai';

const units = 200_000n;
const confirmations = 13;
/** Longer than any turn, by the clock of the model. */
const longMs = 600;

describe('receipts that are behind the state of their chain', () => {
  let house: ModelHouse;
  beforeEach(async () => {
    house = await modelHouse(confirmations);
  });
  afterEach(() => house.close());

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
      const [source, destination] = house.chains;
      await house.execute(0, units);
      source.mine(confirmations);
      await house.work(60);
      nodesOf(house, destination).forEach(keepBack);

      destination.mine(1);
      await house.work(longMs);
      destination.mine(30);
      await house.work(longMs);
      await house.sweep();

      expect([await effects(house), paid(house)]).to.deep.equal([
        ['pull mined', 'payout open'],
        199_840n,
      ]);
      await endsAs(house, 'DELIVERED', ['pull mined', 'payout mined']);
    });

    it(`do not have a delivered route paid again: no node has ${missing}`, async () => {
      const [, destination] = await delivered(house);
      nodesOf(house, destination).forEach(keepBack);

      destination.mine(5);
      await house.sweep();
      await house.work(longMs);
      await house.sweep();

      expect([await stage(house), await effects(house), paid(house)]).to.deep.equal([
        'DELIVERED',
        ['pull mined', 'payout mined'],
        199_840n,
      ]);
      await endsAs(house, 'DELIVERED', ['pull mined', 'payout mined']);
    });

    it(`do not have a mined pull taken for a spent permit: no node has ${missing}`, async () => {
      const [source] = house.chains;
      nodesOf(house, source).forEach(keepBack);
      await house.execute(0, units);

      source.mine(1);
      await house.work(longMs);
      source.mine(30);
      await house.work(longMs);

      expect([await stage(house), await effects(house)]).to.deep.equal([
        'RECEIVING',
        ['pull open'],
      ]);
      await endsAs(house, 'DELIVERED', ['pull mined', 'payout mined']);
    });
  }

  it('hold no payout up where a second node has them', async () => {
    for (const node of nodesOf(house, house.chains[1]).slice(0, 1)) node.servesReceipts = false;

    await delivered(house);

    expect([await stage(house), paid(house)]).to.deep.equal(['DELIVERED', 199_840n]);
  });

  it('do not open a delivered route again where the one node that answers stands below its payout', async () => {
    const [, destination] = await delivered(house);
    const { custody } = house;
    const observe = custody.observe.bind(custody);
    const minedIn = destination.head.number;
    custody.observe = async (chain, watched, signal) => {
      const reading = await observe(chain, watched, signal);
      if (chain !== destination.ref) return reading;
      return {
        ...reading,
        block: minedIn - 1,
        effects: reading.effects.map((one) => ({
          ...one,
          mined: null,
          isNonceTaken: false,
          receiptOwed: null,
        })),
      };
    };

    await house.sweep();

    expect([await stage(house), await effects(house)]).to.deep.equal([
      'DELIVERED',
      ['pull mined', 'payout mined'],
    ]);
    custody.observe = observe;
    await endsAs(house, 'DELIVERED', ['pull mined', 'payout mined']);
  });

  it('leave a pull whose permit expired to the transaction that fills its nonce, and owe nothing', async () => {
    const [source] = house.chains;
    await house.execute(0, units);
    source.mine(1, true, 4_000);
    await house.work(60);
    for (const node of nodesOf(house, source)) node.servesReceipts = false;
    source.mine(30);
    await house.work(longMs);
    const before = await stage(house);
    for (const node of nodesOf(house, source)) healNode(node);
    await house.work(longMs);

    expect([before, await stage(house), paid(house)]).to.deep.equal([
      'RECEIVING',
      'NOT_PULLED',
      0n,
    ]);
    await endsAs(house, 'NOT_PULLED', ['pull mined']);
  });
});

describe('a nonce of ours that somebody else used', () => {
  let house: ModelHouse;
  beforeEach(async () => {
    house = await modelHouse(confirmations);
  });
  afterEach(() => house.close());

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
      const [source] = house.chains;
      const [first, second] = nodesOf(house, source);
      await accepted();
      await taken({ kind: 'noop' });
      if (second !== undefined) mend(second);
      if (first !== undefined && answer.startsWith('no node')) mend(first);
      await house.work(longMs);
      const before = await effects(house);
      for (const node of nodesOf(house, source)) healNode(node);
      await house.work(longMs);

      const after = [before, await effects(house), await stage(house)];
      expect(after).to.deep.equal([['pull open'], ['pull displaced'], 'QUARANTINED']);
      await operatorReleases();
      await endsAs(house, 'DELIVERED', ['pull displaced', 'pull mined', 'payout mined']);
    });
  }

  it('ends a route whose payer cancelled the permit too, once it is released, and the payer has all', async () => {
    const { permit } = await accepted();
    house.chains[0].offer({
      hash: house.chains[0].strangersHash(),
      from: permit.owner,
      nonce: null,
      action: { kind: 'cancel', permit: permitKeyText(permit) },
    });
    await taken({ kind: 'noop' });
    await house.work(longMs);

    expect(await stage(house)).to.equal('QUARANTINED');
    await operatorReleases();
    await endsAs(house, 'NOT_PULLED', ['pull displaced']);
  });

  it("for the pull itself, in bytes that the journal does not have, leaves the route open: the payer's money is with us", async () => {
    const { permit } = await accepted();
    await taken({
      kind: 'pull',
      permit: permitKeyText(permit),
      owner: permit.owner,
      to: accounts.float,
      units,
      deadlineSec: Number(permit.deadline),
    });
    await house.work(longMs);
    const refusal = await operatorReleases().catch((error: unknown) => String(error));
    await house.work(longMs);

    expect(refusal).to.contain(
      'pulled with its permit: refund the payer; the route stays quarantined',
    );
    expect([await stage(house), await effects(house)]).to.deep.equal([
      'QUARANTINED',
      ['pull displaced'],
    ]);
  });

  it('does not end a route whose pull only the journal calls displaced: it is found, and delivered', async () => {
    const [source] = house.chains;
    await accepted();
    source.mine(confirmations);
    const [pull = expect.fail()] = await house.money.store.reads.transactions.effectsOf(
      only(house).id,
    );
    await house.money.store.run('as-an-earlier-version-left-it', async (tx) => {
      await tx.transactions.moveEffect(pull.id, 'open', { state: 'displaced' });
      await tx.transactions.releaseReservation(`gas_${pull.id}`);
    });

    await house.work(longMs);

    expect(await effects(house)).to.deep.equal(['pull mined', 'payout open']);
    await endsAs(house, 'DELIVERED', ['pull mined', 'payout mined']);
  });

  async function accepted(): Promise<ModelTransfer> {
    await house.execute(0, units);
    return only(house);
  }

  /** The account runs again, then the route. */
  async function operatorReleases(): Promise<void> {
    const { signal } = new AbortController();
    await resumeAccount(house.money)(house.chains[0].ref, 'spender', signal);
    await releaseRoute(house.money)(only(house).id, signal);
  }

  /** The spender's first nonce goes to that, deep enough to be believed. */
  async function taken(action: ModelAction): Promise<void> {
    const [source] = house.chains;
    source.offer({ hash: source.strangersHash(), from: accounts.spender, nonce: 0, action });
    source.mine(1);
    await house.work(60);
    source.mine(confirmations);
  }
});

/**
 * A house with one transfer from its first chain to its second, whose payout is in the newest block
 * there.
 */
async function delivered(house: ModelHouse): Promise<ModelHouse['chains']> {
  const [source, destination] = house.chains;
  await house.execute(0, units);
  source.mine(confirmations);
  await house.work(60);
  destination.mine(1);
  await house.work(60);
  expect(await stage(house)).to.equal('DELIVERED');
  return house.chains;
}

function nodesOf({ custody }: ModelHouse, chain: ModelChain): readonly ModelNode[] {
  return custody.nodesOf(chain.ref);
}

function only({ transfers }: ModelHouse): ModelTransfer {
  return transfers[0] ?? expect.fail();
}

async function stage(house: ModelHouse): Promise<string | undefined> {
  return (await house.money.store.reads.transfers.route(only(house).id))?.stage;
}

async function effects(house: ModelHouse): Promise<readonly string[]> {
  return (await house.money.store.reads.transactions.effectsOf(only(house).id)).map(
    ({ purpose, state }) => `${purpose} ${state}`,
  );
}

/** What the recipient has. */
function paid(house: ModelHouse): bigint {
  const { to, recipient } = only(house);
  return to.balance(recipient);
}

async function endsAs(house: ModelHouse, last: string, ends: readonly string[]): Promise<void> {
  await settleHouse(house);
  expect(await auditSettled(house)).to.deep.equal({ wrong: [], stages: [last] });
  expect(await effects(house)).to.deep.equal(ends);
}
