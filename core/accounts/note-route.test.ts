import { asAmount, asUnits, evmAddress, evmChain } from '@interline/kernel';
import { expect } from 'chai';
import type { Route } from '../transfer/index.ts';
import { noteRoute } from './note-route.ts';

const base = evmChain(8453);
const payer = evmAddress(`0x${'77'.repeat(20)}`);
const usdc = `0x${'33'.repeat(20)}`;
const nowMs = 1_763_600_012_000;

describe('what an account learns of a route', () => {
  it('is that it was accepted, each stage, and how it ended', async () => {
    expect(await told(null, {})).to.deep.equal(['route.accepted RECEIVING']);
    expect(await told({}, { stage: 'SENDING' })).to.deep.equal(['route.stage SENDING']);
    expect(await told({}, { status: 'DONE', stage: 'DELIVERED' })).to.deep.equal([
      'route.done DELIVERED',
    ]);
    expect(await told({}, { status: 'FAILED', stage: 'NOT_PULLED' })).to.deep.equal([
      'route.failed NOT_PULLED',
    ]);
    expect(await told({ status: 'FUNDS_REQUIRED' }, {})).to.deep.equal(['route.stage RECEIVING']);
  });

  it('is a refund before its end, with what came back and by which transaction', async () => {
    const { events } = await happened(
      { stage: 'REFUNDING' },
      { status: 'FAILED', stage: 'REFUNDED', refundTx: '0xbb', credited: asUnits(25_000_000n) },
    );

    expect(events).to.deep.equal([
      {
        kind: 'route.refunded',
        atMs: nowMs,
        about: {
          routeId: 'rt_1',
          status: 'FAILED',
          stage: 'REFUNDED',
          srcTx: '0xaa',
          destTx: null,
          refundTx: '0xbb',
          chain: 8453,
          token: usdc,
          amount: '25000000',
        },
      },
      {
        kind: 'route.failed',
        atMs: nowMs,
        about: {
          routeId: 'rt_1',
          status: 'FAILED',
          stage: 'REFUNDED',
          srcTx: '0xaa',
          destTx: null,
          refundTx: '0xbb',
          errorCode: 'INTERNAL',
        },
      },
    ]);
  });

  it('is a refund that is held, and a stage when it is sent after all', async () => {
    const held = { stage: 'REFUND_HELD', credited: asUnits(25_000_000n) };

    expect(await told({ stage: 'REFUNDING' }, held)).to.deep.equal([
      'route.refund_held REFUND_HELD',
    ]);
    expect(await told(held, { ...held, stage: 'REFUNDING' })).to.deep.equal([
      'route.stage REFUNDING',
    ]);
  });

  it('is that it goes on if a reorg took its end', async () => {
    expect(await told({ status: 'DONE', stage: 'DELIVERED' }, { stage: 'SENDING' })).to.deep.equal([
      'route.stage SENDING',
    ]);
  });

  it('is nothing if only its inside moved, it is a rehearsal, or no wallet signed for it', async () => {
    expect(await told({}, { cursor: 1, version: 2 })).to.deep.equal([]);
    expect(await told(null, { isSimulated: true })).to.deep.equal([]);
    expect(await told(null, { permit: null, mode: 'self' })).to.deep.equal([]);
  });

  it('is recorded for the account of the key, and for that of a contract on the chain of the permit', async () => {
    expect((await happened(null, {})).accounts).to.deep.equal([[payer, `${base}/${payer}`]]);
  });
});

async function told(
  before: Partial<Route> | null,
  after: Partial<Route>,
): Promise<readonly string[]> {
  const { events } = await happened(before, after);
  return events.map(({ kind, about }) => `${kind} ${about['stage'] ?? ''}`);
}

async function happened(before: Partial<Route> | null, after: Partial<Route>) {
  const accounts: (readonly string[])[] = [];
  const events: Parameters<Parameters<typeof noteRoute>[0]['accounts']['recordEvents']>[1][] = [];
  const tx = {
    accounts: {
      async recordEvents(to: readonly string[], event: (typeof events)[number]) {
        accounts.push(to);
        events.push(event);
        return [];
      },
    },
    webhooks: { oweToAccount: async () => undefined },
  };
  await noteRoute(tx, before === null ? null : route(before), route(after), nowMs);
  return { accounts, events };
}

function route(change: Partial<Route>): Route {
  const token = { chain: base, address: usdc, symbol: 'USDC', decimals: 6, asset: 'USD' };
  return {
    id: 'rt_1',
    version: 1,
    status: 'BRIDGING',
    stage: 'RECEIVING',
    phase: 'running',
    isSimulated: false,
    mode: 'permit2',
    rail: 'stock',
    railPackage: 'stock',
    bridge: 'stock',
    order: {
      routeId: 'rt_1',
      lane: { from: base, to: base },
      from: token,
      to: token,
      amount: asAmount(25_000_000n),
      payer,
      recipient: payer,
      slippage: 5_000 as Route['order']['slippage'],
      minOutput: asUnits(24_000_000n),
    },
    permit: {
      chain: base,
      owner: payer,
      token: evmAddress(usdc),
      units: asAmount(25_000_000n),
      nonce: 1n,
      deadline: 1_790_000_000n,
      signature: '0xabcd',
    },
    allowance: null,
    plan: {
      pullTo: 'float',
      output: asUnits(1n),
      fee: asUnits(0n),
      keeps: 'durable',
      steps: [],
      charges: [],
    },
    quote: null,
    cursor: 0,
    credited: null,
    delivered: null,
    refusals: [],
    failure: null,
    srcTx: '0xaa',
    destTx: null,
    refundTx: null,
    givenBack: null,
    owed: null,
    client: 'c_1',
    spender: null,
    refundTo: null,
    refundFrom: null,
    createdAtMs: 1,
    updatedAtMs: 2,
    ...change,
  };
}
