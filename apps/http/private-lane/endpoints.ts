import { type LaneLog, requestBytes } from '@interline/core/private-lane';
import * as z from 'zod';
import { presentWitnesses } from '../passes/present.ts';
import { defineEndpoint, type EndpointInput } from '../server/endpoint.ts';
import { readLimit, type RequestLimit } from '../server/limits/request-limit.ts';
import { namesType } from '../server/parse/parse-shape.ts';
import { answerPrivate } from './answer-private.ts';
import { laneKeysAnswer } from './schemas.ts';

/** Relays send for many, so one address may send a lot. */
const gatewayLimit: RequestLimit = {
  name: 'private-lane',
  requests: 6_000,
  perMs: 60_000,
  isFixed: true,
};

/** Header, the longest encapsulated key, the message and its tag. */
const longestRequest = 7 + 1_120 + requestBytes + 16;
const gatewayPath = '/api/ohttp/gateway';
/** RFC 9540: where clients that know a host and nothing else look. */
const wellKnownPath = '/.well-known/ohttp-gateway';

const ofKeys = {
  method: 'GET',
  summary:
    'The keys that private requests are sealed to, and the relays they go through; the same for every client.',
  request: {},
  response: laneKeysAnswer,
  binary: { answers: 'application/ohttp-keys', hasJson: true },
  errors: ['LANE_DISABLED', 'STORE_DOWN'],
  cache: { maxAgeSec: 300 },
  handle: readKeys,
} as const;

export const laneKeysEndpoint = defineEndpoint({
  ...ofKeys,
  path: '/api/ohttp/keys',
  limit: readLimit('private-lane-keys'),
});

export const wellKnownKeysEndpoint = defineEndpoint({
  ...ofKeys,
  path: wellKnownPath,
  limit: gatewayLimit,
  atRoot: true,
});

const ofGateway = {
  method: 'POST',
  summary: 'Answers a sealed request (RFC 9458) without learning who sent it.',
  limit: gatewayLimit,
  bodyCapBytes: longestRequest,
  request: {},
  response: z.custom<Uint8Array>(),
  binary: { takes: 'message/ohttp-req', answers: 'message/ohttp-res', hasJson: false },
  errors: ['BODY_TOO_LARGE', 'LANE_DISABLED', 'UNKNOWN_LANE_KEY', 'STORE_DOWN'],
  async handle({
    rawBody,
    address,
    ...context
  }: Pick<EndpointInput, 'rawBody' | 'address' | 'deps' | 'endpoints' | 'answerInside'>) {
    const { privateLane } = context.deps.useCases;
    privateLane.assertEnabled();
    const { seal, ...request } = await privateLane.openRequest(rawBody, address);
    return seal(await answerPrivate(request, context));
  },
} as const;

export const gatewayEndpoint = defineEndpoint({ ...ofGateway, path: gatewayPath });

export const wellKnownGatewayEndpoint = defineEndpoint({
  ...ofGateway,
  path: wellKnownPath,
  atRoot: true,
});

async function readKeys({
  headers,
  deps,
}: Pick<EndpointInput, 'headers' | 'deps'>): Promise<z.input<typeof laneKeysAnswer> | Uint8Array> {
  const { privateLane } = deps.useCases;
  privateLane.assertEnabled();
  const { keys, log } = await privateLane.describeKeys();
  const { document, digest } = keys;
  if (!namesType(headers.accept, 'application/json')) return Buffer.from(document, 'base64');
  return {
    keys: document,
    digest,
    gateway: `${deps.basePath}${gatewayPath}`,
    relays: privateLane.relays.map(({ url, region, operator, independent }) => ({
      url,
      region,
      operator,
      independent,
    })),
    log: log === null ? null : presentLog(log),
  };
}

function presentLog({ leaves, witnesses, ...log }: LaneLog) {
  return { ...log, leaves: [...leaves], witnesses: presentWitnesses(witnesses) };
}
