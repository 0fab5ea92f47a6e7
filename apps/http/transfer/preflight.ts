import { defineEndpoint } from '../server/endpoint.ts';
import { perMinute } from '../server/limits/request-limit.ts';
import { clientPseudonym } from '../server/parse/client-pseudonym.ts';
import { isOperator } from '../server/parse/is-operator.ts';
import { executeRequestBody } from './execute-request-schema.ts';
import { preflightAnswer } from './preflight-schema.ts';
import { readUnsignedRequest } from './read-execute-request.ts';
import { writePreflight } from './write-preflight.ts';

export const preflightEndpoint = defineEndpoint({
  method: 'POST',
  path: '/api/route/preflight',
  summary:
    'Go or no-go for an execute body, with or without its permit: every blocker with its fix; moves and keeps nothing.',
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
  errors: [
    'MISSING_FIELD',
    'BAD_AMOUNT',
    'BODY_TOO_LARGE',
    'UNROUTABLE_LANE',
    'UNSUPPORTED_DIRECTION',
    'STORE_DOWN',
  ],
  async handle({ body, headers, address, deps, signal }) {
    const caller = {
      sandbox: null,
      isOperator: isOperator(headers, deps.operatorToken),
      client: clientPseudonym(address, deps.clientSalt),
      idempotency: null,
    };
    const request = { ...readUnsignedRequest(body, caller, deps), onlyEnforced: false };
    return writePreflight(await deps.useCases.transfer.preflightRoute(request, signal));
  },
});
