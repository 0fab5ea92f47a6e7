import { asUnits, evmNodes, meshNodeCount, permit2Address, receiptOf, RelayError } from '@interline/domain';
import type { ExecuteRequest, ScorecardQuestion } from '@interline/usecases';
import type { HttpDeps } from '../http-deps.ts';
import { sampleComparison } from './sample-comparison.ts';
import { sampleIntent, spender } from './sample-intent.ts';
import { sampleIntentPlan } from './sample-intent-plan.ts';
import { sampleFirmQuote, sampleRouteQuote } from './sample-quote.ts';
import { sampleRoute } from './sample-route.ts';
import { sampleScorecard } from './sample-scorecard.ts';
import { baseUsdc } from './sample-tokens.ts';

/** What the HTTP room handed to the use cases, in order. */
export interface Asked {
  readonly quotes: Parameters<HttpDeps['useCases']['quoteRoute']>[];
  readonly compares: Parameters<HttpDeps['useCases']['compareRails']>[];
  readonly solves: Parameters<HttpDeps['useCases']['solveIntent']>[];
  readonly executes: ExecuteRequest[];
  readonly preflights: ExecuteRequest[];
  readonly scorecards: ScorecardQuestion[];
  readonly intents: Parameters<HttpDeps['useCases']['prepareIntent']>[];
}

/** Plausible answers to every question; nothing moves. */
export function fakeUseCases(asked: Asked): HttpDeps['useCases'] {
  return {
    async quoteRoute(...question) {
      asked.quotes.push(question);
      return sampleRouteQuote(question[0]);
    },
    async compareRails(...question) {
      asked.compares.push(question);
      return sampleComparison(question[0]);
    },
    async solveIntent(...question) {
      asked.solves.push(question);
      return sampleIntentPlan(question[0]);
    },
    async executeRoute(request) {
      asked.executes.push(request);
      if (request.dryRun || request.live === false) {
        return { kind: 'dry', rankedWays: [{ railPackage: 'floatlane', quote: sampleFirmQuote(request.quote) }], refusals: [], note: 'a rehearsal: nothing was broadcast' };
      }
      const { quote, mode, minOut, sandbox } = request;
      const id = sandbox === null ? 'rt_0123456789abcdef0123456789abcdef' : 'sbx_0123456789abcdef0123456789abcdef';
      const order = { ...quote, payer: quote.payer ?? '', routeId: id, minOutput: minOut ?? asUnits(0n) };
      return { kind: 'route', route: sampleRoute({ id, mode, order, isSimulated: sandbox !== null }) };
    },
    async prepareIntent(...question) {
      asked.intents.push(question);
      return sampleIntent(question[0], question[1]);
    },
    async preflightRoute(request) {
      asked.preflights.push(request);
      return { blockers: [], warnings: [], rankedWays: [{ railPackage: 'floatlane', quote: sampleFirmQuote(request.quote) }] };
    },
    async readRoute(id) {
      const route = sampleRoute();
      if (id !== route.id) throw new RelayError('UNKNOWN_ROUTE');
      return receiptOf(route, 1_800_000_007_000);
    },
    async readScorecard(question) {
      asked.scorecards.push(question);
      return sampleScorecard;
    },
    async releaseRefund(id) {
      const route = sampleRoute();
      if (id !== route.id) throw new RelayError('UNKNOWN_ROUTE');
      return receiptOf(route, 1_800_000_007_000);
    },
    async describeMesh() {
      const side = { isExecutable: false, isQuoted: true, reason: 'Stellar as a source can be priced but not settled' };
      return {
        nodes: meshNodeCount,
        evmChainIds: evmNodes.map((node) => node.chainId),
        routableNonEvm: ['stellar', 'solana', 'bitcoin'],
        directedRoutes: 462,
        relayer: spender,
        permit2: permit2Address,
        engine: 'every rail is asked at once',
        nonEvmNodes: [
          { wire: 'stellar', name: 'Stellar', asSource: side, asDestination: { isExecutable: true, isQuoted: true, reason: null } },
          { wire: 'solana', name: 'Solana', asSource: side, asDestination: side },
        ],
        comparatorOnly: [{ wire: 'sui', name: 'Sui', asSource: side, asDestination: side }],
      };
    },
    async serviceStatus() {
      return {
        status: 'degraded',
        atMs: 1_800_000_000_000,
        evm: evmNodes.map(({ chainId, name }) => ({ chainId, name, isUp: chainId !== 1 })),
        nonEvm: [{ name: 'stellar', isUp: true }, { name: 'solana', isUp: false }, { name: 'bitcoin', isUp: false }],
        rails: [{ name: 'floatlane', isUp: true }, { name: 'lifi', isUp: false }],
        routes: 462,
      };
    },
    gaslessTerms(chainId) {
      if (chainId === 999_999) throw new RelayError('UNROUTABLE_LANE', { field: 'chainId' });
      return {
        chainId: chainId ?? 8453,
        relayer: spender,
        router: spender,
        tokenPaymaster: spender,
        entryPoint: spender,
        permit2: permit2Address,
        routes: ['direct', 'cheapest', 'fastest'],
        recommended: 'cheapest',
        chains: [{ chainId: 8453, name: 'Base', nativeSymbol: 'ETH', tokens: [baseUsdc] }],
        acceptedTokens: [baseUsdc],
        domain: { name: 'Permit2', chainId: chainId ?? 8453, verifyingContract: permit2Address },
        notes: ['tokenPaymaster is the zero address'],
      };
    },
  };
}
