import { RelayError } from '@interline/kernel';
import { defineEndpoint } from '../endpoint.ts';
import { aliveAnswer, readyAnswer } from '../schemas/health.ts';

export const aliveEndpoint = defineEndpoint({
  method: 'GET',
  path: '/healthz',
  atRoot: true,
  summary: 'The process answers.',
  limit: null,
  request: {},
  response: aliveAnswer,
  errors: [],
  async handle() {
    return { status: 'alive' as const };
  },
});

export const readyEndpoint = defineEndpoint({
  method: 'GET',
  path: '/readyz',
  atRoot: true,
  summary: 'The process can do its work; else the code of what is in the way.',
  limit: null,
  request: {},
  response: readyAnswer,
  errors: ['STORE_DOWN', 'NOT_READY'],
  async handle({ deps }) {
    const { checks } = await deps.isReady();
    const fallen = checks.find((check) => !check.isUp);
    if (fallen !== undefined)
      throw new RelayError(fallen.code, {
        checks: checks.map((check) => `${check.name}: ${check.isUp ? 'up' : check.code}`),
      });
    return {
      status: 'ready' as const,
      checks: Object.fromEntries(checks.map((check) => [check.name, 'up' as const])),
    };
  },
});
