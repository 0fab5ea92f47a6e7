import { expect } from 'chai';
import { Interface } from 'ethers/abi';
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

type Step = {
  id: string;
  requestId?: string;
  items: {
    data: { to: string; data: string; value: string; chainId: number };
    check?: { endpoint: string };
  }[];
};
type Quote = {
  steps: Step[];
  details: { recipient: string; currencyOut: { amount: string; minimumAmount: string } };
};
type Told = { status: string; inTxHashes: string[]; txHashes: string[] };

const coin = `0x${'0'.repeat(40)}`;
const erc20 = new Interface(['function approve(address spender, uint256 amount)']);

describe('the stand-in of Relay', () => {
  let lane: Lane;

  before(async () => {
    lane = await openLane('relay');
  });
  after(() => lane.close());

  it('answers the steps to run: an approval, and a deposit that names the order', async () => {
    const {
      steps: [approve, deposit],
      details,
    } = await quoted(someone());

    const approval = erc20
      .decodeFunctionData('approve', approve?.items[0]?.data.data ?? '')
      .toArray();
    const call = standInBridge
      .decodeFunctionData('depositErc20', deposit?.items[0]?.data.data ?? '')
      .toArray();
    expect([approve?.id, approve?.items[0]?.data.to, approval]).to.deep.equal([
      'approve',
      usdcOf(lane.base),
      [lane.base.bridge, 100_000_000n],
    ]);
    expect([deposit?.id, deposit?.items[0]?.data.to, call]).to.deep.equal([
      'deposit',
      lane.base.bridge,
      [lane.depositor, usdcOf(lane.base), 100_000_000n, deposit?.requestId],
    ]);
    expect(deposit?.items[0]?.check?.endpoint).to.equal(
      `/intents/status/v3?requestId=${deposit?.requestId}`,
    );
    expect([details.currencyOut.amount, details.currencyOut.minimumAmount]).to.deep.equal([
      '99920000',
      '99420400',
    ]);
  });

  it('pays the recipient what it quoted, and reports it under the request', async () => {
    const recipient = someone();
    const quote = await quoted(recipient);
    const untouched = await told(quote);

    const txHash = await pay(quote);
    const words = await wordsUntil('success', async () => (await told(quote)).status);

    expect(untouched.status).to.equal('waiting');
    expect(words.filter((word) => word !== 'waiting')).to.deep.equal([
      'depositing',
      'pending',
      'success',
    ]);
    expect((await told(quote)).inTxHashes).to.deep.equal([txHash]);
    expect(await heldBy(recipient, lane.arbitrum, usdcOf(lane.arbitrum))).to.equal(99_920_000n);
  });

  it('takes the coin without an approval', async () => {
    const recipient = someone();
    const quote = await quoted(recipient, {
      originCurrency: coin,
      destinationCurrency: coin,
      amount: '1000000000000000000',
    });

    await pay(quote);
    await wordsUntil('success', async () => (await told(quote)).status);

    expect(quote.steps.map(({ id }) => id)).to.deep.equal(['deposit']);
    // 1 coin less 6 bps and 2 cents at 3,000 dollars a coin.
    expect(await heldBy(recipient, lane.arbitrum, null)).to.equal(999_393_333_333_333_333n);
  });

  it('gives a deposit back to the refund address', async () => {
    const refundTo = someone();
    const { quote } = await paidUnder('refunded', { refundTo });

    await wordsUntil('refund', async () => (await told(quote)).status);

    expect(await heldBy(refundTo, lane.base, usdcOf(lane.base))).to.equal(100_000_000n);
  });

  it('has no state for another token: it reports a success', async () => {
    const { quote, recipient } = await paidUnder('partial');

    await wordsUntil('success', async () => (await told(quote)).status);

    expect(await heldBy(recipient, lane.arbitrum, usdcOf(lane.arbitrum))).to.equal(0n);
  });

  it('calls a stuck order delayed', async () => {
    const { quote, recipient } = await paidUnder('stuck');
    await wordsUntil('delayed', async () => (await told(quote)).status);

    await lane.fault(null, recipient);

    expect((await wordsUntil('success', async () => (await told(quote)).status)).at(-1)).to.equal(
      'success',
    );
  });

  it('shows a wrong recipient in the details, since the calldata holds none', async () => {
    const recipient = someone();
    await lane.fault('wrong-recipient', recipient);

    expect((await quoted(recipient)).details.recipient).to.equal(
      '0xBAdBadbADBaDBADBadbADbaDBadBaDBADBadBAD0',
    );
  });

  it('refuses in its own words', async () => {
    const missing = await lane.post('/quote/v2', { user: lane.depositor });
    const tooLow = await ask(someone(), { amount: '10' });
    const noRoute = await ask(someone(), { destinationChainId: 10 });
    const unknown = await lane.get('/intents/status/v3', { requestId: '0x00' });

    expect(missing).to.deep.equal({
      status: 400,
      body: { message: "body must have required property 'tradeType'" },
    });
    expect([tooLow.status, (tooLow.body as { errorCode: string }).errorCode]).to.deep.equal([
      400,
      'AMOUNT_TOO_LOW',
    ]);
    expect([noRoute.status, (noRoute.body as { errorCode: string }).errorCode]).to.deep.equal([
      400,
      'NO_SWAP_ROUTES_FOUND',
    ]);
    expect(unknown).to.deep.equal({ status: 404, body: { message: 'Request not found' } });
  });

  function ask(recipient: string, other: object = {}): Promise<Reply> {
    return lane.post('/quote/v2', {
      user: lane.depositor,
      recipient,
      refundTo: lane.depositor,
      originChainId: 8453,
      destinationChainId: 42161,
      originCurrency: usdcOf(lane.base),
      destinationCurrency: usdcOf(lane.arbitrum),
      amount: '100000000',
      tradeType: 'EXACT_INPUT',
      slippageTolerance: '50',
      ...other,
    });
  }

  async function quoted(recipient: string, other: object = {}): Promise<Quote> {
    const { status, body } = await ask(recipient, other);
    expect(status, JSON.stringify(body)).to.equal(200);
    return body as Quote;
  }

  async function paidUnder(
    fault: Fault,
    other: object = {},
  ): Promise<{ quote: Quote; recipient: string }> {
    const recipient = someone();
    await lane.fault(fault, recipient);
    const quote = await quoted(recipient, other);
    await pay(quote);
    return { quote, recipient };
  }

  async function pay({ steps }: Quote): Promise<string> {
    const call = steps.at(-1)?.items[0]?.data ?? { to: '', data: '', value: '0' };
    const { txHash } = await lane.deposit({
      ...call,
      ...(call.value === '0'
        ? { approve: { spender: lane.base.bridge, units: 100_000_000n } }
        : {}),
    });
    return txHash;
  }

  async function told({ steps }: Quote): Promise<Told> {
    return (await lane.get('/intents/status/v3', { requestId: steps.at(-1)?.requestId ?? '' }))
      .body as Told;
  }
});
