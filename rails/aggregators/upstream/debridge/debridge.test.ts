import { answer, asAmount, evmChain, isRelayError, type Json, refuse } from '@interline/plugins';
import { etherOnBase, usdcOnArbitrum } from '@interline/plugins/testing';
import { expect } from 'chai';
import { faultAsRefusal } from '../../testing/fault-as-refusal.ts';
import { scriptedApi } from '../../testing/scripted-api.ts';
import { testAsk } from '../../testing/test-ask.ts';
import type { Ask } from '../upstream.ts';
import { debridge } from './debridge.ts';
import {
  allowanceTarget,
  createTxBody,
  dlnSource,
  orderCalldata,
  orderId,
  orderIdIn,
  swapCalldata,
} from './testing/debridge-bodies.ts';

const zero = '0x0000000000000000000000000000000000000000';
const stranger = '0x4444444444444444444444444444444444444444';

describe('the debridge engine', () => {
  it('builds the order with everything its calldata says', async () => {
    const built = await build(createTxBody());

    expect(built).to.deep.equal(
      answer({
        output: 99_760_000n,
        minOutput: 99_760_000n,
        durationSec: 8,
        bridge: 'debridge',
        via: ['debridge'],
        expiresAtMs: 1_800_000_030_000,
        coinFee: 1_000_000_000_000_000n,
        call: {
          chainId: 8453,
          to: dlnSource,
          data: orderCalldata(),
          value: 1_000_000_000_000_000n,
          spender: allowanceTarget,
          says: {
            token: '0x833589fcd6edb6e08f4c7c32d4f71b54bda02913',
            units: 100_000_000n,
            minOutput: 99_760_000n,
            toChainId: 42161,
            recipient: '0x3333333333333333333333333333333333333333',
            refundTo: '0x2222222222222222222222222222222222222222',
          },
        },
        ref: {
          orderId,
          source: dlnSource,
          order: {
            salt: '1790000000123',
            maker: '0x1111111111111111111111111111111111111111',
            giveChainId: '8453',
            giveToken: '0x833589fcd6edb6e08f4c7c32d4f71b54bda02913',
            // After the protocol's 4 bps.
            giveAmount: '99960000',
            takeChainId: '42161',
            takeToken: '0xaf88d065e77c8cc2239327c5edb3a432268e5831',
            takeAmount: '99760000',
            receiver: '0x3333333333333333333333333333333333333333',
            patchAuthority: '0x1111111111111111111111111111111111111111',
            orderAuthority: '0x1111111111111111111111111111111111111111',
            allowedTaker: '0x',
            cancelBeneficiary: '0x2222222222222222222222222222222222222222',
          },
        },
      }),
    );
  });

  it('prices by the same call and keeps only the price', async () => {
    const api = scriptedApi([{ status: 200, body: createTxBody() }]);

    const priced = await debridge.price(testAsk(), api, new AbortController().signal);

    expect(priced).to.deep.equal(
      answer({
        output: 99_760_000n,
        minOutput: 99_760_000n,
        durationSec: 8,
        bridge: 'debridge',
        via: ['debridge'],
        expiresAtMs: 1_800_000_030_000,
        coinFee: 1_000_000_000_000_000n,
      }),
    );
    expect(api.requests).to.have.lengthOf(1);
  });

  it('has the target approved where no other spender is named', async () => {
    const built = await build(createTxBody({ tx: { allowanceTarget: null } }));

    expect(built).to.have.nested.property('value.call.spender', dlnSource);
  });

  it('counts only the flat fee of a native source, and grants no approval', async () => {
    const ask = testAsk({ from: etherOnBase, units: asAmount(2_000_000_000_000_000_000n) });
    const data = orderCalldata({ giveTokenAddress: zero, giveAmount: 2_000_000_000_000_000_000n });

    const built = await build(
      createTxBody({
        given: { address: zero, amount: '2000000000000000000' },
        tx: { data, value: '2001000000000000000' },
      }),
      ask,
    );

    expect(built).to.have.nested.property('value.coinFee', 1_000_000_000_000_000n);
    expect(built).to.have.nested.property('value.call.value', 2_001_000_000_000_000_000n);
    expect(built).to.have.nested.property('value.call.spender', null);
  });

  it('refuses a native source that is not handed over whole', async () => {
    const ask = testAsk({ from: etherOnBase, units: asAmount(2_000_000_000_000_000_000n) });

    const built = await offered(
      createTxBody({
        given: { address: zero, amount: '2000000000000000000' },
        tx: { value: '1999999999999999999' },
      }),
      ask,
    );

    expect(built).to.deep.equal(
      refuse('RAIL_FAULT', 'debridge would send less of the coin than the amount'),
    );
  });

  for (const { chainId, takeChainId, said } of [
    { chainId: 999, takeChainId: 100_000_022n, said: 999 },
    { chainId: 999, takeChainId: 999n, said: 0 },
    { chainId: 42161, takeChainId: 100_000_014n, said: 146 },
    { chainId: 42161, takeChainId: 2n ** 200n, said: 0 },
  ]) {
    it(`reads the order's chain ${takeChainId} as ${said === 0 ? 'none' : said}`, async () => {
      const ask = testAsk({ to: { ...usdcOnArbitrum, chain: evmChain(chainId) } });

      const built = await build(
        createTxBody({ tx: { data: orderCalldata({ takeChainId }) } }),
        ask,
      );

      expect(built).to.have.nested.property('value.call.says.toChainId', said);
    });
  }

  for (const [differs, changes, says] of [
    ['recipient', { receiverDst: stranger }, { recipient: stranger }],
    [
      'beneficiary of a cancellation',
      { allowedCancelBeneficiarySrc: stranger },
      { refundTo: stranger },
    ],
    ['source token', { giveTokenAddress: stranger }, { token: stranger }],
    ['amount given', { giveAmount: 100_000_001n }, { units: 100_000_001n }],
    ['amount promised', { takeAmount: 99_760_001n }, { minOutput: 99_760_001n }],
  ] as const) {
    it(`shows another ${differs} in what the call says`, async () => {
      const built = await build(createTxBody({ tx: { data: orderCalldata(changes) } }));

      expect(built.ok && built.value.call.says).to.include(says);
    });
  }

  for (const [order, changes, reason, code] of [
    [
      'a stranger may change',
      { orderAuthorityAddressDst: stranger },
      'debridge built an order that another account may change',
      'RAIL_FAULT',
    ],
    [
      'no account may cancel',
      { orderAuthorityAddressDst: '0x' },
      'debridge built an order that cannot be read',
      'RAIL_FAULT',
    ],
    [
      'takes another token',
      { takeTokenAddress: stranger },
      'debridge built an order for another token than was asked for',
      'RAIL_FAULT',
    ],
    [
      'promises less than its price',
      { takeAmount: 99_759_999n },
      'debridge built an order that promises less than its price',
      'RAIL_FAULT',
    ],
    [
      "leaves open who gets a cancelled one's money",
      { allowedCancelBeneficiarySrc: '0x' },
      'debridge built an order that does not name who gets the money of a cancelled order',
      'RAIL_FAULT',
    ],
    [
      'carries a call',
      { externalCall: '0x00' },
      'debridge built an order with a call behind it, which cannot be checked',
      'NO_ROUTE',
    ],
    [
      'pays no EVM address',
      { receiverDst: `0x${'33'.repeat(32)}` },
      'debridge built an order that cannot be read',
      'RAIL_FAULT',
    ],
    [
      'gives back to no EVM address',
      { allowedCancelBeneficiarySrc: `0x${'22'.repeat(32)}` },
      'debridge built an order that cannot be read',
      'RAIL_FAULT',
    ],
  ] as const) {
    it(`refuses an order that ${order}, at the price already`, async () => {
      const body = createTxBody({ tx: { data: orderCalldata(changes) } });

      const api = scriptedApi([{ status: 200, body }]);

      expect(await offered(body)).to.deep.equal(refuse(code, reason));
      expect(
        await faultAsRefusal(() => debridge.price(testAsk(), api, new AbortController().signal)),
      ).to.deep.equal(refuse(code, reason));
    });
  }

  it('refuses an order under an id that is not its hash: it could be neither watched nor cancelled', async () => {
    const body = { ...(createTxBody() as object), orderId: `0x${'8c21'.repeat(16)}` };

    expect(await offered(body)).to.deep.equal(
      refuse('RAIL_FAULT', 'debridge built an order whose id is not the hash of what it says'),
    );
  });

  for (const protocolFee of ['0', '77', null])
    it(`finds the order whose protocol fee is said to be ${protocolFee}, and is the usual one`, async () => {
      const built = await build({ ...(createTxBody() as object), protocolFee });

      expect(built).to.have.nested.property('value.ref.order.giveAmount', '99960000');
    });

  it('takes the protocol fee by the word of the answer, where that makes the id', async () => {
    const body = { ...(createTxBody() as object), protocolFee: '77' };

    const built = await build({ ...body, orderId: orderIdIn(orderCalldata(), 77n) });

    expect(built).to.have.nested.property('value.ref.order.giveAmount', '99999923');
  });

  it('refuses an order that it cannot decode', async () => {
    const data = orderCalldata().slice(0, 400);

    expect(await offered(createTxBody({ tx: { data } }))).to.deep.equal(
      refuse('RAIL_FAULT', 'debridge built an order that cannot be read'),
    );
  });

  it('refuses a call that is neither an order nor a swap in front of one', async () => {
    expect(await build(createTxBody({ tx: { data: '0xdeadbeef00' } }))).to.deep.equal(
      refuse(
        'NO_ROUTE',
        'debridge built a call that holds no order, so nothing in it can be checked',
      ),
    );
  });

  it('refuses an order behind a swap, at the price already: the payer would get another token back', async () => {
    const reason =
      'debridge would swap the money first, and what no taker fills comes back as another token';
    const body = createTxBody({ tx: { data: swapCalldata() } });
    const api = scriptedApi([{ status: 200, body }]);

    const priced = await debridge.price(testAsk(), api, new AbortController().signal);

    expect(await build(body)).to.deep.equal(refuse('NO_ROUTE', reason));
    expect(priced).to.deep.equal(refuse('NO_ROUTE', reason));
  });

  for (const [answers, terms] of [
    ['another source token', { given: { address: stranger } }],
    ['another source chain', { given: { chainId: 10 } }],
    ['another amount', { given: { amount: '100120000' } }],
    ['another destination token', { taken: { address: stranger } }],
  ] as const) {
    it(`refuses an answer about ${answers}`, async () => {
      expect(await offered(createTxBody(terms))).to.deep.equal(
        refuse('RAIL_FAULT', `debridge answers for ${answers} than was asked for`),
      );
    });
  }

  for (const [part, terms, place] of [
    [
      'an amount as a JSON number',
      { taken: { amount: 99_760_000 } },
      'estimation.dstChainTokenOut.amount',
    ],
    [
      'an amount with a point',
      { taken: { amount: '99760000.0' } },
      'estimation.dstChainTokenOut.amount',
    ],
    ['nothing to deliver', { taken: { amount: '0' } }, 'estimation.dstChainTokenOut.amount'],
    ['a short target', { tx: { to: '0x1234' } }, 'tx.to'],
    ['half a byte of calldata', { tx: { data: '0xabc' } }, 'tx.data'],
    ['a negative value', { tx: { value: '-1' } }, 'tx.value'],
  ] as const) {
    it(`calls ${part} a fault`, async () => {
      const failure: unknown = await build(createTxBody(terms)).catch((error: unknown) => error);

      expect(isRelayError(failure) && failure.code).to.equal('RAIL_FAULT');
      expect(isRelayError(failure) && failure.message).to.equal(
        `debridge answered its quote in another shape than it documents, at ${place}`,
      );
    });
  }

  it('knows the chains of its documentation', () => {
    expect(debridge.chainIds).to.deep.equal([
      1, 10, 56, 100, 137, 146, 999, 5000, 8453, 42161, 43114, 59144,
    ]);
    expect(debridge.traits.refundsTo).to.equal('payer');
  });
});

function build(body: Json, ask: Ask = testAsk()) {
  return debridge.build(ask, scriptedApi([{ status: 200, body }]), new AbortController().signal);
}

function offered(body: Json, ask: Ask = testAsk()) {
  return faultAsRefusal(() => build(body, ask));
}
