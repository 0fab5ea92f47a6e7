import type { UseCases } from '@interline/core';
import type { Settlement } from '@interline/core/payments';
import type { PreparedOrder } from '@interline/core/transfer';
import {
  asAmount,
  asUnits,
  defaultSlippage,
  evmAddress,
  type QuoteRequest,
  RelayError,
} from '@interline/kernel';
import { base, baseUsdc } from './sample-tokens.ts';

const payer = evmAddress(`0x${'11'.repeat(20)}`);
const token = evmAddress(baseUsdc.address);
const txHash = `0x${'2c'.repeat(32)}`;

const sample: Settlement = {
  id: 'x4_0f1e2d3c4b5a69788796a5b4c3d2e1f0',
  chain: base,
  token,
  payer,
  payTo: evmAddress(`0x${'22'.repeat(20)}`),
  units: asUnits(10_000n),
  ...{
    noncesAt: token,
    nonce: `0x${'2c'.repeat(32)}`,
    validAfter: 0n,
    validBefore: 1_790_000_000n,
  },
  payloadHash: 'h',
  identifier: null,
  client: 'c_1',
  sentAs: 'xs_1',
  acceptedAtMs: 1_800_000_000_000,
  reportedAtMs: 1_800_000_001_000,
  isCharged: false,
  outcome: { isSuccess: true, txHash, reason: null },
};

/** One payment, which was made; every other is good. */
export function fakePayments(
  prepared: (request: QuoteRequest & { readonly payer: string }) => PreparedOrder,
): UseCases['x402'] {
  return {
    assertEnabled: () => undefined,
    isEnabled: true,
    demandFor: async () => null,
    isSold: async () => false,
    describeKinds: async () => [
      {
        chain: base,
        signer: payer,
        assets: [
          {
            symbol: 'USDC',
            address: token,
            decimals: 6,
            methods: ['eip3009'],
            domain: { name: 'USD Coin', version: '2' },
          },
        ],
      },
    ],
    verifyPayment: async () => ({ isValid: true, reason: null, why: null, payer }),
    async settlePayment({ right }) {
      if (right === null) throw new RelayError('FACILITATOR_QUOTA');
      const made = { isSuccess: true, reason: null, why: null, txHash };
      return { ...made, payer, settlement: sample, isSold: false };
    },
    async fundPayment({ demands: [demand], from, account, askedBy }) {
      if (demand === undefined) throw new RelayError('BAD_REQUEST');
      const request = {
        lane: { from: from.chain, to: base },
        from,
        to: baseUsdc,
        payer: account,
        recipient: account,
        amount: asAmount(10_000n),
        slippage: defaultSlippage,
        askedBy,
      };
      return { demand, request, order: prepared(request) };
    },
    async readSettlement(id) {
      if (id !== sample.id) throw new RelayError('UNKNOWN_RECORD');
      return { settlement: sample, status: 'SETTLED', txHash };
    },
    duties: [],
  };
}
