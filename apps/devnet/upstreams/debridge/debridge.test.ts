import { expect } from 'chai';
import { Interface } from 'ethers/abi';
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
import { hexQuantity, minedReceipts, rpc } from '../../chains/json-rpc.ts';
import { UnlockedAccount } from '../../chains/unlocked-account.ts';
import { standInBridge } from '../stand-in-bridge.ts';
import { chainIdOf, dlnIdOf } from './chains.ts';
import { stateWord } from './status.ts';

type Created = {
  orderId: string;
  fixFee: string;
  estimation: { srcChainTokenIn: { address: string }; dstChainTokenOut: { amount: string } };
  order: { salt: string; metadata: string };
  tx: { to: string; data: string; value: string; allowanceTarget?: string };
};
type Stats = {
  state: string;
  createdSrcEventMetadata: { transactionHash: { stringValue: string } };
  fulfilledDstEventMetadata: { transactionHash: { stringValue: string } } | null;
  claimedOrderCancelSrcEventInfo: {
    transactionMetadata: { transactionHash: { stringValue: string } };
  } | null;
};

const coin = '0x0000000000000000000000000000000000000000';
const stranger = '0xBAdBadbADBaDBADBadbADbaDBadBaDBADBadBAD0';
const source = new Interface([
  'function createSaltedOrder((address giveTokenAddress,uint256 giveAmount,bytes takeTokenAddress,' +
    'uint256 takeAmount,uint256 takeChainId,bytes receiverDst,address givePatchAuthoritySrc,bytes orderAuthorityAddressDst,' +
    'bytes allowedTakerDst,bytes externalCall,bytes allowedCancelBeneficiarySrc) orderCreation,uint64 salt,bytes affiliateFee,' +
    'uint32 referralCode,bytes permitEnvelope,bytes metadata) payable',
]);

describe('the stand-in of deBridge', () => {
  let lane: Lane;
  const payer = someone();

  before(async () => {
    lane = await openLane('debridge');
  });
  after(() => lane.close());

  it('makes an order whose output is its promise, for a flat fee in the coin', async () => {
    const recipient = someone();

    const { status, body } = await createTx(recipient);

    const {
      orderId,
      order: { salt, metadata },
      tx: { data },
    } = body as Created; // CAST: the rest is asserted whole.
    const token = { decimals: 6, name: 'USDC', symbol: 'USDC' };
    const amount = '99950000';
    expect({ status, body }).to.deep.equal({
      status: 200,
      body: {
        estimation: {
          srcChainTokenIn: {
            address: usdcOf(lane.base),
            chainId: 8453,
            ...token,
            amount: '100000000',
            approximateOperatingExpense: '50000',
            mutatedWithOperatingExpense: false,
          },
          dstChainTokenOut: {
            address: usdcOf(lane.arbitrum),
            chainId: 42161,
            ...token,
            amount,
            recommendedAmount: amount,
            maxTheoreticalAmount: amount,
          },
          costsDetails: [
            {
              chain: '8453',
              tokenIn: usdcOf(lane.base),
              tokenOut: usdcOf(lane.base),
              amountIn: '100000000',
              amountOut: '99950000',
              type: 'EstimatedOperatingExpenses',
              payload: { feeAmount: '50000' },
            },
          ],
          recommendedSlippage: 0,
        },
        tx: {
          to: lane.base.bridge,
          data,
          value: '1000000000000000',
          allowanceTarget: lane.base.bridge,
          allowanceValue: '100000000',
        },
        prependedOperatingExpenseCost: '0',
        order: { approximateFulfillmentDelay: 1, salt, metadata },
        orderId,
        fixFee: '1000000000000000',
        protocolFee: '40000',
        usdPriceImpact: 0,
        estimatedTransactionFee: { total: '0' },
      },
    });
  });

  it('writes the whole order into the calldata', async () => {
    const recipient = someone();

    const { tx, order } = await created(recipient);

    const { salt, metadata } = source.decodeFunctionData('createSaltedOrder', tx.data).toObject();
    expect(orderIn(tx.data)).to.deep.equal([
      usdcOf(lane.base),
      100_000_000n,
      usdcOf(lane.arbitrum).toLowerCase(),
      99_950_000n,
      42161n,
      recipient.toLowerCase(),
      lane.depositor,
      lane.depositor.toLowerCase(),
      '0x',
      '0x',
      payer.toLowerCase(),
    ]);
    expect([String(salt), metadata]).to.deep.equal([order.salt, order.metadata]);
  });

  it('only estimates without recipient and authorities', async () => {
    const { status, body } = await lane.get('/v1.0/dln/order/create-tx', lanePart());

    expect(status).to.equal(200);
    expect(body).to.not.have.property('orderId');
    expect(body).to.have.deep.property('tx', {
      allowanceTarget: lane.base.bridge,
      allowanceValue: '100000000',
    });
    expect(body).to.have.nested.property('estimation.dstChainTokenOut.amount', '99950000');
  });

  it('pays the recipient what it promised, and the statistics show where', async () => {
    const recipient = someone();
    const order = await created(recipient);
    const untouched = [await stateOf(order), (await stats(order)).status];

    const { txHash } = await pay(order);
    const states = await wordsUntil('Fulfilled', () => stateOf(order));

    const { createdSrcEventMetadata, fulfilledDstEventMetadata } = (await stats(order)).body;
    expect(untouched).to.deep.equal(['None', 404]);
    expect(states.filter((state) => state !== 'None')).to.deep.equal(['Created', 'Fulfilled']);
    expect(createdSrcEventMetadata.transactionHash.stringValue).to.equal(txHash);
    expect(fulfilledDstEventMetadata?.transactionHash.stringValue).to.match(/^0x[0-9a-f]{64}$/);
    expect(await heldBy(recipient, lane.arbitrum, usdcOf(lane.arbitrum))).to.equal(99_950_000n);
  });

  it('takes the coin with the flat fee on top', async () => {
    const recipient = someone();
    const order = await created(recipient, {
      srcChainTokenIn: coin,
      dstChainTokenOut: coin,
      srcChainTokenInAmount: '1000000000000000000',
    });

    await pay(order);
    await wordsUntil('Fulfilled', () => stateOf(order));

    expect([order.tx.allowanceTarget, order.tx.value]).to.deep.equal([
      undefined,
      '1001000000000000000',
    ]);
    expect(await heldBy(recipient, lane.arbitrum, null)).to.equal(999_596_666_666_666_666n);
  });

  it('gives a cancelled order back to the beneficiary of its cancellation', async () => {
    const recipient = someone();
    await lane.fault('refunded', recipient);
    const order = await created(recipient);

    await pay(order);
    const states = await wordsUntil('ClaimedOrderCancel', () => stateOf(order));

    const { fulfilledDstEventMetadata, claimedOrderCancelSrcEventInfo } = (await stats(order)).body;
    expect(states.filter((state) => state !== 'None')).to.deep.equal([
      'Created',
      'OrderCancelled',
      'ClaimedOrderCancel',
    ]);
    expect(fulfilledDstEventMetadata).to.equal(null);
    expect(
      claimedOrderCancelSrcEventInfo?.transactionMetadata.transactionHash.stringValue,
    ).to.match(/^0x[0-9a-f]{64}$/);
    expect(await heldBy(payer, lane.base, usdcOf(lane.base))).to.equal(100_000_000n);
  });

  it("leaves open in the order who gets a cancelled one's money, if the request does", async () => {
    const { body } = await lane.get('/v1.0/dln/order/create-tx', {
      ...lanePart(),
      dstChainTokenOutRecipient: someone(),
      senderAddress: lane.depositor,
      srcChainRefundAddress: payer,
      srcChainOrderAuthorityAddress: lane.depositor,
      dstChainOrderAuthorityAddress: lane.depositor,
    });

    // CAST: the whole shape is asserted above.
    expect(orderIn((body as Created).tx.data)[10]).to.equal('0x');
  });

  it('leaves a stuck order created, as an order that no solver fulfils stays', async () => {
    const recipient = someone();
    await lane.fault('stuck', recipient);
    const order = await created(recipient);

    await pay(order);
    await wordsUntil('Created', () => stateOf(order));
    await lane.fault(null, recipient);
    const released = await wordsUntil('Fulfilled', () => stateOf(order));

    expect(released).to.deep.equal(['Created', 'Fulfilled']);
  });

  it('keeps the order under the id that its contract computes, and fills it there', async () => {
    const recipient = someone();
    const order = await created(recipient);

    await pay(order);
    await wordsUntil('Fulfilled', () => stateOf(order));

    expect(await viewOf(lane.base, 'giveOrders', order.orderId)).to.equal(1n);
    expect(await viewOf(lane.arbitrum, 'takeOrders', order.orderId)).to.equal(1n);
  });

  for (const { reward, words } of [
    { reward: 10n ** 14n, words: ['Created', 'OrderCancelled', 'ClaimedOrderCancel'] },
    { reward: 0n, words: ['Created'] },
  ])
    it(`executes a cancel that pays its keeper ${reward}: ${words.at(-1)}`, async () => {
      const recipient = someone();
      await lane.fault('stuck', recipient);
      const order = await created(recipient);
      await pay(order);
      await wordsUntil('Created', () => stateOf(order));

      const { succeeded } = await cancel(order, reward);
      const again = await cancel(order, reward);
      const seen = await wordsUntil(words.at(-1), () => stateOf(order));

      expect([succeeded, again.succeeded]).to.deep.equal([true, false]);
      expect(await viewOf(lane.arbitrum, 'takeOrders', order.orderId)).to.equal(3n);
      expect(seen.at(-1)).to.equal(words.at(-1));
      if (reward > 0n)
        expect(await heldBy(payer, lane.base, usdcOf(lane.base))).to.equal(200_000_000n);
    });

  it('unlocks the taker after it fulfilled', () => {
    const filled = { stage: 'filled', srcTx: '0x01', dstTx: '0x02', atMs: 10_000 } as const;
    const paid = {
      asset: { chainId: 1, address: null, symbol: 'ETH', decimals: 18, priceMicroUsd: 1n },
      units: 1n,
      partial: false,
    };

    const words = [10_999, 11_000, 12_999, 13_000].map((nowMs) =>
      stateWord({ ...filled, paid }, nowMs),
    );

    expect(words).to.deep.equal(['Fulfilled', 'SentUnlock', 'SentUnlock', 'ClaimedUnlock']);
  });

  it('knows chains by its own numbers', () => {
    expect([100, 146, 999, 5000, 8453].map(dlnIdOf)).to.deep.equal([
      100000002, 100000014, 100000022, 100000023, 8453,
    ]);
    expect([100, 100000002, 146, 999].map(chainIdOf)).to.deep.equal([
      undefined,
      100,
      undefined,
      undefined,
    ]);
  });

  const offers: [Fault, (order: Created) => unknown, unknown][] = [
    ['wrong-target', ({ tx }) => tx.to, stranger],
    ['wrong-recipient', ({ tx }) => orderIn(tx.data)[5], stranger.toLowerCase()],
    [
      'lower-minimum',
      ({ tx, estimation }) => [estimation.dstChainTokenOut.amount, orderIn(tx.data)[3]],
      ['99950000', 89_955_000n],
    ],
  ];
  for (const [fault, look, seen] of offers) {
    it(`creates under ${fault} an order that must not be taken`, async () => {
      const recipient = someone();
      await lane.fault(fault, recipient);

      const order = await created(recipient);

      expect(look(order)).to.deep.equal(seen);
    });
  }

  it('takes another token than was named, under that fault', async () => {
    const recipient = someone();
    await lane.fault('wrong-token', recipient);

    const { tx, estimation } = await created(recipient);

    const dai = lane.base.tokens.find(({ symbol }) => symbol === 'DAI')?.address;
    expect([orderIn(tx.data)[0], estimation.srcChainTokenIn.address]).to.deep.equal([dai, dai]);
  });

  const invalid = (errorMessage: string): Reply => ({
    status: 400,
    body: { errorCode: 2, errorId: 'INVALID_QUERY_PARAMETERS', errorMessage },
  });
  const refusals: [string, Record<string, string>, Reply][] = [
    [
      'an amount that is not a number',
      { srcChainTokenInAmount: 'auto' },
      invalid('srcChainTokenInAmount is invalid: "auto"'),
    ],
    [
      'an exact output',
      { dstChainTokenOutAmount: '5' },
      invalid('dstChainTokenOutAmount is invalid: 5'),
    ],
    [
      'expenses on top of the amount',
      { prependOperatingExpenses: 'true' },
      invalid('prependOperatingExpenses is invalid: true'),
    ],
    [
      'the real id of a chain it numbers itself',
      { dstChainId: '999' },
      invalid('dstChainId is invalid: 999'),
    ],
    [
      'an amount its fee eats up',
      { srcChainTokenInAmount: '10000' },
      {
        status: 400,
        body: {
          errorCode: 12,
          errorId: 'ERROR_LOW_GIVE_AMOUNT',
          errorMessage: 'The input amount is too low, at least 20002 is needed',
        },
      },
    ],
    [
      'a token it does not know',
      { dstChainTokenOut: stranger },
      {
        status: 400,
        body: {
          errorCode: 4,
          errorId: 'IMPOSSIBLE_ROUTE',
          errorMessage: 'No route was found for the given tokens',
        },
      },
    ],
  ];
  for (const [what, query, reply] of refusals) {
    it(`answers ${what} in its own words`, async () => {
      expect(await createTx(someone(), query)).to.deep.equal(reply);
    });
  }

  it('reports a caller that asks too often', async () => {
    const recipient = someone();
    await lane.fault('rate-limited', recipient);

    expect(await createTx(recipient)).to.deep.equal({
      status: 429,
      body: { errorCode: 429, errorId: 'TOO_MANY_REQUESTS', errorMessage: 'Too many requests' },
    });
  });

  it('requires both authorities with a recipient', async () => {
    expect(
      await lane.get('/v1.0/dln/order/create-tx', {
        ...lanePart(),
        dstChainTokenOutRecipient: someone(),
      }),
    ).to.deep.equal(invalid('srcChainOrderAuthorityAddress must be provided'));
  });

  function lanePart(): Record<string, string> {
    return {
      srcChainId: '8453',
      srcChainTokenIn: usdcOf(lane.base),
      srcChainTokenInAmount: '100000000',
      dstChainId: '42161',
      dstChainTokenOut: usdcOf(lane.arbitrum),
      dstChainTokenOutAmount: 'auto',
    };
  }

  function createTx(recipient: string, query: Record<string, string> = {}): Promise<Reply> {
    return lane.get('/v1.0/dln/order/create-tx', {
      ...lanePart(),
      dstChainTokenOutRecipient: recipient,
      senderAddress: lane.depositor,
      srcChainRefundAddress: stranger,
      srcAllowedCancelBeneficiary: payer,
      srcChainOrderAuthorityAddress: lane.depositor,
      dstChainOrderAuthorityAddress: lane.depositor,
      prependOperatingExpenses: 'false',
      ...query,
    });
  }

  async function created(recipient: string, query: Record<string, string> = {}): Promise<Created> {
    // CAST: the whole shape is asserted above.
    return (await createTx(recipient, query)).body as Created;
  }

  /** Cancels it through the order's authority, on its destination. */
  async function cancel({ tx, orderId }: Created, reward: bigint) {
    const { rpcUrl, bridge } = lane.arbitrum;
    const [given, amount, take, units, chain, receiver, patch, authority, taker, , beneficiary] =
      orderIn(tx.data);
    const salt = source.decodeFunctionData('createSaltedOrder', tx.data)[1] as bigint; // CAST: its salt.
    const order = [
      salt,
      lane.depositor,
      8453,
      given,
      (amount as bigint) - ((amount as bigint) * 4n) / 10_000n,
    ] as const; // CAST: a uint.
    const rest = [
      chain,
      take,
      units,
      receiver,
      patch,
      authority,
      taker,
      beneficiary,
      '0x',
    ] as const;
    const data = standInBridge.encodeFunctionData('sendEvmOrderCancel', [
      [...order, ...rest],
      payer,
      reward,
    ]);
    expect(orderId).to.match(/^0x[0-9a-f]{64}$/);
    await rpc(rpcUrl, 'anvil_impersonateAccount', [lane.depositor]);
    await rpc(rpcUrl, 'anvil_setBalance', [lane.depositor, hexQuantity(10n ** 20n)]);
    const account = new UnlockedAccount(rpcUrl, lane.depositor);
    const hashes = await account.send([{ to: bridge, data, value: hexQuantity(2n * 10n ** 15n) }]);
    return (await minedReceipts(rpcUrl, hashes)).at(-1) ?? { succeeded: false };
  }

  /** The order's state in the contract. */
  async function viewOf({ rpcUrl, bridge }: Lane['base'], view: string, id: string) {
    const data = standInBridge.encodeFunctionData(view, [id]);
    const returned = String(await rpc(rpcUrl, 'eth_call', [{ to: bridge, data }, 'latest']));
    return BigInt(returned.slice(0, 66));
  }

  function orderIn(data: string): readonly unknown[] {
    // CAST: the order is a tuple.
    return [...(source.decodeFunctionData('createSaltedOrder', data)[0] as Iterable<unknown>)];
  }

  function pay({ tx: { to, value, data, allowanceTarget } }: Created): ReturnType<Lane['deposit']> {
    return lane.deposit({
      to,
      value,
      data,
      ...(allowanceTarget === undefined
        ? {}
        : { approve: { spender: allowanceTarget, units: 100_000_000n } }),
    });
  }

  async function stateOf({ orderId }: Created): Promise<string> {
    const { body } = await lane.get(`/v1.0/dln/order/${orderId}/status`);
    return (body as { status: string }).status; // CAST: its one documented field.
  }

  async function stats({ orderId }: Created): Promise<{ status: number; body: Stats }> {
    const { status, body } = await lane.get(`/api/Orders/${orderId}`);
    return { status, body: body as Stats }; // CAST: asserted field by field.
  }
});
