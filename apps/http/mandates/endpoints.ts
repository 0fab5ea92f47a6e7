import { writeOwnPlace } from '../transfer/status/own-place.ts';
import { defineAccountEndpoint } from '../accounts/account-endpoint.ts';
import { pageQuery } from '../accounts/schemas.ts';
import { activityQuery } from '../agents/schemas.ts';
import { requireAgent } from '../agents/read-agent.ts';
import { defineEndpoint } from '../server/endpoint.ts';
import { perMinute } from '../server/limits/request-limit.ts';
import {
  parseCaller,
  parseExecuteRequest,
  parseUnsignedRequest,
} from '../transfer/execute/parse.ts';
import { bodyIn, parseCeiling } from './parse.ts';
import { presentMandate, presentReceipts } from './present.ts';
import {
  challengeAnswer,
  challengeBody,
  evaluateAnswer,
  evaluateBody,
  mandateAnswer,
  mandateParams,
  mandateReceipts,
  mandatesAnswer,
  registerMandateBody,
} from './schemas.ts';

const readLimit = perMinute('mandate', 60);
/** Low, because a registration reads the chain. */
const listLimit = perMinute('mandates', 10);
const agentLimit = { ...perMinute('mandate-evaluate', 40), isFixed: true as const };
const scope = 'mandates';
const id = `mnd_${'0'.repeat(32)}`;
const usualPage = 25;

export const registerMandateEndpoint = defineAccountEndpoint({
  method: 'POST',
  path: '/api/mandates',
  summary:
    'Registers an open AP2 mandate of the wallet, with the Permit2 allowance that is its ceiling.',
  limit: listLimit,
  scope,
  request: { body: registerMandateBody },
  example: {
    mandate: 'eyJhbGciOiJFUzI1NiJ9.eyJ2Y3QiOiJtYW5kYXRlLnBheW1lbnQub3Blbi4xIn0.AA~',
    proof: 'eyJhbGciOiJFUzI1NiJ9.e30.AA',
    allowance: {
      chainId: 8453,
      details: {
        token: '0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913',
        amount: '100000000',
        expiration: '1900000000',
        nonce: '0',
      },
      spender: '0x1111111111111111111111111111111111111111',
      sigDeadline: '1900000000',
      signature: `0x${'11'.repeat(65)}`,
    },
  },
  response: mandateAnswer,
  errors: [
    'MISSING_FIELD',
    'BAD_AMOUNT',
    'BODY_TOO_LARGE',
    'UNROUTABLE_LANE',
    'MANDATE_KEY_UNKNOWN',
    'KEY_PROOF_INVALID',
    'INVALID_CREDENTIAL',
    'INVALID_MANDATE',
    'UNRESOLVED_CONSTRAINT',
    'MANDATE_EXPIRED',
    'PERMIT_INVALID',
    'PERMIT_EXPIRED',
    'PERMIT_SPENDER',
    'PERMIT_USED',
    'RELAYER_BUSY',
    'TOO_MANY_RECORDS',
    'CHAIN_UNREACHABLE',
    'STORE_DOWN',
  ],
  changes: 'mandate',
  async handle({ body, deps, session, signal }) {
    const asked = {
      token: body.mandate,
      proof: body.proof,
      key: body.key,
      ceiling: parseCeiling(body.allowance, deps.addresses),
    };
    const mandate = await deps.useCases.mandates.own.register(session, asked, signal);
    return presentMandate(mandate, deps.clock.now());
  },
});

export const mandatesEndpoint = defineAccountEndpoint({
  method: 'GET',
  path: '/api/mandates',
  summary: "The wallet's mandates, newest first.",
  limit: listLimit,
  scope,
  request: { query: pageQuery },
  example: { limit: '25' },
  response: mandatesAnswer,
  errors: ['STORE_DOWN'],
  async handle({ query: { next: after = null, limit = usualPage }, deps, session }) {
    const { own } = deps.useCases.mandates;
    const items = await own.list(session, after, limit);
    const last = items.at(-1);
    return {
      items: items.map((one) => presentMandate(one, deps.clock.now())),
      next: last === undefined || items.length < limit ? null : writeOwnPlace(last),
    };
  },
});

export const mandateEndpoint = defineAccountEndpoint({
  method: 'GET',
  path: '/api/mandates/{id}',
  summary: 'A mandate, with what is left of it.',
  limit: readLimit,
  scope,
  request: { params: mandateParams },
  example: { id },
  response: mandateAnswer,
  errors: ['UNKNOWN_MANDATE', 'STORE_DOWN'],
  async handle({ params, deps, session }) {
    const mandate = await deps.useCases.mandates.own.read(session, params.id);
    return presentMandate(mandate, deps.clock.now());
  },
});

export const mandateReceiptsEndpoint = defineAccountEndpoint({
  method: 'GET',
  path: '/api/mandates/{id}/receipts',
  summary: 'The signed verdicts on payments under a mandate, newest first.',
  limit: readLimit,
  scope,
  request: { params: mandateParams, query: activityQuery },
  example: { id, limit: '25' },
  response: mandateReceipts,
  errors: ['UNKNOWN_MANDATE', 'STORE_DOWN'],
  async handle({ params, query: { next: before = null, limit = usualPage }, deps, session }) {
    const { own } = deps.useCases.mandates;
    const page = { before, limit };
    return presentReceipts(await own.receipts(session, params.id, page), limit);
  },
});

export const revokeMandateEndpoint = defineAccountEndpoint({
  method: 'DELETE',
  path: '/api/mandates/{id}',
  summary:
    'Revokes a mandate for good: no further payment is accepted under it, and those already accepted go on.',
  limit: readLimit,
  scope,
  request: { params: mandateParams },
  example: { id },
  response: mandateAnswer,
  errors: ['UNKNOWN_MANDATE', 'STORE_DOWN'],
  changes: 'mandate',
  async handle({ params, deps, session }) {
    const mandate = await deps.useCases.mandates.own.revoke(session, params.id);
    return presentMandate(mandate, deps.clock.now());
  },
});

export const challengeEndpoint = defineEndpoint({
  method: 'POST',
  path: '/api/mandates/challenge',
  summary: 'A nonce for the agent that a mandate names, to bind one presentation to.',
  limit: agentLimit,
  agent: 'only',
  request: { body: challengeBody },
  example: { id },
  response: challengeAnswer,
  errors: [
    'MISSING_FIELD',
    'BODY_TOO_LARGE',
    'UNKNOWN_MANDATE',
    'MANDATE_REVOKED',
    'MANDATE_EXPIRED',
    'STORE_DOWN',
  ],
  changes: 'mandate',
  async handle(context) {
    const { agent, keyId } = await requireAgent(context);
    const { body, deps } = context;
    const asking = { keyId, account: agent.account };
    const { nonce, aud, expiresAtMs } = await deps.useCases.mandates.issueChallenge(
      asking,
      body.id,
    );
    return { nonce, aud, expiresAt: expiresAtMs };
  },
});

export const evaluateEndpoint = defineEndpoint({
  method: 'POST',
  path: '/api/mandates/evaluate',
  summary:
    'Whether a mandate allows a transfer now: every constraint that fails, and what is left.',
  limit: agentLimit,
  agent: 'only',
  request: { body: evaluateBody },
  example: {
    presentation:
      'eyJhbGciOiJFUzI1NiJ9.eyJ2Y3QiOiJtYW5kYXRlLnBheW1lbnQub3Blbi4xIn0.AA~~e30.e30.AA~',
    execute: {
      fromChain: 8453,
      toChain: 42161,
      token: 'USDC',
      amount: '25000000',
      toAddress: '0x1111111111111111111111111111111111111111',
    },
  },
  response: evaluateAnswer,
  errors: [
    'MISSING_FIELD',
    'BAD_AMOUNT',
    'BODY_TOO_LARGE',
    'UNROUTABLE_LANE',
    'INVALID_CREDENTIAL',
    'INVALID_MANDATE',
    'UNRESOLVED_CONSTRAINT',
    'MANDATE_REVOKED',
    'MANDATE_EXPIRED',
    'MANDATE_USED',
    'NO_ROUTE',
    'STORE_DOWN',
  ],
  async handle(context) {
    const { body, deps, signal, rawBody } = context;
    const caller = parseCaller(context, '/api/mandates/evaluate');
    // Faults of the transfer itself are reported to any caller, before the agent is checked.
    parseUnsignedRequest({ ...body.execute, mode: 'permit2' }, caller, deps);
    const signed = await requireAgent(context);
    const { execute } = bodyIn(rawBody) as { execute: Record<string, unknown> }; // CAST: by the schema.
    const { failing, left, worthCents } = await deps.useCases.mandates.evaluateTransfer(
      {
        presentation: body.presentation,
        signed,
        body: execute,
        transferFrom: (payer) => ({
          ...parseExecuteRequest(body.execute, caller, deps, payer),
          onlyEnforced: false,
        }),
      },
      signal,
    );
    return {
      ok: failing.length === 0,
      failing: failing.map(({ constraint, reason }) => ({ constraint, reason })),
      left: { cents: left.cents?.toString() ?? null, uses: left.uses },
      worth: worthCents.toString(),
    };
  },
});
