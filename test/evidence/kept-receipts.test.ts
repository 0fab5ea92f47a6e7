import { systemEntropy } from '@interline/adapters/entropy';
import { issueReceipt } from '@interline/core/evidence';
import type { Route } from '@interline/core/transfer';
import { sampleRoute } from '@interline/http/testing';
import { RelayError } from '@interline/kernel';
import { expect } from 'chai';
import { createHash } from 'node:crypto';
import { quietLog } from '../support/quiet-log.ts';
import { type EvidenceScene, openEvidenceScene } from './evidence-scene.ts';

describe('the receipt that is kept', () => {
  let scene: EvidenceScene;
  beforeEach(async () => {
    scene = await openEvidenceScene();
  });
  afterEach(() => scene.close());

  const signal = new AbortController().signal;
  const read = (id: string) => scene.evidence.readReceipt(id, signal);

  it('is signed in the unit that ends its route, once, and read with its salt', async () => {
    const route = await scene.end();
    const kept = await read(route.id);
    const keys = await scene.evidence.receiptKeys();

    expect(scene.signer.verify(kept.jws, 'interline-receipt+jwt', keys)).to.include({
      id: route.id,
      status: 'DONE',
      svcFee: '20000',
      bridged: '24980000',
      minOut: '24875000',
      v: 2,
    });
    expect(scene.signer.verify(kept.jws, 'interline-receipt+jwt', keys)).to.deep.include({
      from: {
        chain: 8453,
        token: '0x833589fcd6edb6e08f4c7c32d4f71b54bda02913',
        symbol: 'USDC',
        decimals: 6,
        amount: '25000000',
      },
    });
    expect(kept.salt).to.match(/^[0-9a-f]{64}$/);
    expect(await read(route.id)).to.deep.equal(kept);
    expect([kept.number, kept.place, kept.isSandbox]).to.deep.equal([1, null, false]);
  });

  it('goes with its unit if that is undone', async () => {
    const undone = scene.announcing
      .run('end', async (tx) => {
        const route = { ...(await scene.end()), id: 'rt_undone' };
        const event = { id: 'ev_1', routeId: route.id, srcTx: null, destTx: null, atMs: 1 };
        await tx.announce.routeEnded({ ...event, kind: 'route.done' }, route);
        throw new Error('the unit fails after that');
      })
      .catch((error: unknown) => (error as Error).message); // CAST: it is the one above.

    expect(await undone).to.equal('the unit fails after that');
    expect(await scene.store.reads.evidence.lastReceipt('rt_undone')).to.equal(null);
    // A key that the undone unit drew signs nothing.
    const { id } = await scene.end();
    const keys = await scene.evidence.receiptKeys();
    expect(scene.signer.verify((await read(id)).jws, 'interline-receipt+jwt', keys)).to.not.equal(
      null,
    );
  });

  it('is signed even if the readers of the store do not answer: its unit waits for none', async () => {
    await scene.evidence.receiptKeys();
    const asked: string[] = [];
    const silent = (name: string) => (): Promise<never> => {
      asked.push(name);
      return new Promise(() => undefined);
    };
    const issue = issueReceipt({
      reads: { receiptKeys: silent('keys'), sealedReceiptKey: silent('sealed') },
      receiptSigner: scene.signer,
      entropy: systemEntropy,
      clock: { now: () => scene.clock.ms },
      log: quietLog,
    });

    for (const id of ['rt_1', 'rt_2'])
      await scene.announcing.run('end', (tx) => issue(tx, sampleRoute({ id })));

    expect(await scene.store.reads.evidence.lastReceipt('rt_2')).to.not.equal(null);
    expect(asked).to.deep.equal(['keys']);
    expect(await scene.evidence.receiptKeys()).to.have.length(1);
  });

  it('is left out if its key does not open: the route ends, and it is signed once the next is drawn', async () => {
    const before = await read((await scene.end()).id);
    const errors: string[] = [];
    const log = { ...quietLog, error: (event: string) => errors.push(event) };
    const other = await openEvidenceScene({ store: scene.store, secret: Buffer.alloc(32, 2), log });
    const readThere = (id: string) => other.evidence.readReceipt(id, signal);

    const { id } = await other.end();
    const unsigned = await readThere(id).catch((error: unknown) => codeOf(error));
    const alarms = await other.evidence.signingAlarms();
    await other.evidence.duties.find(({ name }) => name === 'receipt-keys')?.run();
    const next = await other.end();
    const keys = await other.evidence.receiptKeys();

    expect(unsigned).to.equal('RECEIPT_NOT_READY');
    expect(alarms).to.deep.equal([
      'routes end without their receipts: the privacy secret of this process does not open the key that signs them',
    ]);
    expect(await other.evidence.signingAlarms()).to.deep.equal([]);
    expect(keys.map(({ seq }) => seq)).to.deep.equal([1, 2]);
    expect(await scene.store.reads.evidence.lastReceipt(next.id)).to.not.equal(null);
    for (const { jws } of [before, await readThere(id), await readThere(next.id)])
      expect(other.signer.verify(jws, 'interline-receipt+jwt', keys)).to.not.equal(null);
    expect(errors.slice(0, 2)).to.deep.equal(['receipt-not-signed', 'receipt-not-signed']);
    expect(errors).to.include('receipt-key-does-not-open');
  });

  it('is followed by one that names it, if a reorg took the end back', async () => {
    const route = await scene.end();
    const first = await read(route.id);
    await scene.reopen(route);
    const between = await read(route.id).catch((error: unknown) => codeOf(error));
    scene.clock.ms += 1_000;
    await scene.end({ id: route.id, status: 'FAILED', stage: 'REFUNDED' });
    const second = await read(route.id);
    const claims = claimsIn(second.jws);

    expect(between).to.equal('RECEIPT_NOT_READY');
    expect([claims['status'], claims['supersedes']]).to.deep.equal([
      'FAILED',
      createHash('sha256').update(first.jws).digest('hex'),
    ]);
    expect(claimsIn(first.jws)).to.not.have.property('supersedes');
    expect([second.number, second.salt === first.salt]).to.deep.equal([2, false]);
    const [old, now] = await Promise.all(
      [first, second].map(({ jws }) => scene.evidence.verifyReceipt({ jws }, signal)),
    );
    expect([old?.valid, now?.valid]).to.deep.equal([false, true]);
    expect(old?.checks.map(({ name, ok }) => [name, ok])).to.deep.equal([
      ['signature', true],
      ['current', false],
    ]);
  });

  it('is not that of an end that a reorg took back, even while the next end cannot be signed', async () => {
    const route = await scene.end();
    const { id } = route;
    const first = await read(id);
    await scene.reopen(route);
    const other = await openEvidenceScene({ store: scene.store, secret: Buffer.alloc(32, 2) });
    const readThere = () => other.evidence.readReceipt(id, signal);
    other.clock.ms += 1_000;
    await other.end({ id, status: 'FAILED', stage: 'REFUNDED' });

    const unsigned = await readThere().catch((error: unknown) => codeOf(error));
    await other.evidence.duties.find(({ name }) => name === 'receipt-keys')?.run();
    const second = await readThere();

    expect(unsigned).to.equal('RECEIPT_NOT_READY');
    expect(claimsIn(second.jws)).to.deep.include({
      status: 'FAILED',
      supersedes: createHash('sha256').update(first.jws).digest('hex'),
    });
    expect(await readThere()).to.deep.equal(second);
    const [old, now] = await Promise.all(
      [first, second].map(({ jws }) => other.evidence.verifyReceipt({ jws }, signal)),
    );
    expect([old?.valid, now?.valid]).to.deep.equal([false, true]);
  });

  it('is not current if a reorg took the end of its route back, or once that has another end', async () => {
    let route: Route | null = null;
    const shows = await openEvidenceScene({
      store: scene.store,
      wrap: (store) => ({
        ...store,
        reads: {
          ...store.reads,
          transfers: { ...store.reads.transfers, routeToShow: async () => route },
        },
      }),
    });
    const { id } = await shows.end();
    const { jws } = await shows.evidence.readReceipt(id, signal);
    const verdicts: boolean[] = [];
    const endedAtMs = shows.clock.ms;
    for (const shown of [
      { status: 'DONE', updatedAtMs: endedAtMs },
      { status: 'BRIDGING', updatedAtMs: endedAtMs },
      { status: 'DONE', updatedAtMs: endedAtMs + 1 },
      null,
    ] as const) {
      route = shown === null ? null : sampleRoute({ id, srcTx: null, destTx: null, ...shown });
      verdicts.push((await shows.evidence.verifyReceipt({ jws }, signal)).valid);
    }

    // A route that is no longer kept is judged by its last receipt.
    expect(verdicts).to.deep.equal([true, false, false, true]);
  });

  it('of the sandbox has its own type, and does not verify as a receipt', async () => {
    const { id } = await scene.end({ isSimulated: true });
    const { jws, isSandbox } = await read(id);

    expect(isSandbox).to.equal(true);
    expect(headIn(jws)['typ']).to.equal('interline-sandbox-receipt+jwt');
    expect((await scene.evidence.verifyReceipt({ jws }, signal)).valid).to.equal(false);
  });

  it('is not read without the id of its route', async () => {
    const { id } = await scene.end();
    const others = [`${id}0`, id.slice(0, -1), id.toUpperCase(), `%${id.slice(3)}`, ''];

    for (const other of others)
      expect(await read(other).catch((error: unknown) => codeOf(error))).to.equal('UNKNOWN_ROUTE');
  });

  it('names no payer of a deposit, and no claim if no balance must be claimed', async () => {
    const { id } = await scene.end({ mode: 'deposit' });
    const claims = claimsIn((await read(id)).jws);

    expect(claims['payer']).to.equal(null);
    expect(claims['to']).to.not.have.property('claim');
  });
});

function claimsIn(jws: string): Record<string, unknown> {
  return partOf(jws, 1);
}

function headIn(jws: string): Record<string, unknown> {
  return partOf(jws, 0);
}

function partOf(jws: string, at: number): Record<string, unknown> {
  const text = Buffer.from(jws.split('.')[at] ?? '', 'base64url').toString();
  return JSON.parse(text) as Record<string, unknown>; // CAST: judged by the test.
}

function codeOf(error: unknown): unknown {
  return error instanceof RelayError ? error.code : error;
}
