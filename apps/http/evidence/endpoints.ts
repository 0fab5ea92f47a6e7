import { chainToWire } from '@interline/kernel';
import { strictBase64 } from '../passes/parse.ts';
import { defineEndpoint } from '../server/endpoint.ts';
import { perMinute, readLimit } from '../server/limits/request-limit.ts';
import {
  deliverBody,
  delivered,
  keySet,
  receiptQuery,
  routeEvidence,
  verdict,
  verifyBody,
} from './schemas.ts';

const sampleRoute = 'rt_00000000000000000000000000000000';

export const deliverEndpoint = defineEndpoint({
  method: 'POST',
  path: '/api/receipt/deliver',
  summary: "Delivers a route's signed receipt, encrypted to a key, to that key's mailbox.",
  limit: perMinute('receipt-deliver', 40),
  request: { body: deliverBody },
  example: { routeId: sampleRoute, to: Buffer.alloc(32, 9).toString('base64') },
  response: delivered,
  changes: 'pass',
  anyOrigin: true,
  paysWithin: true,
  errors: [
    'MISSING_FIELD',
    'EVIDENCE_DISABLED',
    'MESSAGING_DISABLED',
    'UNKNOWN_ROUTE',
    'RECEIPT_NOT_READY',
    'BODY_TOO_LARGE',
    'STORE_DOWN',
  ],
  async handle({ body, deps, signal, payWithin }) {
    const { evidence } = deps.useCases;
    evidence.assertDelivers();
    const request = {
      routeId: body.routeId,
      // Another spelling is not a key.
      to: strictBase64(body.to) ?? new Uint8Array(),
    };
    return payWithin((pass) => evidence.deliverReceipt(request, pass, signal));
  },
});

export const receiptEndpoint = defineEndpoint({
  method: 'GET',
  path: '/api/verify/receipt',
  tool: { name: 'receipt', title: 'Get the signed receipt', isClosedWorld: true },
  summary: 'The signed receipt of a route that has ended; its id is all it takes to read it.',
  limit: readLimit('verify-receipt'),
  request: { query: receiptQuery },
  example: { id: sampleRoute },
  response: routeEvidence,
  errors: [
    'MISSING_FIELD',
    'EVIDENCE_DISABLED',
    'UNKNOWN_ROUTE',
    'RECEIPT_NOT_READY',
    'STORE_DOWN',
  ],
  async handle({ query, deps, signal }) {
    const { evidence } = deps.useCases;
    evidence.assertEnabled();
    const { jws, salt, place, proof, pendingUntilMs } = await evidence.proveReceipt(
      query.id,
      signal,
    );
    return {
      jws,
      salt: Buffer.from(salt, 'hex').toString('base64'),
      index: place,
      proof,
      pendingUntil: pendingUntilMs,
    };
  },
});

export const verifyEndpoint = defineEndpoint({
  method: 'POST',
  path: '/api/verify',
  summary: 'Whether a receipt is valid, and what the chains show of its transactions.',
  limit: perMinute('verify', 30),
  request: { body: verifyBody },
  example: { jws: 'e30.e30.e30' },
  response: verdict,
  errors: ['MISSING_FIELD', 'EVIDENCE_DISABLED', 'BODY_TOO_LARGE', 'STORE_DOWN'],
  async handle({ body, deps, signal }) {
    const { evidence } = deps.useCases;
    evidence.assertEnabled();
    const { jws, salt, proof } = body;
    const { valid, checks, chain } = await evidence.verifyReceipt(
      {
        jws,
        ...(proof === undefined || salt === undefined
          ? {}
          : { logged: { salt: Buffer.from(salt, 'base64').toString('hex'), proof } }),
      },
      signal,
    );
    return {
      valid,
      checks: [...checks],
      chain: chain.map(({ chain: of, tx, seen, amountSeen }) => ({
        chainId: chainToWire(of),
        tx,
        seen,
        amountSeen: amountSeen?.toString() ?? null,
      })),
    };
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
  errors: ['EVIDENCE_DISABLED', 'STORE_DOWN'],
  async handle({ deps }) {
    const { evidence } = deps.useCases;
    evidence.assertEnabled();
    const keys = await evidence.receiptKeys();
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
