import type { UseCases } from '@interline/core';
import {
  type AskQuestion,
  concierge,
  type PassageSearch,
  understandTransfer,
} from '@interline/core/assistant';
import type { AccountState } from '@interline/core/operations';
import type { TickingPrimitive } from '@interline/core/primitives';
import { stopAdvice } from '@interline/core/transactions';
import { type ExecuteRequest, receiptOf, type ScorecardQuestion } from '@interline/core/transfer';
import type { HookRequest } from '@interline/core/webhooks';
import {
  asUnits,
  evmNodes,
  isNative,
  meshNodeCount,
  permit2Address,
  RelayError,
} from '@interline/kernel';
import { edgePassages } from '../server/documents/edge-passages.ts';
import { endpoints } from '../server/endpoints.ts';
import type { HttpDeps } from '../server/http-deps.ts';
import { hashOfKey } from '../server/parse/caller.ts';
import { fakeEvidence } from './fake-evidence.ts';
import { fakeAccounts } from './fake-accounts.ts';
import { fakeAgents } from './fake-agents.ts';
import { fakePayments } from './fake-payments.ts';
import { fakeMandates } from './fake-mandates.ts';
import { fakeSponsor } from './fake-sponsor.ts';
import { fakeMessaging } from './fake-messaging.ts';
import { fakeInvoices, fakePasses, fakePrivateLane } from './fake-passes.ts';
import { fakeMembership } from './fake-membership.ts';
import { fakePlanning } from './fake-planning.ts';
import { sampleBooks } from './sample-books.ts';
import { fakeOrders, type OrderAsked, sampleAudit, sampleSwitch } from './fake-orders.ts';
import { sampleConsole, sampleTimeline } from './sample-console.ts';
import { sampleComparison } from './sample-comparison.ts';
import { sampleDeposit } from './sample-deposit.ts';
import { sampleFloat } from './sample-float.ts';
import { sampleHealth, sampleSeries } from './sample-health.ts';
import { sampleHookState } from './sample-hook.ts';
import { sampleIntentPlan } from './sample-intent-plan.ts';
import { sampleIntent, spender } from './sample-intent.ts';
import { sampleKey, sampleKeyUsage } from './sample-key.ts';
import { sampleBatch, sampleConditional, sampleSchedule } from './sample-primitives.ts';
import { sampleFirmQuote, sampleRouteQuote } from './sample-quote.ts';
import { sampleRecent } from './sample-recent.ts';
import { samplePosture } from './sample-posture.ts';
import { sampleRoute } from './sample-route.ts';
import { sampleScorecard } from './sample-scorecard.ts';
import { sampleTerms } from './sample-terms.ts';
import { arbitrum, base, baseUsdc, optimism, sampleTokens } from './sample-tokens.ts';

/** What the HTTP app handed to the use cases, in order. */
export interface Asked {
  readonly quotes: Parameters<HttpDeps['useCases']['transfer']['quoteRoute']>[];
  readonly compares: Parameters<HttpDeps['useCases']['transfer']['compareRails']>[];
  readonly solves: Parameters<HttpDeps['useCases']['transfer']['solveIntent']>[];
  readonly executes: ExecuteRequest[];
  readonly preflights: ExecuteRequest[];
  readonly scorecards: ScorecardQuestion[];
  readonly hooks: HookRequest[];
  readonly keyUse: Parameters<HttpDeps['useCases']['apiKeys']['noteKeyUse']>[];
  readonly batches: Parameters<HttpDeps['useCases']['primitives']['planBatch']>[];
  readonly schedules: Parameters<HttpDeps['useCases']['primitives']['createSchedule']>[];
  readonly conditionals: Parameters<HttpDeps['useCases']['primitives']['createConditional']>[];
  readonly recents: number[];
  readonly orders: OrderAsked[];
  readonly intents: Parameters<HttpDeps['useCases']['transfer']['prepareOrder']>[];
}

const sampleStop =
  'store-behind: the chain counts 8 transactions of this account, the store has allotted 7';
const sampleAccount: AccountState = {
  chain: arbitrum,
  role: 'float',
  account: spender,
  nextSlot: 7,
  chainSlots: 8,
  isFormer: false,
  inFlight: 0,
  oldestMs: null,
  stopped: null,
  stuck: [],
  lacksCoin: null,
};

/** Use cases of any module that a test replaces. */
export type FakedUseCases = { readonly [M in keyof UseCases]?: Partial<UseCases[M]> };

/** Plausible answers to every question; nothing moves. */
export function fakeUseCases(asked: Asked): UseCases {
  const keys = new Set([hashOfKey(sampleKey)]);
  const kept = new Map<string, { readonly bodyHash: string; readonly answer: string }>();
  const understand = understandTransfer(sampleTokens);
  const passes = fakePasses();
  const fakes: FakedUseCases = {
    idempotency: {
      async answerOnce({ name, bodyHash }, make) {
        const first = kept.get(name);
        if (first !== undefined && first.bodyHash !== bodyHash)
          throw new RelayError('IDEMPOTENCY_CONFLICT');
        const answer = first?.answer ?? (await make());
        kept.set(name, { bodyHash, answer });
        return { answer, isRepeat: first !== undefined };
      },
    },
    transfer: {
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
          return {
            kind: 'dry',
            rankedOffers: [{ railPackage: 'floatlane', quote: sampleFirmQuote(request.quote) }],
            refusals: [],
            note: 'a rehearsal: nothing was broadcast',
          };
        }
        const { quote, mode, minOut, sandbox } = request;
        const id =
          sandbox === null
            ? 'rt_0123456789abcdef0123456789abcdef'
            : 'sbx_0123456789abcdef0123456789abcdef';
        const order = {
          ...quote,
          payer: quote.payer ?? '',
          routeId: id,
          minOutput: minOut ?? asUnits(0n),
        };
        return {
          kind: 'route',
          route: sampleRoute({ id, mode, order, isSimulated: sandbox !== null }),
        };
      },
      async prepareOrder(...question) {
        asked.intents.push(question);
        if (isNative(question[0].from)) throw new RelayError('NATIVE_NOT_PULLABLE');
        return sampleIntent(question[0], question[1]);
      },
      async prepareDeposit(request) {
        const quote = sampleRouteQuote(request);
        return { quote, minOut: quote.best.minOutput };
      },
      async preflightRoute(request) {
        asked.preflights.push(request);
        return {
          blockers: [],
          warnings: [],
          rankedOffers: [{ railPackage: 'floatlane', quote: sampleFirmQuote(request.quote) }],
        };
      },
      async setRefundAddress({ routeId, secret, address }) {
        if (routeId !== sampleDeposit.routeId) throw new RelayError('UNKNOWN_ROUTE');
        if (secret !== 'the claim') throw new RelayError('REFUND_CLAIM_INVALID');
        return { ...sampleDeposit, refundAddress: address(sampleDeposit.chain) };
      },
      async readRoute(id) {
        const route = sampleRoute();
        if (id !== route.id) throw new RelayError('UNKNOWN_ROUTE');
        return receiptOf(route, 1_800_000_007_000);
      },
      async readTimeline(id) {
        if (id !== sampleRoute().id) throw new RelayError('UNKNOWN_ROUTE');
        return sampleTimeline;
      },
      async readScorecard(question) {
        asked.scorecards.push(question);
        return sampleScorecard;
      },
      readSeries: async () => sampleSeries,
    },
    primitives: {
      async planBatch(...question) {
        asked.batches.push(question);
        return sampleBatch(question[0], question[1]);
      },
      async createSchedule(...question) {
        asked.schedules.push(question);
        return sampleSchedule(...question);
      },
      async createConditional(...question) {
        asked.conditionals.push(question);
        return sampleConditional(question[0], question[1]);
      },
      readRecord: readSampleRecord,
      async cancelRecord(kind, id) {
        const record = await readSampleRecord(kind, id);
        if (record.status === 'fired') throw new RelayError('ALREADY_ENDED');
        return record;
      },
    },
    webhooks: {
      async registerHook(request) {
        if (request.routeId !== sampleRoute().id) throw new RelayError('UNKNOWN_ROUTE');
        if (new URL(request.url).hostname === '10.0.0.1')
          throw new RelayError('UNSAFE_URL', { field: 'url' });
        asked.hooks.push(request);
        return { ...sampleHookState.hook, url: request.url };
      },
      async readHook(id) {
        if (id !== sampleHookState.hook.id) throw new RelayError('UNKNOWN_RECORD');
        return sampleHookState;
      },
      async listDeadHooks() {
        return [
          {
            ...sampleHookState,
            status: 'failed',
            delivery: { ...sampleHookState.delivery, state: 'dead' },
          },
        ];
      },
    },
    books: sampleBooks,
    operations: {
      async readDesk() {
        const route = sampleRoute({ stage: 'QUARANTINED' });
        return {
          entries: [
            {
              kind: 'route',
              subject: `route ${route.id}`,
              state: route.stage,
              sinceMs: route.updatedAtMs,
              shows: { status: route.status, credited: null },
              whatToDo: 'Release it.',
              commands: [`interline route release ${route.id} --reason "<why>"`],
            },
            {
              kind: 'account',
              subject: 'account float on 42161',
              state: 'store-behind',
              sinceMs: null,
              shows: { reason: sampleStop },
              whatToDo: stopAdvice['store-behind'],
              commands: ['interline account restart 42161 float --reason "<why>"'],
            },
          ],
          more: 0,
        };
      },
      async showAccount(chain, role) {
        if (chain !== arbitrum) throw new RelayError('UNROUTABLE_LANE', { field: 'chain' });
        return [{ state: { ...sampleAccount, role }, open: [] }];
      },
      async listAccounts() {
        return [{ ...sampleAccount, stopped: sampleStop }];
      },
      async listAudit(limit) {
        return [sampleAudit].slice(0, limit);
      },
      readHealth: async () => sampleHealth,
      findRoutes: async () => ({ routes: [sampleRoute()], count: 1 }),
      floatLevels: async () => sampleFloat,
      suggestFloatMoves: async () => [
        { symbol: 'USDC', from: base, to: arbitrum, units: 250_000_000n },
      ],
      listFormerKeys: async () => [
        {
          accounts: { spender, float: spender },
          routes: 1,
          open: 0,
          finalAt: [{ chain: base, block: 112 }],
          holdings: [],
        },
      ],
      floatAlarms: async () => [],
      stoppedChains: async () => [],
      orders: fakeOrders(asked),
    },
    switches: {
      async listSwitches() {
        return [sampleSwitch];
      },
    },
    discovery: {
      async describeMesh() {
        const side = {
          isExecutable: false,
          isQuoted: true,
          reason: 'Stellar as a source is never settled, only priced where a rail prices it',
        };
        return {
          nodes: meshNodeCount,
          evmChainIds: evmNodes.map((node) => node.chainId),
          routableNonEvm: ['stellar', 'solana', 'bitcoin'],
          directedRoutes: 462,
          relayer: spender,
          permit2: permit2Address,
          engine: 'every rail is asked at once',
          nonEvmNodes: [
            {
              wire: 'stellar',
              name: 'Stellar',
              asSource: side,
              asDestination: { isExecutable: true, isQuoted: true, reason: null },
            },
            { wire: 'solana', name: 'Solana', asSource: side, asDestination: side },
          ],
          comparatorOnly: [{ wire: 'sui', name: 'Sui', asSource: side, asDestination: side }],
          pricedOnly: [
            {
              wire: 'sui',
              name: 'Sui',
              lanes: ['*->sui'],
              reason: 'Sui is priced and never settled',
            },
          ],
        };
      },
      async serviceStatus() {
        return {
          status: 'degraded',
          atMs: 1_800_000_000_000,
          evm: evmNodes.map(({ chainId, name }) => ({ chainId, name, isUp: chainId !== 1 })),
          nonEvm: [
            { name: 'stellar', isUp: true },
            { name: 'solana', isUp: false },
            { name: 'bitcoin', isUp: false },
          ],
          rails: [
            { name: 'floatlane', isUp: true, reason: null, own: null },
            { name: 'lifi', isUp: false, reason: 'not asked now: lifi', own: null },
          ],
          routes: 462,
          switches: [],
          reasons: ['rail lifi: not asked now: lifi'],
        };
      },
      describeConsole() {
        return sampleConsole;
      },
      async readBalance() {
        return asUnits(12_500_000n);
      },
      async recentRoutes(limit) {
        asked.recents.push(limit);
        return sampleRecent.slice(0, limit);
      },
      async serviceTerms() {
        return sampleTerms;
      },
      async gaslessTerms(chainId) {
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
    },
    membership: fakeMembership,
    planning: fakePlanning,
    assistant: { understandTransfer: understand },
    passes,
    privateLane: fakePrivateLane,
    posture: { readPosture: async (asked) => samplePosture(asked) },
    evidence: fakeEvidence((pass) => passes.spendPass(pass)),
    accounts: fakeAccounts(),
    agents: fakeAgents(),
    mandates: fakeMandates(),
    sponsor: fakeSponsor(),
    x402: fakePayments((request) => sampleIntent(request, null)),
    messaging: fakeMessaging((pass) => passes.spendPass(pass)),
    invoices: fakeInvoices(),
    apiKeys: {
      async createKey({ hash, label, days }) {
        keys.add(hash);
        const createdAtMs = 1_800_000_005_000;
        const endsAtMs = days === null ? null : createdAtMs + days * 86_400_000;
        return { hash, label, createdAtMs, endsAtMs };
      },
      async deleteKey(hash) {
        if (!keys.delete(hash)) throw new RelayError('UNKNOWN_KEY');
      },
      async readKeyUsage(hash) {
        if (!keys.has(hash)) throw new RelayError('UNKNOWN_KEY');
        return sampleKeyUsage(hash);
      },
      async recognizeKey(hash) {
        return keys.has(hash);
      },
      noteKeyUse(...noted) {
        asked.keyUse.push(noted);
      },
    },
  };
  return fakes as UseCases; // CAST: the edge asks for nothing else.
}

const readSampleRecord: HttpDeps['useCases']['primitives']['readRecord'] = async (kind, id) => {
  const terms = { quote: { ...sampleRoute().order }, excludeRails: [] };
  const caller = { client: 'c_1', isOperator: false };
  const records: readonly TickingPrimitive[] = [
    sampleSchedule({ terms, live: false, everyMs: 3_600_000, atMs: null, count: 24 }, caller),
    sampleConditional(
      {
        terms,
        live: false,
        when: { type: 'timeAfter', value: 1_800_000_000, atMs: 1_800_000_000_000 },
      },
      caller,
    ),
  ];
  const found = records.find((record) => record.kind === kind && record.id === id);
  if (found === undefined) throw new RelayError('UNKNOWN_RECORD');
  return found as Extract<TickingPrimitive, { kind: typeof kind }>; // CAST: found by its kind.
};

/**
 * The real concierge over the sample tables. It answers questions only with a real search: without
 * one it knows nothing.
 */
export function fakeAskQuestion(
  passageSearch: PassageSearch = { index: () => () => [], spelling: () => () => null },
): AskQuestion {
  const ask = concierge({
    serviceTerms: async () => sampleTerms,
    tokens: sampleTokens,
    chains: [base, arbitrum, optimism],
    understand: understandTransfer(sampleTokens),
    passageSearch,
    phrasing: { phrase: async () => null },
  });
  return ask(edgePassages(endpoints, '', { scale: 1, keyFactor: 10 }));
}
