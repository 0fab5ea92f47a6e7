import { recentLimit } from '@interline/core/discovery';
import { standardBodyCapBytes } from '../server/body/read-body.ts';
import { defineEndpoint } from '../server/endpoint.ts';
import { readLimit } from '../server/limits/request-limit.ts';
import {
  gaslessResponse,
  gaslessQuery,
  meshResponse,
  recentRoutesResponse,
  recentRoutesQuery,
  statusResponse,
  termsResponse,
} from './schemas.ts';
import {
  presentGaslessInfo,
  presentMesh,
  presentRecentRoutes,
  presentStatus,
  presentTerms,
} from './present.ts';

export const serviceStatusEndpoint = defineEndpoint({
  method: 'GET',
  path: '/api/status',
  summary: 'What is up: chains, rails, executable lanes, endpoints.',
  limit: readLimit('status', 60),
  request: {},
  response: statusResponse,
  errors: [],
  cache: { maxAgeSec: 30 },
  async handle({ deps, endpoints }) {
    return presentStatus(await deps.useCases.discovery.serviceStatus(), endpoints);
  },
});

export const chainsEndpoint = defineEndpoint({
  method: 'GET',
  path: '/api/route/chains',
  summary: 'The mesh: chains, nodes, the relayer a permit is signed for.',
  limit: readLimit('chains'),
  request: {},
  response: meshResponse,
  errors: [],
  cache: { maxAgeSec: 10 },
  async handle({ deps }) {
    return presentMesh(await deps.useCases.discovery.describeMesh());
  },
});

export const gaslessInfoEndpoint = defineEndpoint({
  method: 'GET',
  path: '/api/gasless/info',
  summary: "The gasless terms: accepted tokens, addresses, Permit2's domain on one chain.",
  limit: readLimit('gasless-info'),
  request: { query: gaslessQuery },
  example: { chainId: '8453' },
  response: gaslessResponse,
  errors: ['UNROUTABLE_LANE'],
  cache: { maxAgeSec: 60 },
  async handle({ query, deps, signal }) {
    return presentGaslessInfo(
      await deps.useCases.discovery.gaslessTerms(query.chainId ?? null, signal),
    );
  },
});

export const recentRoutesEndpoint = defineEndpoint({
  method: 'GET',
  path: '/api/routes/recent',
  summary: 'The newest routes without addresses, hashes or exact amounts.',
  limit: readLimit('recent', 60),
  request: { query: recentRoutesQuery },
  example: { limit: '25' },
  response: recentRoutesResponse,
  errors: ['STORE_DOWN'],
  async handle({ query, deps }) {
    return presentRecentRoutes(
      await deps.useCases.discovery.recentRoutes(query.limit ?? recentLimit.standard),
    );
  },
});

export const termsEndpoint = defineEndpoint({
  method: 'GET',
  path: '/api/terms',
  summary:
    'What a client may rely on: fees, limits, finality, refunds, quote-only corridors, what the feed shows, versions.',
  limit: readLimit('terms'),
  request: {},
  response: termsResponse,
  errors: [],
  cache: { maxAgeSec: 60 },
  async handle({ deps, endpoints }) {
    return presentTerms(await deps.useCases.discovery.serviceTerms(), {
      endpoints,
      limits: deps.limits,
      bodyCapBytes: deps.bodyCapBytes ?? standardBodyCapBytes,
    });
  },
});
