import { defineEndpoint } from '../server/endpoint.ts';
import { perMinute } from '../server/limits/request-limit.ts';
import { writeBatch } from './present.ts';
import { batchAnswer } from './primitive-answer-schema.ts';
import { batchRequestBody } from './primitive-request-schema.ts';
import { readPrimitiveCaller } from './read-primitive-caller.ts';
import { readPrimitiveTerms } from './read-primitive-terms.ts';

const leg = {
  fromChain: 8453,
  fromToken: 'USDC',
  toChain: 42161,
  toToken: 'USDC',
  amount: '25000000',
  toAddress: '0x1111111111111111111111111111111111111111',
};

export const batchEndpoint = defineEndpoint({
  method: 'POST',
  path: '/api/route/batch',
  summary: 'Plans up to 20 transfers and stores the plan; moves nothing.',
  limit: perMinute('batch', 30),
  changes: 'record',
  request: { body: batchRequestBody },
  example: { routes: [leg, { ...leg, amount: '1000000' }] },
  response: batchAnswer,
  errors: [
    'MISSING_FIELD',
    'BAD_AMOUNT',
    'BODY_TOO_LARGE',
    'UNROUTABLE_LANE',
    'UNSUPPORTED_DIRECTION',
    'STORE_DOWN',
  ],
  needs: 'rail',
  async handle(context) {
    const { body, deps, signal } = context;
    const legs = body.routes.map((route, index) =>
      readPrimitiveTerms(route, `routes.${index}`, deps),
    );
    const batch = await deps.useCases.primitives.planBatch(
      { legs, live: body.live ?? false },
      readPrimitiveCaller(context),
      signal,
    );
    return writeBatch(batch, deps.basePath);
  },
});
