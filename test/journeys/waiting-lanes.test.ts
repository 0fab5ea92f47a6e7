import { evmChain } from '@interline/kernel';
import { endOfRoute } from '../support/end-of-route.ts';
import { type Harness, startHarness } from '../support/harness.ts';
import { stockRail } from '../support/stock-rail.ts';
import { type JsonRecord, ServiceError, textField } from '@interline/cli';
import { scriptedManifest, scriptedRail, scriptedSteps } from '@interline/plugins/testing';
import { expect } from 'chai';

const recipient = '0x1111111111111111111111111111111111111111';

/**
 * Asks for a deposit on its lane from Base, for the operator's funds on its lane from Arbitrum,
 * then waits for the arrival.
 */
const waitingRail = scriptedRail({
  manifest: scriptedManifest({
    id: 'waiting',
    ways: ['waiting'],
    lanes: [
      { from: 'eip155:8453', to: 'eip155:10', settles: 'firm' },
      { from: 'eip155:42161', to: 'eip155:10', settles: 'firm' },
    ],
  }),
  steps: (order) => [
    order.lane.from === evmChain(8453)
      ? scriptedSteps.awaitDeposit(order)
      : scriptedSteps.awaitFunds(order),
    scriptedSteps.track(),
  ],
  plan: { pullTo: 'none' },
  progress: [{ status: 'WAITING', stage: 'WAITING' }],
});

describe('a lane that waits for money', () => {
  let harness: Harness;
  before(async () => {
    harness = await startHarness({
      chainIds: [8453, 42161, 10],
      rails: [
        waitingRail,
        stockRail({
          manifest: scriptedManifest({
            id: 'stock',
            ways: ['stock'],
            capabilities: ['inventory'],
            lanes: [{ from: 'eip155:8453', to: 'eip155:42161', settles: 'firm' }],
          }),
        }),
      ],
    });
  });
  after(() => harness.stop());

  it('answers AWAITING_DEPOSIT with the address and the amount to send', async () => {
    const receipt = await execute(
      { fromChain: 8453, toChain: 10, mode: 'self', live: true },
      harness.operatorToken,
    );

    expect(receipt).to.deep.include({
      status: 'AWAITING_DEPOSIT',
      deposit: { address: '0x3333333333333333333333333333333333333333', amount: '1000000' },
      srcTx: null,
      destTx: null,
    });
    expect(receipt['id']).to.match(/^rt_[0-9a-f]{32}$/);
  });

  it('answers FUNDS_REQUIRED if the operator must fund an account first', async () => {
    const receipt = await execute(
      { fromChain: 42161, toChain: 10, mode: 'self', live: true },
      harness.operatorToken,
    );

    expect(receipt).to.deep.include({
      status: 'FUNDS_REQUIRED',
      fund: {
        chain: 10,
        address: '0x4444444444444444444444444444444444444444',
        amount: '1000000',
      },
    });
  });

  function execute(change: JsonRecord, token?: string): Promise<JsonRecord> {
    return executeAt(harness, change, token);
  }
});

describe('live mode "self"', () => {
  let harness: Harness;
  before(async () => {
    harness = await startHarness({ chainIds: [8453, 42161] });
  });
  after(() => harness.stop());

  for (const [who, token] of [
    ['an anonymous caller', undefined],
    ['a guesser', 'operator-token-of-somebody-else'],
  ] as const) {
    it(`is refused to ${who}, whatever the rail`, async () => {
      const refusal = await refusalOf(
        execute({ fromChain: 8453, toChain: 42161, mode: 'self', live: true }, token),
      );

      expect([refusal.status, refusal.body['errorCode']]).to.deep.equal([403, 'OPERATOR_ONLY']);
    });
  }

  it('is open to any caller as a rehearsal', async () => {
    const dry = await execute({ fromChain: 8453, toChain: 42161, dryRun: true });

    expect(dry).to.deep.include({ status: 'DRY', broadcast: false });
    expect(dry['rankedRails']).to.deep.equal([
      {
        rail: 'stock',
        bridge: 'stock',
        estOut: '999200',
        minOut: '999200',
        fee: '800',
        etaSeconds: 30,
        needsLive: false,
      },
    ]);
  });

  it("moves the operator's own float for the operator", async () => {
    const receipt = await execute(
      { fromChain: 8453, toChain: 42161, mode: 'self', live: true },
      harness.operatorToken,
    );
    const last = await endOfRoute(harness.client, textField(receipt, 'id'));

    expect(last).to.include({ status: 'DONE', srcTx: null });
  });

  it('is not the way to release a refund either', async () => {
    const refusal = await refusalOf(harness.client.post('/operator/refund', { id: 'rt_0' }));

    expect([refusal.status, refusal.body['errorCode']]).to.deep.equal([403, 'OPERATOR_ONLY']);
  });

  function execute(change: JsonRecord, token?: string): Promise<JsonRecord> {
    return executeAt(harness, change, token);
  }
});

describe('a corridor the mesh knows as quote-only', () => {
  let harness: Harness;
  before(async () => {
    harness = await startHarness({ chainIds: [8453, 42161] });
  });
  after(() => harness.stop());

  for (const [fromChain, toChain] of [
    ['solana', 8453],
    [8453, 'solana'],
    ['stellar', 8453],
  ] as const) {
    it(`is refused with UNSUPPORTED_DIRECTION from ${fromChain} to ${toChain}, though no rail is there yet`, async () => {
      const refusal = await refusalOf(
        harness.client.post('/api/route/execute', {
          fromChain,
          toChain,
          amount: '1000000',
          toAddress:
            toChain === 'solana' ? '7fUAJdStEuGbc3sM84cKRL6yYaaSstyLSU4ve5oovLS7' : recipient,
          dryRun: true,
        }),
      );

      expect([refusal.status, refusal.body['errorCode'], refusal.body['status']]).to.deep.equal([
        422,
        'UNSUPPORTED_DIRECTION',
        'UNSUPPORTED_DIRECTION',
      ]);
    });
  }
});

function executeAt(harness: Harness, change: JsonRecord, token?: string): Promise<JsonRecord> {
  const headers = token === undefined ? {} : { authorization: `Bearer ${token}` };
  return harness.client.post(
    '/api/route/execute',
    { token: 'USDC', amount: '1000000', toAddress: recipient, ...change },
    headers,
  );
}

async function refusalOf(answer: Promise<unknown>): Promise<ServiceError> {
  const error: unknown = await answer.then(
    () => null,
    (refusal: unknown) => refusal,
  );
  if (error instanceof ServiceError) return error;
  throw new Error('the service did not refuse');
}
