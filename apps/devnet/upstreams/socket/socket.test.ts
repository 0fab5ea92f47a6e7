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

type Route = {
  quoteId: string;
  expiresAt: number;
  output: { amount: string; minAmountOut: string };
  approval: { spenderAddress: string; tokenAddress: string; amount: string } | null;
  txData: { object: { chainId: number; to: string; value: string; data: string } };
};
type Told = {
  statusCode: string;
  origin: { txHash: string | null };
  destination: { txHash: string | null; output: { token: { symbol: string }; amount: string }[] };
  refund: { txHash: string } | null;
};

const coin = '0xEeeeeEeeeEeEeeEeEeEeeEEEeeeeEeeeeeeeEEeE';

describe('the stand-in of Socket', () => {
  let lane: Lane;
  const payer = someone();

  before(async () => {
    lane = await openLane('socket');
  });
  after(() => lane.close());

  it('quotes with the transaction to send', async () => {
    const receiver = someone();
    const usdc = usdcOf(lane.base);
    const token = { address: usdc, name: 'USDC', symbol: 'USDC', decimals: 6 };

    const { status, body } = await ask(receiver);

    const {
      quoteId,
      expiresAt,
      txData: {
        object: { data },
      },
    } = routeIn(body);
    const route = {
      userOp: 'tx',
      quoteId,
      expiresAt,
      routeTags: ['SUGGESTED', 'MAX_OUTPUT'],
      output: { token: { chainId: 42161, ...token }, amount: '99935000', minAmountOut: '98935650' },
      estimatedTime: 1,
      slippage: 1,
      gasFee: { gasLimit: '250000', estimatedFee: '0', feeInUsd: 0 },
      approval: {
        spenderAddress: lane.base.bridge,
        amount: '100000000',
        tokenAddress: usdc,
        userAddress: lane.depositor,
      },
      txData: { kind: 'evm_tx', object: { chainId: 8453, to: lane.base.bridge, value: '0', data } },
      statusCheck: {
        endpoint: `/v3/swap/status?quoteId=${quoteId}`,
        method: 'GET',
        intervalSec: 5,
      },
    };
    expect({ status, body }).to.deep.equal({
      status: 200,
      body: {
        success: true,
        statusCode: 200,
        message: null,
        result: {
          originChainId: 8453,
          destinationChainId: 42161,
          userAddress: lane.depositor,
          receiverAddress: receiver,
          input: { token: { chainId: 8453, ...token }, amount: '100000000' },
          route,
          routes: [route],
        },
      },
    });
    expect(quoteId).to.match(/^0x[0-9a-f]{64}$/);
    expect(expiresAt * 1_000).to.be.within(Date.now() + 50_000, Date.now() + 61_000);
  });

  it('pays the receiver what it quoted, and reports it under the quote', async () => {
    const receiver = someone();
    const route = await quoted(receiver);
    const untouched = await told(route);

    const { txHash } = await pay(route);
    const words = await wordsUntil('COMPLETED', async () => (await told(route)).statusCode);

    const { origin, destination, refund } = await told(route);
    expect(untouched.statusCode).to.equal('PENDING');
    expect(words).to.deep.equal(['PENDING', 'IN_PROGRESS', 'COMPLETED']);
    expect([origin.txHash, refund]).to.deep.equal([txHash, null]);
    expect(destination.txHash).to.match(/^0x[0-9a-f]{64}$/);
    expect(destination.output.map(({ token, amount }) => [token.symbol, amount])).to.deep.equal([
      ['USDC', '99935000'],
    ]);
    expect(await heldBy(receiver, lane.arbitrum, usdcOf(lane.arbitrum))).to.equal(99_935_000n);
  });

  it('takes the coin without an approval', async () => {
    const receiver = someone();
    const route = routeIn(
      (
        await ask(receiver, {
          inputToken: coin,
          outputToken: coin,
          inputAmount: '1000000000000000000',
        })
      ).body,
    );

    await pay(route);
    await wordsUntil('COMPLETED', async () => (await told(route)).statusCode);

    expect([route.approval, route.txData.object.value]).to.deep.equal([
      null,
      '1000000000000000000',
    ]);
    expect(await heldBy(receiver, lane.arbitrum, null)).to.equal(999_543_333_333_333_333n);
  });

  it('gives a failed transfer back to the refund address', async () => {
    const receiver = someone();
    await lane.fault('refunded', receiver);
    const route = await quoted(receiver);

    await pay(route);
    await wordsUntil('REFUNDED', async () => (await told(route)).statusCode);

    const { destination, refund } = await told(route);
    expect([destination.txHash, refund?.txHash.length]).to.deep.equal([null, 66]);
    expect(await heldBy(payer, lane.base, usdcOf(lane.base))).to.equal(100_000_000n);
    expect(await heldBy(receiver, lane.arbitrum, usdcOf(lane.arbitrum))).to.equal(0n);
  });

  it('names the other token that it paid in', async () => {
    const receiver = someone();
    await lane.fault('partial', receiver);
    const route = await quoted(receiver);

    await pay(route);
    await wordsUntil('COMPLETED', async () => (await told(route)).statusCode);

    const {
      destination: { output },
    } = await told(route);
    expect(output.map(({ token, amount }) => [token.symbol, amount])).to.deep.equal([
      ['DAI', '99935000000000000000'],
    ]);
  });

  it('is in progress for as long as it is stuck', async () => {
    const receiver = someone();
    await lane.fault('stuck', receiver);
    const route = await quoted(receiver);

    await pay(route);
    const stuck = await wordsUntil('IN_PROGRESS', async () => (await told(route)).statusCode);
    await lane.fault(null, receiver);
    const released = await wordsUntil('COMPLETED', async () => (await told(route)).statusCode);

    expect([stuck, released]).to.deep.equal([
      ['PENDING', 'IN_PROGRESS'],
      ['IN_PROGRESS', 'COMPLETED'],
    ]);
  });

  it('knows no quote it did not give', async () => {
    expect(await lane.get('/v3/swap/status', { quoteId: `0x${'1'.repeat(64)}` })).to.deep.equal({
      status: 404,
      body: { success: false, statusCode: 404, result: null, message: 'Quote not found' },
    });
  });

  const offers: [Fault, (route: Route) => unknown, unknown][] = [
    [
      'wrong-target',
      ({ txData }) => txData.object.to,
      '0xBAdBadbADBaDBADBadbADbaDBadBaDBADBadBAD0',
    ],
    [
      'lower-minimum',
      ({ output }) => [output.amount, output.minAmountOut],
      ['99935000', '89042085'],
    ],
    ['expired-quote', ({ expiresAt }) => expiresAt * 1_000 < Date.now(), true],
  ];
  for (const [fault, look, seen] of offers) {
    it(`offers under ${fault} what must not be taken`, async () => {
      const receiver = someone();
      await lane.fault(fault, receiver);

      const route = await quoted(receiver);

      expect(look(route)).to.deep.equal(seen);
    });
  }

  it('asks for another token and another receiver than were named, under those faults', async () => {
    const [receiver, other] = [someone(), someone()];
    await lane.fault('wrong-recipient', receiver);
    await lane.fault('wrong-token', other);

    // CAST: the shape asserted above.
    const toStranger = (await ask(receiver)).body as { result: { receiverAddress: string } };
    const ofDai = await quoted(other);

    expect(toStranger.result.receiverAddress).to.equal(
      '0xBAdBadbADBaDBADBadbADbaDBadBaDBADBadBAD0',
    );
    expect(ofDai.approval?.tokenAddress).to.equal(
      lane.base.tokens.find(({ symbol }) => symbol === 'DAI')?.address,
    );
  });

  const refusals: [string, Record<string, string>, Reply][] = [
    ['no amount', { inputAmount: '' }, failure('inputAmount is invalid: ""')],
    ['an amount with a fraction', { inputAmount: '1.5' }, failure('inputAmount is invalid: "1.5"')],
    ['a signed order alone', { userOps: 'deposit' }, failure('userOps is invalid: deposit')],
    [
      'an amount its fee eats up',
      { inputAmount: '20000' },
      failure('Input amount is too low, minimum is 40002'),
    ],
    [
      'a chain it does not list',
      { destinationChainId: '7777777' },
      {
        status: 200,
        body: { success: true, statusCode: 200, result: { routes: [] }, message: null },
      },
    ],
  ];
  for (const [what, query, reply] of refusals) {
    it(`answers ${what} in its own words`, async () => {
      expect(await ask(someone(), query)).to.deep.equal(reply);
    });
  }

  it('answers 429 under the fault rate-limited', async () => {
    const receiver = someone();
    await lane.fault('rate-limited', receiver);

    expect(await ask(receiver)).to.deep.equal({
      status: 429,
      body: { success: false, statusCode: 429, result: null, message: 'Too many requests' },
    });
  });

  it('names the field that is missing', async () => {
    expect(await lane.get('/v3/swap/quote', { userOps: 'tx' })).to.deep.equal(
      failure('originChainId is required'),
    );
  });

  function ask(receiver: string, query: Record<string, string> = {}): Promise<Reply> {
    return lane.get('/v3/swap/quote', {
      userOps: 'tx',
      originChainId: '8453',
      destinationChainId: '42161',
      inputToken: usdcOf(lane.base),
      inputAmount: '100000000',
      outputToken: usdcOf(lane.arbitrum),
      receiverAddress: receiver,
      userAddress: lane.depositor,
      refundAddress: payer,
      slippage: '1',
      ...query,
    });
  }

  async function quoted(receiver: string): Promise<Route> {
    return routeIn((await ask(receiver)).body);
  }

  function routeIn(body: unknown): Route {
    // CAST: the whole shape is asserted above.
    return (body as { result: { route: Route } }).result.route;
  }

  function pay({
    txData: {
      object: { to, value, data },
    },
    approval,
  }: Route): ReturnType<Lane['deposit']> {
    return lane.deposit({
      to,
      value,
      data,
      ...(approval === null
        ? {}
        : { approve: { spender: approval.spenderAddress, units: 100_000_000n } }),
    });
  }

  async function told({ quoteId }: Route): Promise<Told> {
    const { body } = await lane.get('/v3/swap/status', { quoteId });
    return (body as { result: Told }).result; // CAST: asserted field by field.
  }
});

function failure(message: string): Reply {
  return { status: 400, body: { success: false, statusCode: 400, result: null, message } };
}
