import { defineEndpoint } from '../server/endpoint.ts';
import { kemOf, laneNetwork } from '../server/limits/lane-network.ts';
import { readLimit } from '../server/limits/request-limit.ts';
import { presentPosture } from './present.ts';
import { postureAnswer } from './schemas.ts';

export const postureEndpoint = defineEndpoint({
  method: 'GET',
  path: '/api/privacy/posture',
  summary: 'How private your requests are here, as measured just now, and what stays public.',
  limit: readLimit('posture', 60),
  request: {},
  response: postureAnswer,
  errors: ['STORE_DOWN'],
  async handle({ address, headers, deps }) {
    const isInLane = address === laneNetwork;
    return presentPosture(
      await deps.useCases.posture.readPosture({
        lane: isInLane ? 'ohttp' : 'direct',
        host: isInLane ? null : (headers.host ?? null),
        kem: isInLane ? kemOf(headers) : null,
        isBehindProxy: deps.trustedProxies.length > 0,
      }),
    );
  },
});
