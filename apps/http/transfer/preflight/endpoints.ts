import * as z from 'zod';
import type { Preflight } from '@interline/core/transfer';
import { errorEntry, isRelayError, type RelayError } from '@interline/kernel';
import { defineEndpoint } from '../../server/endpoint.ts';
import { perMinute } from '../../server/limits/request-limit.ts';
import { clientPseudonym } from '../../server/parse/caller.ts';
import { operatorOf } from '../../server/parse/operator-of.ts';
import { executeRequestBody, rankedRail } from '../execute/schemas.ts';
import { parseUnsignedRequest } from '../execute/parse.ts';
import { presentRankedRails } from '../execute/present.ts';

const blocker = z.object({
  code: z
    .string()
    .meta({ description: 'the code execute would refuse with', examples: ['PAYER_NOT_READY'] }),
  error: z.string(),
  suggestedAction: z
    .string()
    .meta({ description: 'what to do about it, with amounts and addresses' }),
});

const preflightAnswer = z
  .object({
    go: z.boolean().meta({ description: 'true when nothing stands in the way' }),
    blockers: z
      .array(blocker)
      .meta({ description: 'everything that stands in the way, not only the first thing' }),
    warnings: z.array(z.string()),
    rankedRails: z.array(rankedRail).meta({ description: 'what execute would try, best first' }),
  })
  .meta({ id: 'Preflight' });

export const preflightEndpoint = defineEndpoint({
  method: 'POST',
  path: '/api/route/preflight',
  tool: { name: 'preflight', title: 'Check a transfer before it is sent' },
  isTraced: true,
  summary:
    'Whether an execute body can go ahead, with or without its permit: every blocker with its fix; moves and stores nothing.',
  limit: perMinute('preflight', 40),
  request: { body: executeRequestBody },
  example: {
    fromChain: 8453,
    toChain: 42161,
    token: 'USDC',
    amount: '25000000',
    fromAddress: '0x1111111111111111111111111111111111111111',
    mode: 'permit2',
    minOut: '24900000',
  },
  response: preflightAnswer,
  errors: ['MISSING_FIELD', 'BAD_AMOUNT', 'BODY_TOO_LARGE', 'UNROUTABLE_LANE', 'STORE_DOWN'],
  async handle({ body, headers, address, askedBy, deps, signal }) {
    const caller = {
      sandbox: null,
      isOperator: operatorOf(headers, deps.operators) !== null,
      client: clientPseudonym(address, deps.clientSalt),
      askedBy,
      idempotency: null,
    };
    try {
      const request = { ...parseUnsignedRequest(body, caller, deps), onlyEnforced: false };
      const found = await deps.useCases.transfer.preflightRoute(request, signal);
      const isOptIn = (engine: string): boolean => deps.isOptIn(engine);
      return presentPreflight(
        found,
        presentRankedRails(found.rankedOffers, request.quote, { isOptIn }),
      );
    } catch (error) {
      // A quote-only lane is a blocker even if the body lacks other things too.
      if (isRelayError(error) && error.code === 'UNSUPPORTED_DIRECTION') return stoppedBy(error);
      throw error;
    }
  },
});

function stoppedBy({ code, message }: RelayError): z.input<typeof preflightAnswer> {
  const { suggestedAction } = errorEntry(code);
  return {
    go: false,
    blockers: [{ code, error: message, suggestedAction }],
    warnings: [],
    rankedRails: [],
  };
}

function presentPreflight(
  { blockers, warnings }: Preflight,
  rankedRails: z.input<typeof rankedRail>[],
): z.input<typeof preflightAnswer> {
  return {
    go: blockers.length === 0,
    blockers: blockers.map(({ code, reason, fix }) => ({
      code,
      error: reason,
      suggestedAction: fix,
    })),
    warnings: [...warnings],
    rankedRails,
  };
}
