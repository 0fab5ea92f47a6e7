import { defineEndpoint } from '../server/endpoint.ts';
import { readLimit } from '../server/limits/request-limit.ts';
import { gaslessAnswer, gaslessQuery } from './gasless-info-schema.ts';
import { meshAnswer } from './mesh-schema.ts';
import { writeGaslessInfo } from './write-gasless-info.ts';
import { writeMesh } from './write-mesh.ts';

export const chainsEndpoint = defineEndpoint({
  method: 'GET',
  path: '/api/route/chains',
  summary: 'The mesh: chains, nodes, the relayer a permit is signed for.',
  limit: readLimit('chains'),
  request: {},
  response: meshAnswer,
  errors: [],
  cache: { maxAgeSec: 10 },
  async handle({ deps }) {
    return writeMesh(await deps.useCases.discovery.describeMesh());
  },
});

export const gaslessInfoEndpoint = defineEndpoint({
  method: 'GET',
  path: '/api/gasless/info',
  summary: "The gasless terms: accepted tokens, addresses, Permit2's domain on one chain.",
  limit: readLimit('gasless-info'),
  request: { query: gaslessQuery },
  example: { chainId: '8453' },
  response: gaslessAnswer,
  errors: ['UNROUTABLE_LANE'],
  cache: { maxAgeSec: 60 },
  async handle({ query, deps }) {
    return writeGaslessInfo(deps.useCases.discovery.gaslessTerms(query.chainId ?? null));
  },
});
