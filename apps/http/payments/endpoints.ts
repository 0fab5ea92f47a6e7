import type { Right } from '@interline/core/payments';
import { defineEndpoint } from '../server/endpoint.ts';
import { perMinute, readLimit } from '../server/limits/request-limit.ts';
import { parseEvmAddress, parseServedChain } from '../server/parse/parse-address.ts';
import { parsePayment } from './parse.ts';
import {
  presentFunded,
  presentPayment,
  presentSettled,
  presentSupported,
  presentVerdict,
} from './present.ts';
import {
  facilitatorBody,
  fundAnswer,
  fundBody,
  paymentAnswer,
  paymentPath,
  settleAnswer,
  supportedAnswer,
  verifyAnswer,
} from './schemas.ts';

const sampleDemand = {
  scheme: 'exact',
  network: 'eip155:8453',
  asset: '0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913',
  payTo: '0x2222222222222222222222222222222222222222',
  amount: '10000',
  maxTimeoutSeconds: 60,
};
const sampleBody = {
  x402Version: 2,
  paymentPayload: {
    x402Version: 2,
    accepted: sampleDemand,
    payload: {
      signature: `0x${'1b'.repeat(65)}`,
      authorization: {
        from: '0x1111111111111111111111111111111111111111',
        to: sampleDemand.payTo,
        value: '10000',
        validAfter: '0',
        validBefore: '1790000000',
        nonce: `0x${'2c'.repeat(32)}`,
      },
    },
  },
  paymentRequirements: sampleDemand,
};

export const supportedEndpoint = defineEndpoint({
  method: 'GET',
  path: '/api/payments/supported',
  summary:
    'The x402 payments that this service verifies and settles: schemes, chains, tokens, and how each is moved (EIP-3009, Permit2).',
  limit: perMinute('payments-supported', 60),
  request: {},
  response: supportedAnswer,
  errors: ['FACILITATOR_DISABLED'],
  async handle({ deps, signal }) {
    const { x402 } = deps.useCases;
    x402.assertEnabled();
    return presentSupported(await x402.describeKinds(signal));
  },
});

export const verifyPaymentEndpoint = defineEndpoint({
  method: 'POST',
  path: '/api/payments/verify',
  summary:
    'Whether an x402 payment (EIP-3009 or Permit2) would succeed if it were settled now; moves nothing, and needs no key.',
  limit: perMinute('payments-verify', 60),
  request: { body: facilitatorBody },
  example: sampleBody,
  response: verifyAnswer,
  errors: [
    'MISSING_FIELD',
    'BODY_TOO_LARGE',
    'FACILITATOR_DISABLED',
    'GAS_CEILING',
    'CHAIN_UNREACHABLE',
  ],
  async handle({ body, deps, signal }) {
    const { x402 } = deps.useCases;
    x402.assertEnabled();
    return presentVerdict(await x402.verifyPayment(parsePayment(body), signal));
  },
});

export const settlePaymentEndpoint = defineEndpoint({
  method: 'POST',
  path: '/api/payments/settle',
  summary:
    'Settles an x402 payment at our cost, and answers once it is in a block, sent by us or by another: one success for each payment here, also where another facilitator redeemed it.',
  limit: perMinute('payments-settle', 8),
  request: { body: facilitatorBody },
  example: sampleBody,
  response: settleAnswer,
  changes: 'call',
  errors: [
    'MISSING_FIELD',
    'BODY_TOO_LARGE',
    'FACILITATOR_DISABLED',
    'FACILITATOR_QUOTA',
    'IDEMPOTENCY_CONFLICT',
    'GAS_CEILING',
    'PAUSED',
    'GAS_EXHAUSTED',
    'ACCOUNT_STOPPED',
    'CHAIN_UNREACHABLE',
    'STORE_DOWN',
  ],
  async handle({ body, headers, client, keyHash, hasPass, deps, signal }) {
    const { x402 } = deps.useCases;
    x402.assertEnabled();
    const payment = parsePayment(body);
    const { identifier } = payment;
    const mayRepeat = identifier !== null && headers['idempotency-key'] === identifier;
    const right = rightOf(hasPass, keyHash);
    const settled = await x402.settlePayment({ ...payment, right, client, mayRepeat }, signal);
    return presentSettled(settled, payment.demand);
  },
});

function rightOf(hasPass: boolean, keyHash: string | null): Right | null {
  if (hasPass) return { kind: 'pass' };
  return keyHash === null ? null : { kind: 'key', hash: keyHash };
}

export const fundPaymentEndpoint = defineEndpoint({
  method: 'POST',
  path: '/api/payments/fund',
  summary:
    'What to sign to fund an x402 payment from another chain: the payer receives what the seller demands, then pays.',
  limit: perMinute('payments-fund', 20),
  request: { body: fundBody },
  example: {
    paymentRequired: { x402Version: 2, accepts: [sampleDemand] },
    fromChain: 42161,
    fromToken: 'USDC',
    account: '0x1111111111111111111111111111111111111111',
  },
  response: fundAnswer,
  errors: [
    'MISSING_FIELD',
    'BODY_TOO_LARGE',
    'FACILITATOR_DISABLED',
    'UNROUTABLE_LANE',
    'NATIVE_NOT_PULLABLE',
    'UNSUPPORTED_DIRECTION',
    'BELOW_AGREED_OUTPUT',
    'NO_ROUTE',
    'INSUFFICIENT_FLOAT',
    'BUDGET_SPENT',
    'ACCOUNT_STOPPED',
    'CHAIN_UNREACHABLE',
    'STORE_DOWN',
  ],
  needs: 'lane',
  async handle({ body, askedBy, deps, signal }) {
    const { x402 } = deps.useCases;
    x402.assertEnabled();
    const chain = parseServedChain(body.fromChain, 'fromChain', deps.tokens);
    const asked = {
      demands: body.paymentRequired.accepts,
      from: deps.tokens.resolve(chain, body.fromToken, 'fromToken'),
      account: parseEvmAddress(deps.addresses, body.account, 'account'),
      askedBy,
    };
    const isOptIn = (engine: string): boolean => deps.isOptIn(engine);
    return presentFunded(await x402.fundPayment(asked, signal), isOptIn);
  },
});

export const readPaymentEndpoint = defineEndpoint({
  method: 'GET',
  path: '/api/payments/{id}',
  summary: 'The state of a payment that was settled here.',
  limit: readLimit('payments-read'),
  request: { params: paymentPath },
  example: { id: 'x4_0f1e2d3c4b5a69788796a5b4c3d2e1f0' },
  response: paymentAnswer,
  errors: ['FACILITATOR_DISABLED', 'UNKNOWN_RECORD', 'STORE_DOWN'],
  async handle({ params, deps }) {
    const { x402 } = deps.useCases;
    x402.assertEnabled();
    return presentPayment(await x402.readSettlement(params.id));
  },
});
