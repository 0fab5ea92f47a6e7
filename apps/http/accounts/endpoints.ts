import { defineEndpoint } from '../server/endpoint.ts';
import { perMinute } from '../server/limits/request-limit.ts';
import { tokenIn } from './account-endpoint.ts';
import { presentSession } from './present.ts';
import { sessionBegun, sessionEnded, signInBody, signInNonce } from './schemas.ts';

const sessionLimit = { ...perMinute('account-session', 10), isFixed: true as const };

export const nonceEndpoint = defineEndpoint({
  method: 'POST',
  path: '/api/account/nonce',
  summary: 'What a wallet needs to sign in: a nonce for one EIP-4361 message, its domain and URI.',
  limit: { ...perMinute('account-nonce', 20), isFixed: true },
  request: {},
  response: signInNonce,
  errors: ['ACCOUNTS_DISABLED', 'STORE_DOWN'],
  changes: 'session',
  async handle({ deps }) {
    const { accounts } = deps.useCases;
    accounts.assertEnabled();
    const { expiresAtMs, ...asked } = await accounts.askNonce();
    return { ...asked, expiresAt: expiresAtMs };
  },
});

export const signInEndpoint = defineEndpoint({
  method: 'POST',
  path: '/api/account/session',
  summary: 'Signs a wallet in: the session can read its own routes, and moves no money.',
  limit: sessionLimit,
  request: { body: signInBody },
  example: {
    message: 'relay.example wants you to sign in with your Ethereum account: ...',
    signature: `0x${'11'.repeat(65)}`,
  },
  response: sessionBegun,
  errors: [
    'MISSING_FIELD',
    'BODY_TOO_LARGE',
    'ACCOUNTS_DISABLED',
    'SIWE_INVALID',
    'NONCE_USED',
    'SIGNATURE_INVALID',
    'CHAIN_UNREACHABLE',
    'STORE_DOWN',
  ],
  changes: 'session',
  async handle({ body, deps, signal }) {
    const { accounts } = deps.useCases;
    accounts.assertEnabled();
    return presentSession(await accounts.signIn(body, signal));
  },
});

export const signOutEndpoint = defineEndpoint({
  method: 'DELETE',
  path: '/api/account/session',
  summary: 'Ends the session of the bearer token.',
  limit: sessionLimit,
  request: {},
  response: sessionEnded,
  errors: ['STORE_DOWN'],
  session: 'any',
  changes: 'session',
  async handle({ headers, deps }) {
    const { accounts } = deps.useCases;
    accounts.assertEnabled();
    await accounts.endSession(tokenIn(headers));
    return { ended: true as const };
  },
});
