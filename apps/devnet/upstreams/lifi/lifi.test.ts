import { expect } from 'chai';
import type { Fault } from '../fault-board.ts';
import { standInBridge } from '../stand-in-bridge.ts';
import {
  heldBy,
  type Lane,
  openLane,
  type Reply,
  someone,
  usdcOf,
  wordsUntil,
} from '../testing/open-lane.ts';

type Quote = {
  id: string;
  estimate: { toAmount: string; toAmountMin: string; approvalAddress: string };
  transactionRequest: { to: string; data: string; value: string };
};
type Told = {
  status: string;
  substatus?: string;
  receiving: { txHash?: string; chainId?: number; token?: { symbol: string } };
};

const coin = `0x${'0'.repeat(40)}`;

describe('the stand-in of LI.FI', () => {
  let lane: Lane;

  before(async () => {
    lane = await openLane('lifi');
  });
  after(() => lane.close());

  it('quotes with the transaction to send', async () => {
    const receiver = someone();

    const { status, body } = await ask(receiver);

    const {
      estimate,
      transactionRequest: { to, data, value },
    } = body as Quote;
    const { bridgeData } = standInBridge
      .decodeFunctionData('startBridgeTokensViaStandard', data)
      .toObject(true) as {
      bridgeData: Record<string, unknown>;
    };
    expect(status).to.equal(200);
    expect([estimate.toAmount, estimate.toAmountMin, estimate.approvalAddress]).to.deep.equal([
      '99880000',
      '99380600',
      lane.base.bridge,
    ]);
    expect([to, value]).to.deep.equal([lane.base.bridge, '0x0']);
    expect(bridgeData).to.deep.equal({
      transactionId: (body as Quote).id,
      bridge: 'stargateV2',
      integrator: 'lifi-api',
      referrer: coin,
      sendingAssetId: usdcOf(lane.base),
      receiver,
      minAmount: 100_000_000n,
      destinationChainId: 42_161n,
      hasSourceSwaps: false,
      hasDestinationCall: false,
    });
  });

  it('pays the receiver what it quoted, and reports it under the source transaction', async () => {
    const receiver = someone();
    const { transactionRequest: call } = await quoted(receiver);

    const { txHash } = await pay(call);
    const words = await wordsUntil('DONE COMPLETED', async () => wordsOf(await told(txHash)));

    const { receiving } = await told(txHash);
    expect(words.filter((word) => word !== 'NOT_FOUND')).to.deep.equal([
      'PENDING WAIT_SOURCE_CONFIRMATIONS',
      'PENDING WAIT_DESTINATION_TRANSACTION',
      'DONE COMPLETED',
    ]);
    expect(receiving.chainId).to.equal(42_161);
    expect(await heldBy(receiver, lane.arbitrum, usdcOf(lane.arbitrum))).to.equal(99_880_000n);
  });

  it('bridges the coin, and the coin into a token', async () => {
    const receiver = someone();
    const ether = '1000000000000000000';
    const { transactionRequest: plain } = await quoted(receiver, {
      fromToken: coin,
      toToken: coin,
      fromAmount: ether,
    });
    const { transactionRequest: exchanging } = await quoted(receiver, {
      fromToken: coin,
      fromAmount: ether,
    });

    const first = await pay(plain);
    const second = await pay(exchanging);
    await wordsUntil('DONE COMPLETED', async () => wordsOf(await told(first.txHash)));
    await wordsUntil('DONE COMPLETED', async () => wordsOf(await told(second.txHash)));

    expect(await heldBy(receiver, lane.arbitrum, null)).to.equal(998_800_000_000_000_000n);
    expect(await heldBy(receiver, lane.arbitrum, usdcOf(lane.arbitrum))).to.equal(2_996_400_000n);
  });

  it('answers 400 with its code to a request without a required field', async () => {
    const { status, body } = await lane.get('/v1/quote', { fromChain: '8453' });

    expect({ status, body }).to.deep.equal({
      status: 400,
      body: { message: "must have required property 'fromAddress'", code: 1011 },
    });
  });

  it('has no route to a chain it does not list or the devnet does not run', async () => {
    const answers = await Promise.all(
      ['7777777', '10', '8453'].map((toChain) => ask(someone(), { toChain })),
    );

    expect(
      answers.map(({ status, body }) => [status, (body as { code: number }).code]),
    ).to.deep.equal([
      [404, 1002],
      [404, 1002],
      [404, 1002],
    ]);
  });

  it('does not know a transaction it has not seen', async () => {
    expect(wordsOf(await told(`0x${'7'.repeat(64)}`))).to.equal('NOT_FOUND');
  });

  it('gives a deposit back to its depositor', async () => {
    const before = await heldBy(lane.depositor, lane.base, usdcOf(lane.base));
    const { txHash } = await paidUnder('refunded');

    const words = await wordsUntil('DONE REFUNDED', async () => wordsOf(await told(txHash)));

    expect(words).to.include('PENDING REFUND_IN_PROGRESS');
    expect((await told(txHash)).receiving.chainId).to.equal(8453);
    expect(await heldBy(lane.depositor, lane.base, usdcOf(lane.base))).to.equal(before);
  });

  it('pays another token and calls it partial', async () => {
    const { receiver, txHash } = await paidUnder('partial');

    await wordsUntil('DONE PARTIAL', async () => wordsOf(await told(txHash)));

    const dai = lane.arbitrum.tokens.find(({ symbol }) => symbol === 'DAI')?.address ?? '';
    expect((await told(txHash)).receiving.token?.symbol).to.equal('DAI');
    expect(await heldBy(receiver, lane.arbitrum, dai)).to.equal(99_880_000_000_000_000_000n);
    expect(await heldBy(receiver, lane.arbitrum, usdcOf(lane.arbitrum))).to.equal(0n);
  });

  it('pays short of its minimum and calls it done', async () => {
    const { receiver, txHash } = await paidUnder('short-fill');

    await wordsUntil('DONE COMPLETED', async () => wordsOf(await told(txHash)));

    expect(await heldBy(receiver, lane.arbitrum, usdcOf(lane.arbitrum))).to.equal(89_442_540n);
  });

  it('calls done what it did not pay', async () => {
    const { receiver, txHash } = await paidUnder('lying-done');

    await wordsUntil('DONE COMPLETED', async () => wordsOf(await told(txHash)));

    expect((await told(txHash)).receiving.txHash).to.match(/^0x[0-9a-f]{64}$/);
    expect(await heldBy(receiver, lane.arbitrum, usdcOf(lane.arbitrum))).to.equal(0n);
  });

  it('is stuck until the fault is taken away, and then pays', async () => {
    const { receiver, txHash } = await paidUnder('stuck');
    await wordsUntil('PENDING WAIT_DESTINATION_TRANSACTION', async () =>
      wordsOf(await told(txHash)),
    );
    const heldMeanwhile = await heldBy(receiver, lane.arbitrum, usdcOf(lane.arbitrum));

    await lane.fault(null, receiver);
    await wordsUntil('DONE COMPLETED', async () => wordsOf(await told(txHash)));

    expect([
      heldMeanwhile,
      await heldBy(receiver, lane.arbitrum, usdcOf(lane.arbitrum)),
    ]).to.deep.equal([0n, 99_880_000n]);
  });

  it('writes another recipient or token into the calldata, and nowhere else', async () => {
    const [recipient, token] = await Promise.all([
      quotedUnder('wrong-recipient'),
      quotedUnder('wrong-token'),
    ]);

    expect(bridgeDataOf(recipient)).to.deep.equal([
      '0xBAdBadbADBaDBADBadbADbaDBadBaDBADBadBAD0',
      usdcOf(lane.base),
    ]);
    expect(bridgeDataOf(token).at(1)).to.equal(
      lane.base.tokens.find(({ symbol }) => symbol === 'DAI')?.address,
    );
  });

  function ask(receiver: string, other: Readonly<Record<string, string>> = {}): Promise<Reply> {
    return lane.get('/v1/quote', {
      fromChain: '8453',
      toChain: '42161',
      fromToken: usdcOf(lane.base),
      toToken: usdcOf(lane.arbitrum),
      fromAmount: '100000000',
      fromAddress: lane.depositor,
      toAddress: receiver,
      slippage: '0.005',
      ...other,
    });
  }

  async function quoted(
    receiver: string,
    other: Readonly<Record<string, string>> = {},
  ): Promise<Quote> {
    const { status, body } = await ask(receiver, other);
    expect(status, JSON.stringify(body)).to.equal(200);
    return body as Quote;
  }

  async function quotedUnder(fault: Fault): Promise<Quote> {
    const receiver = someone();
    await lane.fault(fault, receiver);
    return quoted(receiver);
  }

  async function paidUnder(fault: Fault): Promise<{ receiver: string; txHash: string }> {
    const receiver = someone();
    await lane.fault(fault, receiver);
    const { transactionRequest: call } = await quoted(receiver);
    return { receiver, txHash: (await pay(call)).txHash };
  }

  function pay(call: Quote['transactionRequest']): Promise<{ txHash: string; succeeded: boolean }> {
    const isCoin = BigInt(call.value) > 0n;
    return lane.deposit({
      ...call,
      ...(isCoin ? {} : { approve: { spender: lane.base.bridge, units: 100_000_000n } }),
    });
  }

  async function told(txHash: string): Promise<Told> {
    return (await lane.get('/v1/status', { txHash, fromChain: '8453', toChain: '42161' }))
      .body as Told;
  }
});

function wordsOf({ status, substatus }: Told): string {
  return substatus === undefined ? status : `${status} ${substatus}`;
}

function bridgeDataOf({ transactionRequest: { data } }: Quote): unknown[] {
  const { bridgeData } = standInBridge
    .decodeFunctionData('startBridgeTokensViaStandard', data)
    .toObject(true) as {
    bridgeData: { receiver: string; sendingAssetId: string };
  };
  return [bridgeData.receiver, bridgeData.sendingAssetId];
}
