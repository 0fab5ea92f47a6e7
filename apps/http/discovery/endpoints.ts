import { recentLimit } from '@interline/core/discovery';
import { standardBodyCapBytes } from '../server/body/read-body.ts';
import { defineEndpoint } from '../server/endpoint.ts';
import { perMinute, readLimit } from '../server/limits/request-limit.ts';
import { parseEvmAddress, parseServedChain } from '../server/parse/parse-address.ts';
import { checksummed, presentTokenAddress } from '../server/present/present-address.ts';
import {
  balanceQuery,
  balanceResponse,
  consoleResponse,
  gaslessResponse,
  gaslessQuery,
  meshResponse,
  recentRoutesResponse,
  recentRoutesQuery,
  statusResponse,
  termsResponse,
} from './schemas.ts';
import {
  presentConsole,
  presentGaslessInfo,
  presentMesh,
  presentRecentRoutes,
  presentStatus,
  presentTerms,
} from './present.ts';

export const serviceStatusEndpoint = defineEndpoint({
  method: 'GET',
  path: '/api/status',
  summary: 'The status of the service: which chains, rails, executable lanes and endpoints are up.',
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
  tool: { name: 'chains', title: 'List chains' },
  summary: 'The mesh: chains, nodes, and the relayer that permits are signed for.',
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
    "The deployment's terms: fees, limits, finality, refunds, quote-only corridors, contents of the feed, versions.",
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

export const consoleEndpoint = defineEndpoint({
  method: 'GET',
  path: '/api/console',
  summary:
    'What the console shows first: the profile, and the chains with their names, coins, tokens and explorers.',
  limit: readLimit('console'),
  request: {},
  response: consoleResponse,
  errors: [],
  cache: { maxAgeSec: 60 },
  async handle({ deps }) {
    return presentConsole(deps.useCases.discovery.describeConsole(), {
      basePath: deps.basePath,
      hasOperator: deps.operators.length > 0,
      hasPasses: deps.useCases.passes.isEnabled,
      hasPrivateLane: deps.useCases.privateLane.isEnabled,
    });
  },
});

export const balanceEndpoint = defineEndpoint({
  method: 'GET',
  path: '/api/balance',
  summary:
    "An EVM account's balance of one token that permits can pull, for pages that cannot call an RPC node.",
  limit: perMinute('balance', 60),
  request: { query: balanceQuery },
  example: {
    chainId: '8453',
    token: 'USDC',
    address: '0x1111111111111111111111111111111111111111',
  },
  response: balanceResponse,
  errors: ['MISSING_FIELD', 'UNROUTABLE_LANE', 'CHAIN_UNREACHABLE'],
  async handle({ query, deps, signal }) {
    const chain = parseServedChain(query.chainId, 'chainId', deps.tokens);
    const token = deps.tokens.resolve(chain, query.token, 'token');
    const owner = parseEvmAddress(deps.addresses, query.address, 'address');
    const balance = await deps.useCases.discovery.readBalance(token, owner, signal);
    return {
      chainId: query.chainId,
      token: presentTokenAddress(token),
      symbol: token.symbol,
      decimals: token.decimals,
      address: checksummed(owner),
      balance: balance.toString(),
    };
  },
});
