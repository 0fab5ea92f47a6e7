import { evmAddress, type Progress, RelayError } from '@interline/plugins';
import { expect } from 'chai';
import fc from 'fast-check';
import { mutatedBody } from '../../testing/mutated-body.ts';
import { orFault } from '../../testing/or-fault.ts';
import { scriptedApi } from '../../testing/scripted-api.ts';
import { socketCoin } from './request.ts';
import { socket } from './socket.ts';

const token = evmAddress('0xaf88d065e77c8cc2239327c5edb3a432268e5831');

const srcTx = `0x${'5c'.repeat(32)}` as const;
const otherTx = `0x${'07'.repeat(32)}` as const;
const destTx = `0x${'de'.repeat(32)}` as const;
const refundTx = `0x${'4e'.repeat(32)}` as const;

const signal = new AbortController().signal;
const track = (body: unknown, status = 200): Promise<Progress> =>
  socket.track({ quoteId: 'q', token }, srcTx, scriptedApi([{ status, body }]), signal);
const read = (result: unknown): Promise<Progress> =>
  track({ success: true, statusCode: 200, result, message: null });

describe('a status of Socket', () => {
  const swap = {
    quoteId: 'quote-1',
    userOp: 'tx',
    origin: { txHash: srcTx },
    destination: { txHash: destTx },
    refund: { txHash: refundTx },
  };

  const words: Readonly<Record<string, Progress>> = {
    PENDING: { status: 'BRIDGING', stage: 'PENDING' },
    IN_PROGRESS: { status: 'BRIDGING', stage: 'IN_PROGRESS' },
    COMPLETED: { status: 'DONE', stage: 'DELIVERED', destTx },
    SUCCESS: { status: 'DONE', stage: 'DELIVERED', destTx },
    FULFILLED: { status: 'DONE', stage: 'DELIVERED', destTx },
    SETTLED: { status: 'DONE', stage: 'DELIVERED', destTx },
    FAILED: { status: 'FAILED', stage: 'FAILED' },
    EXPIRED: { status: 'FAILED', stage: 'EXPIRED' },
    CANCELLED: { status: 'FAILED', stage: 'CANCELLED' },
    REFUNDED: { status: 'FAILED', stage: 'REFUNDED', refundTx },
    TELEPORTED: { status: 'BRIDGING', stage: 'UNKNOWN' },
  };

  for (const [word, progress] of Object.entries(words)) {
    it(`${word} is ${progress.status} ${progress.stage}`, async () => {
      expect(await read({ ...swap, statusCode: word, status: 'whatever' })).to.deep.equal(progress);
      expect(await read({ ...swap, status: word })).to.deep.equal(progress);
      expect(await read({ ...swap, statusCode: word.toLowerCase() })).to.deep.equal(progress);
    });
  }

  for (const { where, said } of [
    { where: 'destinationTxHash', said: { destinationTxHash: destTx } },
    { where: 'destination', said: { destination: { txHash: destTx } } },
    { where: 'destinationData', said: { destinationData: { txHash: destTx } } },
  ]) {
    it(`takes the destination's hash from ${where}`, async () => {
      expect(await read({ status: 'COMPLETED', ...said })).to.deep.equal({
        status: 'DONE',
        stage: 'DELIVERED',
        destTx,
      });
    });
  }

  it('is not a success where another token arrived', async () => {
    const paid = (address: string): object => ({
      txHash: destTx,
      output: [{ token: { chainId: 42161, address }, amount: '1' }],
    });

    expect(await read({ status: 'COMPLETED', destination: paid(token) })).to.deep.equal({
      status: 'DONE',
      stage: 'DELIVERED',
      destTx,
    });
    expect(
      await read({
        status: 'COMPLETED',
        destination: paid('0x4444444444444444444444444444444444444444'),
      }),
    ).to.deep.equal({ status: 'FAILED', stage: 'DELIVERED_OTHER_TOKEN', destTx });
    expect(
      await read({ status: 'COMPLETED', destination: { txHash: destTx, output: [] } }),
    ).to.deep.equal({ status: 'DONE', stage: 'DELIVERED', destTx });
  });

  it('is a success where Socket names a coin as its wrapped token', async () => {
    const result = {
      status: 'COMPLETED',
      destination: {
        txHash: destTx,
        output: [
          {
            token: { chainId: 10, address: '0x4200000000000000000000000000000000000006' },
            amount: '1',
          },
        ],
      },
    };

    expect(
      await socket.track(
        { quoteId: 'q', token: socketCoin },
        srcTx,
        scriptedApi([{ status: 200, body: { success: true, result } }]),
        signal,
      ),
    ).to.deep.equal({ status: 'DONE', stage: 'DELIVERED', destTx });
  });

  it('is done or refunded without a hash as well', async () => {
    expect(await read({ status: 'COMPLETED', destination: { txHash: null } })).to.deep.equal({
      status: 'DONE',
      stage: 'DELIVERED',
    });
    expect(await read({ status: 'REFUNDED', refund: null })).to.deep.equal({
      status: 'FAILED',
      stage: 'REFUNDED',
    });
  });

  it('is under way while the quote is unknown', async () => {
    const unknown = { success: false, statusCode: '404', result: null, message: 'not found' };

    expect(await track(unknown, 404)).to.deep.equal({
      status: 'BRIDGING',
      stage: 'NOT_INDEXED',
    });
    expect(await track(unknown)).to.deep.equal({
      status: 'BRIDGING',
      stage: 'NOT_INDEXED',
    });
  });

  for (const { what, status, body } of [
    { what: 'a refusal', status: 400, body: { success: false, statusCode: 400, result: null } },
    {
      what: 'a failure in a 200',
      status: 200,
      body: { success: false, statusCode: 500, result: null },
    },
    { what: 'an answer without a result', status: 200, body: { success: true, result: null } },
    {
      what: 'a result without a status',
      status: 200,
      body: { success: true, result: { quoteId: 'quote-1' } },
    },
  ]) {
    it(`is a fault in ${what}`, async () => {
      const failure: unknown = await track(body, status).catch((error: unknown) => error);

      expect(failure).to.be.instanceOf(RelayError).with.property('code', 'RAIL_FAULT');
    });
  }
});

describe("a status of Bungee, Socket's version 1", () => {
  const request = (bungeeStatusCode: number, said: object = {}): object => ({
    hash: otherTx,
    originData: { txHash: srcTx, status: 'COMPLETED' },
    destinationData: { txHash: destTx, status: 'COMPLETED' },
    routeDetails: { name: 'Bungee' },
    bungeeStatusCode,
    refund: null,
    ...said,
  });

  for (const [code, said, progress] of [
    [0, {}, { status: 'BRIDGING', stage: 'PENDING' }],
    [1, {}, { status: 'BRIDGING', stage: 'ASSIGNED' }],
    [2, {}, { status: 'BRIDGING', stage: 'EXTRACTED' }],
    [3, {}, { status: 'DONE', stage: 'DELIVERED', destTx }],
    [4, {}, { status: 'DONE', stage: 'DELIVERED', destTx }],
    [4, { destinationData: null }, { status: 'DONE', stage: 'DELIVERED' }],
    [5, {}, { status: 'FAILED', stage: 'EXPIRED' }],
    [6, {}, { status: 'FAILED', stage: 'CANCELLED' }],
    [7, {}, { status: 'BRIDGING', stage: 'REFUNDING' }],
    [7, { refund: { txHash: refundTx } }, { status: 'FAILED', stage: 'REFUNDED', refundTx }],
    [8, {}, { status: 'BRIDGING', stage: 'REFUNDING' }],
    [8, { refund: { txHash: null } }, { status: 'BRIDGING', stage: 'REFUNDING' }],
    [8, { refund: { txHash: refundTx } }, { status: 'FAILED', stage: 'REFUNDED', refundTx }],
    [9, {}, { status: 'BRIDGING', stage: 'UNKNOWN' }],
  ] as const) {
    it(`${code} ${JSON.stringify(said)} is ${progress.status} ${progress.stage}`, async () => {
      expect(await read([request(code, said)])).to.deep.equal(progress);
    });
  }

  it('is under way before the request is listed', async () => {
    expect(await read([])).to.deep.equal({ status: 'BRIDGING', stage: 'NOT_INDEXED' });
  });

  it('is that of the request of our transaction, of several', async () => {
    const stranger = request(5, { originData: { txHash: otherTx } });

    expect(await read([stranger, request(3)])).to.deep.equal({
      status: 'DONE',
      stage: 'DELIVERED',
      destTx,
    });
    expect(await read([stranger, stranger])).to.deep.equal({
      status: 'BRIDGING',
      stage: 'NOT_INDEXED',
    });
  });
});

describe('a mutated status of Socket', () => {
  for (const { version, result } of [
    {
      version: 3,
      result: {
        quoteId: 'quote-1',
        userOp: 'tx',
        status: 'COMPLETED',
        statusCode: 'COMPLETED',
        origin: { txHash: srcTx },
        destination: { txHash: destTx },
        refund: null,
      },
    },
    {
      version: 1,
      result: [
        {
          hash: otherTx,
          originData: { txHash: srcTx },
          destinationData: { txHash: destTx },
          bungeeStatusCode: 8,
          refund: { txHash: refundTx },
        },
      ],
    },
  ]) {
    it(`of version ${version} names no transaction that the body does not`, async () => {
      await fc.assert(
        fc.asyncProperty(
          mutatedBody({ success: true, statusCode: 200, result, message: null }),
          async (body) => {
            const progress = await orFault(() => track(body));

            if (progress === null) return;
            expect(['BRIDGING', 'DONE', 'FAILED']).to.include(progress.status);
            for (const hash of [progress.destTx, progress.refundTx])
              expect(JSON.stringify(body).toLowerCase()).to.include(hash ?? '');
          },
        ),
        { numRuns: 1_000 },
      );
    });
  }
});
