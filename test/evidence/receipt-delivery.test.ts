import { systemEntropy } from '@interline/adapters/entropy';
import { rowSealer } from '@interline/adapters/hpke';
import { sumTrees } from '@interline/adapters/liability-tree';
import { ed25519Signer } from '@interline/adapters/receipt-signer';
import { announcingStore } from '@interline/core';
import { evidence } from '@interline/core/evidence';
import { receiptOf, type Route } from '@interline/core/transfer';
import { sampleRoute } from '@interline/http/testing';
import { RelayError } from '@interline/kernel';
import { createMailbox, type Mailbox, openRow } from '@interline/client/messages';
import type { CustodyPort } from '@interline/ports';
import { expect } from 'chai';
import { believed } from '../support/believed-clock.ts';
import { quietLog } from '../support/quiet-log.ts';
import { unwatchedLog } from '../support/unwatched-log.ts';
import { type MessageScene, openMessageScene } from '../messaging/message-scene.ts';

const today = '2026-11-23';
const ended = sampleRoute({ status: 'DONE', stage: 'DELIVERED', phase: 'ended' });
const quarterMs = 7_776_000_000;

describe('a receipt', () => {
  let scene: MessageScene;
  let reader: Mailbox;
  before(async () => {
    reader = await createMailbox();
  });
  beforeEach(async () => {
    scene = await openMessageScene();
  });
  afterEach(() => scene.close());

  const signer = ed25519Signer(Buffer.alloc(32, 1));
  const born = ({
    route = ended,
    hex = (bytes: number) => systemEntropy.hex(bytes),
    sureMs = () => scene.clock.ms,
  }: {
    readonly route?: Route;
    readonly hex?: (bytes: number) => string;
    readonly sureMs?: () => number;
  } = {}) => {
    const now = (): number => scene.clock.ms;
    const clock = { now, monotonic: now, sleep: async () => undefined, alarm: () => never };
    return evidence.create({
      store: announcingStore(scene.store, clock),
      clock,
      sureTime: believed({ now: sureMs }),
      entropy: { hex },
      rowSealer,
      receiptSigner: signer,
      messaging: { assertEnabled: () => undefined },
      custody: noChains,
      addressProofs: { prove: async () => null },
      books: {
        showStatement: async () => {
          throw new Error('no report is made here');
        },
      },
      lifetime: new AbortController().signal,
      liabilityTrees: sumTrees,
      transparencyLog: unwatchedLog(now),
      log: quietLog,
      deployment: { evidence: { enabled: true } },
      transfer: {
        async readRoute(id) {
          if (id !== route.id) throw new RelayError('UNKNOWN_ROUTE');
          return receiptOf(route, now());
        },
      },
    });
  };
  const to = (): Buffer => Buffer.from(reader.address, 'base64');
  const request = (routeId = ended.id, key: Uint8Array = to()) => ({
    routeId,
    to: key,
  });
  const signal = new AbortController().signal;

  it('lies in the bucket of its key, once for a pass, and opens for its key', async () => {
    const { deliverReceipt } = born();
    const pass = scene.pass();
    const { id, bucket } = await deliverReceipt(request(), pass, signal);
    const again = await codeOf(deliverReceipt(request(), pass, signal));
    const row = await scene.store.reads.messages.messageRow(id);
    const jws = await openRow(reader, row?.body ?? '');

    expect(bucket).to.equal(rowSealer.bucketOf(to(), today));
    expect([again, await scene.rowsIn(bucket, today)]).to.deep.equal(['PASS_SPENT', 1]);
    expect(headOf(jws)).to.include({ alg: 'EdDSA', typ: 'interline-receipt+jwt' });
  });

  it('that cannot be put, made or sealed leaves its pass unspent', async () => {
    const pass = scene.pass();
    const running = born({ route: sampleRoute() });
    await born({ hex: () => 'a'.repeat(32) }).deliverReceipt(request(), scene.pass(), signal);
    const codes = [
      await codeOf(born().deliverReceipt(request('rt_1'), pass, signal)),
      await codeOf(running.deliverReceipt(request(), pass, signal)),
      await codeOf(born().deliverReceipt(request(ended.id, new Uint8Array(32)), pass, signal)),
      await codeOf(born().deliverReceipt(request(ended.id, to().subarray(1)), pass, signal)),
      await codeOf(born({ hex: () => 'a'.repeat(32) }).deliverReceipt(request(), pass, signal)),
    ];

    expect(codes.slice(0, 4)).to.deep.equal([
      'UNKNOWN_ROUTE',
      'RECEIPT_NOT_READY',
      'BAD_REQUEST',
      'BAD_REQUEST',
    ]);
    expect(codes[4]).to.not.equal('done');
    expect(await scene.isSpent(pass)).to.equal(false);
    expect(await codeOf(born().deliverReceipt(request(), pass, signal))).to.equal('done');
  });

  it('of the sandbox has its own type', async () => {
    const route = { ...ended, isSimulated: true };
    const { id } = await born({ route }).deliverReceipt(request(), scene.pass(), signal);
    const row = await scene.store.reads.messages.messageRow(id);

    expect(headOf(await openRow(reader, row?.body ?? ''))).to.include({
      typ: 'interline-sandbox-receipt+jwt',
    });
  });

  it('is signed by the same key after a clock that nothing confirms was 400 days ahead', async () => {
    const startMs = scene.clock.ms;
    const { receiptKeys } = born({ sureMs: () => startMs });
    await receiptKeys();
    scene.clock.ms += 400 * 86_400_000;
    const ahead = await receiptKeys();

    expect(ahead.map(({ seq }) => seq)).to.deep.equal([1]);
    expect(await scene.store.reads.evidence.sealedReceiptKey(1)).to.not.equal(null);
  });

  it('is signed by one key for 90 days, and old keys stay public without their private halves', async () => {
    const [one, other] = [born(), born()];
    const drawn = await Promise.all([one, other, one, other].map((each) => each.receiptKeys()));
    scene.clock.ms += quarterMs - 1;
    const before = await one.receiptKeys();
    scene.clock.ms += 1;
    const after = await other.receiptKeys();

    expect(new Set(drawn.map((keys) => keys.map(({ kid }) => kid).join())).size).to.equal(1);
    expect([before.length, after.length]).to.deep.equal([1, 2]);
    expect(after[0]).to.deep.equal(before[0]);
    expect([
      await scene.store.reads.evidence.sealedReceiptKey(1),
      (await scene.store.reads.evidence.sealedReceiptKey(2)) === null,
    ]).to.deep.equal([null, false]);
  });
});

/** Nothing is looked up on a chain here. */
const noChains = {} as CustodyPort; // CAST: as the line above says.
const never = { rang: new Promise<void>(() => undefined), cancel: () => undefined };

function headOf(jws: string | null): unknown {
  return JSON.parse(Buffer.from((jws ?? '').split('.')[0] ?? '', 'base64url').toString());
}

async function codeOf(work: Promise<unknown>): Promise<unknown> {
  return work.then(
    () => 'done',
    (error: unknown) => (error as { code?: unknown }).code ?? 'a fault', // CAST: refusals have codes.
  );
}
