import * as z from 'zod';
import { evmChain } from '@interline/kernel';
import { defineEndpoint } from '../../server/endpoint.ts';
import { perMinute } from '../../server/limits/request-limit.ts';
import { parseEvmAddress } from '../../server/parse/parse-address.ts';
import { readOwnPlace, writeOwnPlace } from './own-place.ts';
import { walletQuestion, walletRoutes } from './schemas.ts';
import { walletSignature } from '../../server/schemas/fields.ts';

const wantedWallet = { error: 'the address of a wallet, 0x and 40 hex digits' };
const wantedText = { error: 'the message that GET /api/route/by-wallet answered' };
const wantedSignature = { error: "the wallet's signature of the message, in hex" };
const wantedChain = { error: 'the EIP-155 number of a chain where the wallet is a contract' };
const wantedAfter = { error: 'next of the previous page, as returned' };
const wantedLimit = { error: 'a whole number from 1 to 100' };

/** No pass and no key takes one past it: nothing may join a pass and a payer. */
const limit = { ...perMinute('route-by-wallet', 30), isFixed: true as const };

export const walletQuestionEndpoint = defineEndpoint({
  method: 'GET',
  path: '/api/route/by-wallet',
  summary: 'The message that a wallet signs to see its own routes; it moves nothing.',
  limit,
  request: { query: z.object({ wallet: z.string(wantedWallet).max(64, wantedWallet) }) },
  example: { wallet: '0x1111111111111111111111111111111111111111' },
  response: walletQuestion,
  errors: ['MISSING_FIELD'],
  async handle({ query, deps }) {
    const wallet = parseEvmAddress(deps.addresses, query.wallet, 'wallet');
    const { text, expiresAtMs } = deps.useCases.transfer.askWallet(wallet);
    return {
      message: text,
      expiresAt: expiresAtMs,
      note: 'Have the wallet sign the message as a personal message, and POST both here.',
    };
  },
});

export const walletRoutesEndpoint = defineEndpoint({
  method: 'POST',
  path: '/api/route/by-wallet',
  summary:
    'Ids and states of the routes that a wallet paid for, newest first, in return for its signature.',
  limit,
  request: {
    body: z.strictObject({
      message: z.string(wantedText).min(1, wantedText).max(600, wantedText),
      signature: walletSignature(wantedSignature),
      chainId: z
        .int(wantedChain)
        .min(1, wantedChain)
        .optional()
        .meta({ description: 'only of a wallet that is a contract: where it stands (ERC-1271)' }),
      after: z
        .string(wantedAfter)
        .min(1, wantedAfter)
        .max(256, wantedAfter)
        .transform((text, context) => {
          const place = readOwnPlace(text);
          if (place !== null) return place;
          context.addIssue({ code: 'custom', message: wantedAfter.error, input: text });
          return z.NEVER;
        })
        .optional()
        .meta({ description: 'next of the previous page' }),
      limit: z.int(wantedLimit).min(1, wantedLimit).max(100, wantedLimit).optional(),
    }),
  },
  example: {
    message: 'Show me the routes that this wallet paid for. ...',
    signature: `0x${'11'.repeat(65)}`,
  },
  response: walletRoutes,
  errors: [
    'MISSING_FIELD',
    'BODY_TOO_LARGE',
    'WALLET_TEXT_INVALID',
    'WALLET_TEXT_EXPIRED',
    'WALLET_SIGNATURE_INVALID',
    'CHAIN_UNREACHABLE',
    'STORE_DOWN',
  ],
  async handle({ body, deps, signal }) {
    const { message: text, signature, chainId, after = null, limit: most = 25 } = body;
    const chain = chainId === undefined ? null : evmChain(chainId);
    const shown = await deps.useCases.transfer.readOwnRoutes(
      { text, signature, chain, after, limit: most },
      signal,
    );
    return {
      wallet: shown.wallet,
      routes: shown.routes.map(({ createdAtMs, ...route }) => ({
        ...route,
        acceptedAt: createdAtMs,
      })),
      count: shown.routes.length,
      next: shown.next === null ? null : writeOwnPlace(shown.next),
      note: 'GET /api/route/status shows all of each. What ended long ago and is in the archive is not listed; its id still finds it.',
    };
  },
});
