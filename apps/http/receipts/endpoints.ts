import { strictBase64 } from '../passes/parse.ts';
import { defineEndpoint } from '../server/endpoint.ts';
import { perMinute, readLimit } from '../server/limits/request-limit.ts';
import { deliverBody, delivered, keySet } from './schemas.ts';
import { presentClaims } from './present.ts';

export const deliverEndpoint = defineEndpoint({
  method: 'POST',
  path: '/api/receipt/deliver',
  summary: "Puts a route's signed receipt, encrypted to a key, where that key's owner reads.",
  limit: perMinute('receipt-deliver', 40),
  request: { body: deliverBody },
  example: {
    routeId: 'rt_00000000000000000000000000000000',
    to: Buffer.alloc(32, 9).toString('base64'),
  },
  response: delivered,
  changes: 'pass',
  anyOrigin: true,
  paysWithin: true,
  errors: [
    'MISSING_FIELD',
    'MESSAGING_DISABLED',
    'UNKNOWN_ROUTE',
    'RECEIPT_NOT_READY',
    'BODY_TOO_LARGE',
    'STORE_DOWN',
  ],
  async handle({ body, deps, signal, payWithin }) {
    const { receipts } = deps.useCases;
    receipts.assertEnabled();
    const request = {
      routeId: body.routeId,
      // What is spelt in another way is no key.
      to: strictBase64(body.to) ?? new Uint8Array(),
      claimsOf: (receipt: Parameters<typeof presentClaims>[0]) =>
        presentClaims(receipt, deps.basePath),
    };
    return payWithin((pass) => receipts.deliverReceipt(request, pass, signal));
  },
});

export const keySetEndpoint = defineEndpoint({
  method: 'GET',
  path: '/.well-known/jwks.json',
  atRoot: true,
  summary: 'Every key that ever signed receipts, the current one last.',
  limit: readLimit('jwks'),
  request: {},
  response: keySet,
  errors: ['MESSAGING_DISABLED', 'STORE_DOWN'],
  async handle({ deps }) {
    const { receipts } = deps.useCases;
    receipts.assertEnabled();
    const keys = await receipts.receiptKeys();
    return {
      keys: keys.map(({ kid, x }) => ({
        kty: 'OKP' as const,
        crv: 'Ed25519' as const,
        x,
        kid,
        alg: 'EdDSA' as const,
        use: 'sig' as const,
      })),
    };
  },
});
