import { expect } from 'chai';
import type { Fault } from '../fault-board.ts';
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
  expectedOutputAmount: string;
  minOutputAmount: string;
  quoteExpiryTimestamp: number;
  checks: { allowance: { spender: string } };
  approvalTxns: { to: string }[];
  swapTx: { chainId: number; to: string; data: string; value: string };
};
type Told = {
  status: string;
  actionsSucceeded: boolean | null;
  fillTxnRef: string | null;
  depositRefundTxnRef: string | null;
};

const coin = `0x${'0'.repeat(40)}`;
const deposit = '0xad5425c6';
const depositV3 = '0x7b939232';

describe('the stand-in of Across', () => {
  let lane: Lane;

  before(async () => {
    lane = await openLane('across');
  });
  after(() => lane.close());

  it('quotes with the deposit to send', async () => {
    const quote = await quoted(someone());

    expect([quote.expectedOutputAmount, quote.minOutputAmount]).to.deep.equal([
      '99850000',
      '98851500',
    ]);
    expect([quote.swapTx.to, quote.swapTx.value, quote.swapTx.data.slice(0, 10)]).to.deep.equal([
      lane.base.bridge,
      '0',
      deposit,
    ]);
    expect([quote.checks.allowance.spender, quote.approvalTxns.map(({ to }) => to)]).to.deep.equal([
      lane.base.bridge,
      [usdcOf(lane.base)],
    ]);
    expect(quote.quoteExpiryTimestamp * 1_000).to.be.within(
      Date.now() + 50_000,
      Date.now() + 61_000,
    );
  });

  it('pays the recipient what it quoted, and reports it under the deposit', async () => {
    const recipient = someone();
    const txHash = await pay(await quoted(recipient));

    const words = await wordsUntil('filled', async () => (await told(txHash)).status);

    const { actionsSucceeded, fillTxnRef } = await told(txHash);
    expect(words.slice(-2)).to.deep.equal(['pending', 'filled']);
    expect(actionsSucceeded).to.equal(null);
    expect(fillTxnRef).to.match(/^0x[0-9a-f]{64}$/);
    expect(await heldBy(recipient, lane.arbitrum, usdcOf(lane.arbitrum))).to.equal(99_850_000n);
  });

  it('takes the older deposit as well, whose addresses are the same bytes', async () => {
    const { swapTx, approvalTxns } = await quoted(someone());
    const older = { ...swapTx, data: `${depositV3}${swapTx.data.slice(10)}` };

    expect(approvalTxns).to.have.lengthOf(1);
    expect(
      await lane.deposit({ ...older, approve: { spender: lane.base.bridge, units: 100_000_000n } }),
    ).to.have.property('succeeded', true);
  });

  it('takes the coin as its wrapped token', async () => {
    const recipient = someone();
    const quote = await quoted(recipient, {
      inputToken: coin,
      outputToken: coin,
      amount: '1000000000000000000',
    });

    const txHash = await pay(quote);
    await wordsUntil('filled', async () => (await told(txHash)).status);

    expect([quote.swapTx.value, quote.approvalTxns]).to.deep.equal(['1000000000000000000', []]);
    // 1 coin less 5 bps and 10 cents at 3,000 dollars a coin.
    expect(await heldBy(recipient, lane.arbitrum, null)).to.equal(999_466_666_666_666_666n);
  });

  it('makes no two deposits alike', async () => {
    const recipient = someone();

    const quotes = await Promise.all([quoted(recipient), quoted(recipient)]);

    expect(new Set(quotes.map(({ swapTx }) => swapTx.data)).size).to.equal(2);
  });

  it('gives a deposit back to the refund address, by way of expired', async () => {
    const refundAddress = someone();
    const { txHash } = await paidUnder('refunded', { refundAddress });

    const words = await wordsUntil('refunded', async () => (await told(txHash)).status);

    expect(words.slice(-2)).to.deep.equal(['expired', 'refunded']);
    expect((await told(txHash)).depositRefundTxnRef).to.match(/^0x[0-9a-f]{64}$/);
    expect(await heldBy(refundAddress, lane.base, usdcOf(lane.base))).to.equal(100_000_000n);
  });

  it('fills with another token when the actions behind the bridge fail', async () => {
    const { txHash, recipient } = await paidUnder('failed-actions');

    await wordsUntil('filled', async () => (await told(txHash)).status);

    expect((await told(txHash)).actionsSucceeded).to.equal(false);
    expect(await heldBy(recipient, lane.arbitrum, usdcOf(lane.arbitrum))).to.equal(0n);
  });

  it('waits for a slow fill while it is stuck', async () => {
    const { txHash, recipient } = await paidUnder('stuck');
    await wordsUntil('slowFillRequested', async () => (await told(txHash)).status);

    await lane.fault(null, recipient);

    expect((await wordsUntil('filled', async () => (await told(txHash)).status)).at(-1)).to.equal(
      'filled',
    );
  });

  it('refuses in its own words', async () => {
    const missing = await lane.get('/api/swap/approval', { tradeType: 'exactInput' });
    const malformed = await ask(someone(), { amount: '1.5' });
    const tooLow = await ask(someone(), { amount: '100000' });
    const noRoute = await ask(someone(), { destinationChainId: '100' });
    const unknown = await lane.get('/api/deposit/status', { depositTxnRef: `0x${'7'.repeat(64)}` });

    const said = ({ status, body }: Reply): unknown[] => [
      status,
      (body as { code: string }).code,
      (body as { param?: string }).param,
    ];
    expect([missing, malformed, tooLow, noRoute, unknown].map(said)).to.deep.equal([
      [400, 'MISSING_PARAM', 'depositor'],
      [400, 'INVALID_PARAM', 'amount'],
      [400, 'AMOUNT_TOO_LOW', 'amount'],
      [400, 'ROUTE_NOT_ENABLED', undefined],
      [404, 'DEPOSIT_NOT_FOUND', undefined],
    ]);
  });

  function ask(recipient: string, other: Readonly<Record<string, string>> = {}): Promise<Reply> {
    return lane.get('/api/swap/approval', {
      tradeType: 'exactInput',
      amount: '100000000',
      inputToken: usdcOf(lane.base),
      outputToken: usdcOf(lane.arbitrum),
      originChainId: '8453',
      destinationChainId: '42161',
      depositor: lane.depositor,
      recipient,
      slippage: '0.01',
      ...other,
    });
  }

  async function quoted(
    recipient: string,
    other: Readonly<Record<string, string>> = {},
  ): Promise<Quote> {
    const { status, body } = await ask(recipient, other);
    expect(status, JSON.stringify(body)).to.equal(200);
    return body as Quote;
  }

  async function paidUnder(
    fault: Fault,
    other: Readonly<Record<string, string>> = {},
  ): Promise<{ txHash: string; recipient: string }> {
    const recipient = someone();
    await lane.fault(fault, recipient);
    return { txHash: await pay(await quoted(recipient, other)), recipient };
  }

  async function pay({ swapTx, approvalTxns }: Quote): Promise<string> {
    const approve =
      approvalTxns.length === 0
        ? {}
        : { approve: { spender: lane.base.bridge, units: 100_000_000n } };
    return (await lane.deposit({ ...swapTx, ...approve })).txHash;
  }

  async function told(depositTxnRef: string): Promise<Told> {
    return (await lane.get('/api/deposit/status', { depositTxnRef })).body as Told;
  }
});
