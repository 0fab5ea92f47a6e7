import { expect } from 'chai';
import { Interface } from 'ethers/abi';
import { zeroPadValue } from 'ethers/utils';
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

type Step = {
  type: 'approve' | 'bridge';
  transaction: { to: string; data: string; value?: string };
};
type Quote = {
  dstAmount: string;
  dstAmountMin: string;
  srcToken: string;
  dstAddress: string;
  steps: Step[];
};
type Message = {
  status: { name: string };
  source: { tx: { txHash: string } };
  destination: { tx?: { txHash: string } };
};

const coin = '0xEeeeeEeeeEeEeeEeEeEeeEEEeeeeEeeeeeeeEEeE';
const stranger = '0xBAdBadbADBaDBADBadbADbaDBadBaDBADBadBAD0';
const pool = new Interface([
  'function sendToken((uint32 dstEid,bytes32 to,uint256 amountLD,uint256 minAmountLD,bytes extraOptions,' +
    'bytes composeMsg,bytes oftCmd) sendParam,(uint256 nativeFee,uint256 lzTokenFee) fee,address refundAddress) payable',
  'function approve(address spender,uint256 amount)',
]);

describe('the stand-in of Stargate', () => {
  let lane: Lane;

  before(async () => {
    lane = await openLane('stargate');
  });
  after(() => lane.close());

  it('quotes two steps, an approval of its pool and the call of it', async () => {
    const recipient = someone();

    const { status, body } = await ask(recipient);

    const [
      {
        steps: [approve, bridge],
      },
    ] = quotesIn(body) as [Quote]; // CAST: the rest is asserted whole.
    const step = { sender: lane.depositor, chainKey: 'base' };
    expect({ status, body }).to.deep.equal({
      status: 200,
      body: {
        quotes: [
          {
            route: 'stargate/v2/taxi',
            error: null,
            srcAmount: '100000000',
            srcAmountMax: '100000000',
            dstAmount: '99994000',
            dstAmountMin: '99500000',
            srcToken: usdcOf(lane.base),
            dstToken: usdcOf(lane.arbitrum),
            srcAddress: lane.depositor,
            dstAddress: recipient,
            srcChainKey: 'base',
            dstChainKey: 'arbitrum',
            dstNativeAmount: '0',
            duration: { estimated: 2 },
            fees: [{ token: coin, chainKey: 'base', amount: '50000000000000', type: 'message' }],
            steps: [
              {
                type: 'approve',
                ...step,
                transaction: {
                  to: usdcOf(lane.base),
                  from: lane.depositor,
                  data: approve?.transaction.data,
                },
              },
              {
                type: 'bridge',
                ...step,
                transaction: {
                  to: lane.base.bridge,
                  from: lane.depositor,
                  value: '50000000000000',
                  data: bridge?.transaction.data,
                },
              },
            ],
          },
        ],
      },
    });
    expect([...pool.decodeFunctionData('approve', approve?.transaction.data ?? '')]).to.deep.equal([
      lane.base.bridge,
      100_000_000n,
    ]);
  });

  it('writes recipient, minimum and LayerZero endpoint into the call', async () => {
    const recipient = someone();

    const { data } = bridgeOf(await quoted(recipient));

    const {
      sendParam: [endpoint, to, amount, least],
      fee,
      refundAddress,
    } = sentIn(data);
    expect([endpoint, to, amount, least]).to.deep.equal([
      30110n,
      zeroPadValue(recipient, 32).toLowerCase(),
      100_000_000n,
      99_500_000n,
    ]);
    expect([[...fee], refundAddress]).to.deep.equal([[50_000_000_000_000n, 0n], lane.depositor]);
  });

  it('pays the recipient what it quoted, and the scan knows it by the source transaction', async () => {
    const recipient = someone();
    const quote = await quoted(recipient);

    const { txHash } = await pay(quote);
    const words = await wordsUntil('DELIVERED', () => wordOf(txHash));

    const [message] = (await scan(txHash)).messages;
    // Not indexed for a moment, which is a 404 and has no word.
    expect(words.filter((word) => word !== undefined)).to.deep.equal([
      'INFLIGHT',
      'CONFIRMING',
      'DELIVERED',
    ]);
    expect([message?.source.tx.txHash, message?.destination.tx?.txHash.length]).to.deep.equal([
      txHash,
      66,
    ]);
    expect(await heldBy(recipient, lane.arbitrum, usdcOf(lane.arbitrum))).to.equal(99_994_000n);
  });

  it('takes the coin in one step, the message fee on top', async () => {
    const recipient = someone();
    const quote = await quoted(recipient, {
      srcToken: coin,
      dstToken: coin,
      srcAmount: '1000000000000000000',
      dstAmountMin: '990000000000000000',
    });

    const { txHash } = await pay(quote);
    await wordsUntil('DELIVERED', () => wordOf(txHash));

    expect(quote.steps.map(({ type, transaction }) => [type, transaction.value])).to.deep.equal([
      ['bridge', '1000050000000000000'],
    ]);
    expect(await heldBy(recipient, lane.arbitrum, null)).to.equal(999_940_000_000_000_000n);
  });

  it('gives a failed transfer back to the depositor, and names that transaction nowhere', async () => {
    const recipient = someone();
    await lane.fault('refunded', recipient);
    const quote = await quoted(recipient);
    const before = await heldBy(lane.depositor, lane.base, usdcOf(lane.base));

    const { txHash } = await pay(quote);
    const words = await wordsUntil('FAILED', () => wordOf(txHash));

    const [message] = (await scan(txHash)).messages;
    expect(words.filter((word) => word !== undefined)).to.deep.equal(['INFLIGHT', 'FAILED']);
    expect(message?.destination).to.deep.equal({});
    expect(await heldBy(lane.depositor, lane.base, usdcOf(lane.base))).to.equal(before);
  });

  it('is in flight for as long as it is stuck', async () => {
    const recipient = someone();
    await lane.fault('stuck', recipient);
    const quote = await quoted(recipient);

    const { txHash } = await pay(quote);
    await wordsUntil('INFLIGHT', () => wordOf(txHash));
    await lane.fault(null, recipient);
    const words = await wordsUntil('DELIVERED', () => wordOf(txHash));

    expect(words).to.deep.equal(['INFLIGHT', 'CONFIRMING', 'DELIVERED']);
  });

  it('knows no message of a transaction that sent none', async () => {
    expect(await lane.get(`/v1/messages/tx/0x${'1'.repeat(64)}`)).to.deep.equal({
      status: 404,
      body: { message: 'No messages found' },
    });
  });

  const nothing: [string, Record<string, string>][] = [
    ['a minimum it cannot reach', { dstAmountMin: '99994001' }],
    ['an amount its fee eats up', { srcAmount: '1', dstAmountMin: '1' }],
    ['another asset than it takes', { dstToken: coin, dstAmountMin: '1' }],
    ['a token it does not know', { dstToken: stranger }],
  ];
  for (const [what, query] of nothing) {
    it(`quotes nothing for ${what}`, async () => {
      expect(await ask(someone(), query)).to.deep.equal({ status: 200, body: { quotes: [] } });
    });
  }

  it('quotes exactly the output that was asked for at least', async () => {
    const { dstAmount, dstAmountMin } = await quoted(someone(), { dstAmountMin: '99994000' });

    expect([dstAmount, dstAmountMin]).to.deep.equal(['99994000', '99994000']);
  });

  const invalid: [string, Record<string, string>, string][] = [
    ['a chain by its number', { srcChainKey: '8453' }, 'srcChainKey is invalid: 8453'],
    ['an amount with a fraction', { srcAmount: '1.5' }, 'srcAmount is invalid: "1.5"'],
    ['no least output', { dstAmountMin: '' }, 'dstAmountMin is invalid: ""'],
  ];
  for (const [what, query, message] of invalid) {
    it(`answers ${what} with 422`, async () => {
      expect(await ask(someone(), query)).to.deep.equal({
        status: 422,
        body: { error: { message } },
      });
    });
  }

  it('answers 429 under the fault rate-limited', async () => {
    const recipient = someone();
    await lane.fault('rate-limited', recipient);

    expect(await ask(recipient)).to.deep.equal({
      status: 429,
      body: { error: { message: 'Too many requests' } },
    });
  });

  const offers: [Fault, (quote: Quote) => unknown, unknown][] = [
    ['wrong-target', (quote) => bridgeOf(quote).to, stranger],
    [
      'wrong-recipient',
      (quote) => [quote.dstAddress, sentIn(bridgeOf(quote).data).sendParam[1]],
      [stranger, zeroPadValue(stranger, 32).toLowerCase()],
    ],
    [
      'lower-minimum',
      (quote) => [quote.dstAmountMin, sentIn(bridgeOf(quote).data).sendParam[3]],
      ['89550000', 89_550_000n],
    ],
  ];
  for (const [fault, look, seen] of offers) {
    it(`offers under ${fault} what must not be taken`, async () => {
      const recipient = someone();
      await lane.fault(fault, recipient);

      const quote = await quoted(recipient);

      expect(look(quote)).to.deep.equal(seen);
    });
  }

  it('asks for an approval of another token than was named, under the fault wrong-token', async () => {
    const recipient = someone();
    await lane.fault('wrong-token', recipient);

    const { srcToken, steps } = await quoted(recipient);

    const dai = lane.base.tokens.find(({ symbol }) => symbol === 'DAI')?.address;
    expect([srcToken, steps[0]?.type, steps[0]?.transaction.to]).to.deep.equal([
      dai,
      'approve',
      dai,
    ]);
  });

  function ask(recipient: string, query: Record<string, string> = {}): Promise<Reply> {
    return lane.get('/api/v1/quotes', {
      srcToken: usdcOf(lane.base),
      dstToken: usdcOf(lane.arbitrum),
      srcAddress: lane.depositor,
      dstAddress: recipient,
      srcChainKey: 'base',
      dstChainKey: 'arbitrum',
      srcAmount: '100000000',
      dstAmountMin: '99500000',
      ...query,
    });
  }

  async function quoted(recipient: string, query: Record<string, string> = {}): Promise<Quote> {
    const [quote, ...others] = quotesIn((await ask(recipient, query)).body);
    if (quote === undefined || others.length > 0) throw new Error('wanted one quote');
    return quote;
  }

  function quotesIn(body: unknown): readonly Quote[] {
    return (body as { quotes: Quote[] }).quotes; // CAST: the whole shape is asserted above.
  }

  function bridgeOf({ steps }: Quote): Step['transaction'] {
    return steps.find(({ type }) => type === 'bridge')?.transaction ?? { to: '', data: '' };
  }

  function sentIn(data: string): {
    sendParam: readonly unknown[];
    fee: readonly bigint[];
    refundAddress: string;
  } {
    const [sendParam, fee, refundAddress] = pool.decodeFunctionData(
      'sendToken',
      data,
    ) as unknown as [readonly unknown[], readonly bigint[], string]; // CAST: by the ABI above.
    return { sendParam, fee, refundAddress };
  }

  function pay(quote: Quote): ReturnType<Lane['deposit']> {
    const needsApproval = quote.steps.some(({ type }) => type === 'approve');
    return lane.deposit({
      ...bridgeOf(quote),
      ...(needsApproval ? { approve: { spender: lane.base.bridge, units: 100_000_000n } } : {}),
    });
  }

  async function scan(txHash: string): Promise<{ messages: readonly Message[] }> {
    const { body } = await lane.get(`/v1/messages/tx/${txHash}`);
    // CAST: asserted field by field.
    return { messages: (body as { data?: Message[] }).data ?? [] };
  }

  async function wordOf(txHash: string): Promise<string | undefined> {
    return (await scan(txHash)).messages[0]?.status.name;
  }
});
