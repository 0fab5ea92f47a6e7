import { defineEndpoint } from '../server/endpoint.ts';
import { perMinute, readLimit } from '../server/limits/request-limit.ts';
import { recordId } from '../server/schemas/record-id.ts';
import { cancelRecordEndpoint } from './cancel-record.ts';
import { writeConditional } from './present.ts';
import { conditionalAnswer } from './primitive-answer-schema.ts';
import { conditionalRequestBody } from './primitive-request-schema.ts';
import { readCondition } from './read-condition.ts';
import { readPrimitiveCaller } from './read-primitive-caller.ts';
import { readPrimitiveTerms } from './read-primitive-terms.ts';

const path = '/api/route/conditional';
const params = recordId('cond', `POST ${path}`);
const example = { id: 'cond_00000000000000000000000000000000' };

export const createConditionalEndpoint = defineEndpoint({
  method: 'POST',
  path,
  summary:
    'Runs a transfer once when a price is above or below a value, or after a time. The run is a rehearsal unless record and watcher are live.',
  limit: perMinute('conditional', 30),
  changes: 'record',
  request: { body: conditionalRequestBody },
  example: {
    route: {
      fromChain: 8453,
      fromToken: 'USDC',
      toChain: 42161,
      toToken: 'USDC',
      amount: '25000000',
      toAddress: '0x1111111111111111111111111111111111111111',
    },
    when: { type: 'priceBelow', asset: 'ETH', value: '2500.50' },
  },
  response: conditionalAnswer,
  errors: [
    'MISSING_FIELD',
    'BAD_AMOUNT',
    'BODY_TOO_LARGE',
    'UNROUTABLE_LANE',
    'UNSUPPORTED_DIRECTION',
    'BURN_ADDRESS_REFUSED',
    'TOO_MANY_RECORDS',
    'STORE_DOWN',
  ],
  async handle(context) {
    const { body, deps, signal } = context;
    const request = {
      terms: readPrimitiveTerms(body.route, 'route', deps),
      when: readCondition(body.when, deps.tokens),
      live: body.live ?? false,
    };
    return writeConditional(
      await deps.useCases.primitives.createConditional(
        request,
        readPrimitiveCaller(context),
        signal,
      ),
      deps.basePath,
    );
  },
});

export const readConditionalEndpoint = defineEndpoint({
  method: 'GET',
  path: `${path}/{id}`,
  summary: 'A conditional, and its run once it has fired.',
  limit: readLimit('conditional-record'),
  request: { params },
  example,
  response: conditionalAnswer,
  errors: ['UNKNOWN_RECORD', 'STORE_DOWN'],
  async handle({ params: { id }, deps }) {
    return writeConditional(
      await deps.useCases.primitives.readRecord('conditional', id),
      deps.basePath,
    );
  },
});

export const cancelConditionalEndpoint = cancelRecordEndpoint(
  'conditional',
  `${path}/{id}`,
  params,
  example,
);
