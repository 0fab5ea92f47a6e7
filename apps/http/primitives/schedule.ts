import { defineEndpoint } from '../server/endpoint.ts';
import { perMinute, readLimit } from '../server/limits/request-limit.ts';
import { recordId } from '../server/schemas/record-id.ts';
import { cancelRecordEndpoint } from './cancel-record.ts';
import { writeSchedule } from './present.ts';
import { scheduleAnswer } from './primitive-answer-schema.ts';
import { scheduleRequestBody } from './primitive-request-schema.ts';
import { readPrimitiveCaller } from './read-primitive-caller.ts';
import { readScheduleRequest } from './read-schedule-request.ts';

const path = '/api/route/schedule';
const params = recordId('sched', `POST ${path}`);
const example = { id: 'sched_00000000000000000000000000000000' };

export const createScheduleEndpoint = defineEndpoint({
  method: 'POST',
  path,
  summary:
    'Repeats a transfer every so many seconds, or runs it once at a time. Each run is a rehearsal unless record and watcher are live.',
  limit: perMinute('schedule', 30),
  changes: 'record',
  request: { body: scheduleRequestBody },
  example: {
    route: {
      fromChain: 8453,
      fromToken: 'USDC',
      toChain: 42161,
      toToken: 'USDC',
      amount: '25000000',
      toAddress: '0x1111111111111111111111111111111111111111',
    },
    everySeconds: 3_600,
    count: 24,
  },
  response: scheduleAnswer,
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
    return writeSchedule(
      await deps.useCases.primitives.createSchedule(
        readScheduleRequest(body, deps),
        readPrimitiveCaller(context),
      ),
      deps.basePath,
    );
  },
});

export const readScheduleEndpoint = defineEndpoint({
  method: 'GET',
  path: `${path}/{id}`,
  summary: 'A schedule with its newest runs.',
  limit: readLimit('schedule-record'),
  request: { params },
  example,
  response: scheduleAnswer,
  errors: ['UNKNOWN_RECORD', 'STORE_DOWN'],
  async handle({ params: { id }, deps }) {
    return writeSchedule(await deps.useCases.primitives.readRecord('schedule', id), deps.basePath);
  },
});

export const cancelScheduleEndpoint = cancelRecordEndpoint(
  'schedule',
  `${path}/{id}`,
  params,
  example,
);
