import { expect } from 'chai';
import { asUnits, type ChainRef, evmAddress, type SignedPermit } from '@interline/kernel';
import type { CustodyPort, TransactionRequest, Prepared } from '@interline/ports';
import { committed, type Committed } from './transactions.ts';
import { valueOf } from './outcome-value.ts';

/** What a node does not serve while its head and its newest state are up to date. */
export type KeptBack = 'receipts' | 'transactions' | 'history' | 'everything';

/** A chain with two configured nodes, of which the first is read. */
export interface LateReceiptsScene {
  readonly chain: ChainRef;
  /** Over both nodes. */
  readonly custody: CustodyPort;
  readonly usdc: string;
  mine(blocks: number): Promise<void>;
  keepBack(node: 0 | 1, what: readonly KeptBack[]): void;
  /** Of a payer who holds the money and has approved Permit2. */
  permit(units: bigint): Promise<SignedPermit>;
  /** The payer spends the permit's nonce for nothing, in the pool. */
  cancel(permit: SignedPermit): Promise<void>;
  close(): Promise<void>;
}

const { signal } = new AbortController();
const anywhere = { freeAt: null, takenAt: null };
const recipient = evmAddress(`0x${'42'.repeat(20)}`);

/**
 * What custody says of transactions whose receipts are late, and of those that another transaction
 * displaced.
 */
export function lateReceiptsContract(name: string, open: () => Promise<LateReceiptsScene>): void {
  describe(`late receipts by ${name} custody`, () => {
    let scene: LateReceiptsScene;
    before(async () => {
      scene = await open();
    });
    beforeEach(() => {
      scene.keepBack(0, []);
      scene.keepBack(1, []);
    });
    after(() => scene.close());

    for (const purpose of ['pull', 'payout'] as const) {
      it(`of a ${purpose} are owed if one node has them, and count once a second node shows them too`, async () => {
        const { signedTransaction, watched } = await minedTransaction(purpose);
        scene.keepBack(0, ['receipts']);
        const { mined, isSlotTaken, receiptOwed } = await reading(watched);
        scene.keepBack(0, []);

        expect([mined, isSlotTaken, receiptOwed]).to.deep.equal([
          null,
          true,
          signedTransaction.hash,
        ]);
        const shown = await reading(watched);
        expect([shown.mined?.transfers[0]?.units, shown.receiptOwed]).to.deep.equal([1_000n, null]);
      });
    }

    it("are owed if no node has any and one knows the transaction's block", async () => {
      const { signedTransaction, watched } = await minedPayout();
      scene.keepBack(0, ['receipts', 'transactions']);
      scene.keepBack(1, ['receipts']);

      expect(await reading(watched)).to.deep.equal({
        transactionId: watched.transaction.id,
        mined: null,
        isSlotTaken: true,
        receiptOwed: signedTransaction.hash,
      });
      expect(await consumer(watched)).to.deep.include({
        kind: 'found',
        hash: signedTransaction.hash,
      });
    });

    it('are found owed in the blocks if no node knows the hash', async () => {
      const { signedTransaction, watched } = await minedPayout();
      for (const node of [0, 1] as const) scene.keepBack(node, ['receipts', 'transactions']);

      expect(await reading(watched)).to.deep.equal({
        transactionId: watched.transaction.id,
        mined: null,
        isSlotTaken: true,
        receiptOwed: null,
      });
      expect(await consumer(watched)).to.deep.include({
        kind: 'found',
        hash: signedTransaction.hash,
      });
    });

    it('are not owed for a slot that another transaction consumed, which is found with its depth', async () => {
      const [ours, other] = [await payout(), await noop()];
      await scene.custody.broadcast([other.signedTransaction]);
      await scene.mine(3);

      const { block } = await scene.custody.observe(scene.chain, [other.watched], signal);
      expect(await reading(ours.watched)).to.deep.equal({
        transactionId: ours.watched.transaction.id,
        mined: null,
        isSlotTaken: true,
        receiptOwed: null,
      });
      expect(await consumer(ours.watched)).to.deep.equal({
        kind: 'found',
        hash: other.signedTransaction.hash,
        block: block - 2,
        head: block,
      });
    });

    it('and consumers are unseen while a configured node is silent', async () => {
      const [ours, other] = [await payout(), await noop()];
      await scene.custody.broadcast([other.signedTransaction]);
      await scene.mine(1);
      scene.keepBack(1, ['everything']);

      expect(await consumer(ours.watched)).to.include({ kind: 'unseen', reason: 'node-silent' });
    });

    it('and consumers are unseen if no node serves what has been', async () => {
      const [ours, other] = [await payout(), await noop()];
      await scene.custody.broadcast([other.signedTransaction]);
      await scene.mine(1);
      for (const node of [0, 1] as const) scene.keepBack(node, ['history']);

      expect(await consumer(ours.watched)).to.include({
        kind: 'unseen',
        reason: 'history-unserved',
      });
    });

    it('and consumers are unseen while the slot is free', async () => {
      const { watched } = await payout();

      expect(await consumer(watched)).to.include({ kind: 'unseen', reason: 'nodes-disagree' });
    });

    it('leave a permit unspent until it is, redeemed if a transaction of ours brought the money', async () => {
      const permit = await scene.permit(5_000n);
      const { signedTransaction } = await sealed(pullOf(permit));
      const before = await scene.custody.fateOf(permit, null, signal);
      await scene.custody.broadcast([signedTransaction]);
      await scene.mine(2);

      expect([before, await scene.custody.fateOf(permit, null, signal)]).to.deep.equal([
        { kind: 'unspent' },
        { kind: 'redeemed', hash: signedTransaction.hash },
      ]);
    });

    it('leave the fate of a permit unseen, neither redeemed nor spent for nothing', async () => {
      const permit = await scene.permit(5_000n);
      const { signedTransaction } = await sealed(pullOf(permit));
      await scene.custody.broadcast([signedTransaction]);
      await scene.mine(1);

      for (const node of [0, 1] as const) scene.keepBack(node, ['receipts']);
      const late = await scene.custody.fateOf(permit, null, signal);
      for (const node of [0, 1] as const) scene.keepBack(node, ['history']);
      const forgotten = await scene.custody.fateOf(permit, null, signal);
      scene.keepBack(0, []);
      scene.keepBack(1, ['everything']);
      const silent = await scene.custody.fateOf(permit, null, signal);

      expect(
        [late, forgotten, silent].map((one) => (one.kind === 'unseen' ? one.reason : one.kind)),
      ).to.deep.equal(['history-unserved', 'history-unserved', 'node-silent']);
    });

    it('do not hide that the payer spent the permit for nothing', async () => {
      const permit = await scene.permit(5_000n);
      await scene.cancel(permit);
      await scene.mine(3);
      for (const node of [0, 1] as const) scene.keepBack(node, ['receipts', 'transactions']);

      const fate = await scene.custody.fateOf(permit, null, signal);
      expect(fate.kind).to.equal('spent-elsewhere');
      if (fate.kind === 'spent-elsewhere') expect(fate.head - fate.block).to.equal(2);
    });

    async function sealed(intent: TransactionRequest): Promise<Committed> {
      const [prepared = expect.fail()]: readonly Prepared[] = valueOf(
        await scene.custody.prepare(intent, signal),
      );
      const [one = expect.fail()] = await committed(scene.custody, [prepared]);
      return one;
    }
    const payout = (): Promise<Committed> =>
      sealed({
        kind: 'payout',
        purpose: 'payout',
        chain: scene.chain,
        token: scene.usdc,
        role: 'float',
        to: recipient,
        units: asUnits(1_000n),
      });
    const noop = (): Promise<Committed> =>
      sealed({ kind: 'noop', chain: scene.chain, role: 'float' });
    async function minedTransaction(purpose: 'pull' | 'payout'): Promise<Committed> {
      const one =
        purpose === 'pull' ? await sealed(pullOf(await scene.permit(1_000n))) : await payout();
      await scene.custody.broadcast([one.signedTransaction]);
      await scene.mine(1);
      return one;
    }
    const minedPayout = (): Promise<Committed> => minedTransaction('payout');
    const consumer = (watched: Committed['watched']) =>
      scene.custody.consumerOf(watched, anywhere, signal);
    async function reading(watched: Committed['watched']) {
      const [one = expect.fail()] = (await scene.custody.observe(scene.chain, [watched], signal))
        .transactions;
      return one;
    }
  });
}

function pullOf(permit: SignedPermit): TransactionRequest {
  return {
    kind: 'pull',
    permit,
    allowance: null,
    to: 'float',
    underWay: [],
    then: [],
  };
}
