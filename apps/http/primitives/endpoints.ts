import { defineEndpoint } from '../server/endpoint.ts';
import { perMinute, readLimit } from '../server/limits/request-limit.ts';
import { recordId } from '../server/schemas/fields.ts';
import { parseCondition, parsePrimitiveCaller, parseTerms, parseScheduleRequest } from './parse.ts';
import { presentBatch, presentConditional, presentSchedule } from './present.ts';
import {
  batchResponse,
  batchRequestBody,
  cancelledResponse,
  conditionalResponse,
  conditionalRequestBody,
  scheduleResponse,
  scheduleRequestBody,
} from './schemas.ts';

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
  response: batchResponse,
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
    const legs = body.routes.map((route, index) => parseTerms(route, `routes.${index}`, deps));
    const batch = await deps.useCases.primitives.planBatch(
      { legs, live: body.live ?? false },
      parsePrimitiveCaller(context),
      signal,
    );
    return presentBatch(batch, deps.basePath);
  },
});

const schedulePath = '/api/route/schedule';
const scheduleParams = recordId('sched', `POST ${schedulePath}`);
const scheduleExample = { id: 'sched_00000000000000000000000000000000' };

export const createScheduleEndpoint = defineEndpoint({
  method: 'POST',
  path: schedulePath,
  summary:
    'Repeats a transfer at an interval, or runs it once at a given time. Each run is a rehearsal unless record and watcher are live.',
  limit: perMinute('schedule', 30),
  changes: 'record',
  request: { body: scheduleRequestBody },
  example: {
    route: leg,
    everySeconds: 3_600,
    count: 24,
  },
  response: scheduleResponse,
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
    const { body, deps } = context;
    return presentSchedule(
      await deps.useCases.primitives.createSchedule(
        parseScheduleRequest(body, deps),
        parsePrimitiveCaller(context),
      ),
      deps.basePath,
    );
  },
});

export const readScheduleEndpoint = defineEndpoint({
  method: 'GET',
  path: `${schedulePath}/{id}`,
  summary: 'A schedule with its newest runs.',
  limit: readLimit('schedule-record'),
  request: { params: scheduleParams },
  example: scheduleExample,
  response: scheduleResponse,
  errors: ['UNKNOWN_RECORD', 'STORE_DOWN'],
  async handle({ params: { id }, deps }) {
    return presentSchedule(
      await deps.useCases.primitives.readRecord('schedule', id),
      deps.basePath,
    );
  },
});

export const cancelScheduleEndpoint = cancelRecordEndpoint(
  'schedule',
  `${schedulePath}/{id}`,
  scheduleParams,
  scheduleExample,
);

const conditionalPath = '/api/route/conditional';
const conditionalParams = recordId('cond', `POST ${conditionalPath}`);
const conditionalExample = { id: 'cond_00000000000000000000000000000000' };

export const createConditionalEndpoint = defineEndpoint({
  method: 'POST',
  path: conditionalPath,
  summary:
    'Runs a transfer once when a price is above or below a value, or after a time. The run is a rehearsal unless record and watcher are live.',
  limit: perMinute('conditional', 30),
  changes: 'record',
  request: { body: conditionalRequestBody },
  example: {
    route: leg,
    when: { type: 'priceBelow', asset: 'ETH', value: '2500.50' },
  },
  response: conditionalResponse,
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
      terms: parseTerms(body.route, 'route', deps),
      when: parseCondition(body.when, deps.tokens),
      live: body.live ?? false,
    };
    return presentConditional(
      await deps.useCases.primitives.createConditional(
        request,
        parsePrimitiveCaller(context),
        signal,
      ),
      deps.basePath,
    );
  },
});

export const readConditionalEndpoint = defineEndpoint({
  method: 'GET',
  path: `${conditionalPath}/{id}`,
  summary: 'A conditional, and its run once it has fired.',
  limit: readLimit('conditional-record'),
  request: { params: conditionalParams },
  example: conditionalExample,
  response: conditionalResponse,
  errors: ['UNKNOWN_RECORD', 'STORE_DOWN'],
  async handle({ params: { id }, deps }) {
    return presentConditional(
      await deps.useCases.primitives.readRecord('conditional', id),
      deps.basePath,
    );
  },
});

export const cancelConditionalEndpoint = cancelRecordEndpoint(
  'conditional',
  `${conditionalPath}/{id}`,
  conditionalParams,
  conditionalExample,
);

/** DELETE does the same to a schedule and to a conditional. */
function cancelRecordEndpoint(
  kind: 'schedule' | 'conditional',
  path: string,
  params: ReturnType<typeof recordId>,
  example: { readonly id: string },
) {
  return defineEndpoint({
    method: 'DELETE',
    path,
    summary: `Cancels a ${kind} for good; a second time changes nothing.`,
    limit: readLimit(`${kind}-record`),
    changes: 'record',
    request: { params },
    example,
    response: cancelledResponse,
    errors: ['UNKNOWN_RECORD', 'ALREADY_ENDED', 'STORE_DOWN'],
    async handle({ params: { id }, deps }) {
      await deps.useCases.primitives.cancelRecord(kind, id);
      return { id, status: 'cancelled' as const };
    },
  });
}
