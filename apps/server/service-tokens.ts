import type { Store as ComposedStore } from '@interline/core';
import type { CreateKey, NoteKeyUse, ReadKeyUsage, RecognizeKey } from '@interline/core/api-keys';
import type { Concierge, UnderstandTransfer } from '@interline/core/assistant';
import type {
  DescribeMesh,
  GaslessTerms,
  RecentRoutes,
  ServiceStatus,
  ServiceTerms,
} from '@interline/core/discovery';
import type { AnswerOnce } from '@interline/core/idempotency';
import type { ListAccounts, ListAttention, ResumeAccount } from '@interline/core/operations';
import type {
  CancelRecord,
  CreateConditional,
  CreateSchedule,
  PlanBatch,
  PrimitivePorts,
  ReadRecord,
  RunTick,
} from '@interline/core/primitives';
import type {
  CompareRails,
  TransferHistory,
  ExecuteRoute,
  TransferPorts,
  PreflightRoute,
  PrepareOrder,
  QuoteRoute,
  ReadRoute,
  ReadScorecard,
  ReleaseRefund,
  ReleaseRoute,
  RouteRunner,
  SolveIntent,
  TrackRecord,
} from '@interline/core/transfer';
import type { HookCourier, ListDeadHooks, ReadHook, RegisterHook } from '@interline/core/webhooks';
import type { TokenList } from '@interline/kernel';
import type {
  ChainReader,
  Clock,
  CustodyPort,
  Entropy,
  Inventory,
  JobQueue,
  Log,
  PassGate,
  Phrasing,
  PricePort,
  RailRegistry,
  RateLimiter,
  SafeHttp,
} from '@interline/ports';
import type { HookPost } from '@interline/core/webhooks';
import type { Deployment } from './deployment.ts';
import type { StoreWatch } from './watch-store.ts';
import type { Store } from '@interline/adapters/store';
import type { ClosableOutboundHttp } from '@interline/adapters/outbound-http';
import type { Meters } from '@interline/adapters/metrics';
import type { EvmCustody } from '@interline/adapters/custody/evm';
import type { ServiceIdentifier } from 'inversify';

/**
 * The name of a part in the container. Tests rebind one to wrap it; nothing else asks the
 * container.
 */
const token = <T>(name: string): ServiceIdentifier<T> => Symbol.for(`interline.${name}`);

export const parts = {
  deployment: token<Deployment>('deployment'),
  lifetime: token<AbortSignal>('lifetime'),
  clock: token<Clock>('clock'),
  entropy: token<Entropy>('entropy'),
  log: token<Log>('log'),
  meters: token<Meters>('meters'),
  http: token<ClosableOutboundHttp>('http'),
  safeHttp: token<SafeHttp>('safeHttp'),
  hookPost: token<HookPost>('hookPost'),
  price: token<PricePort>('price'),
  rateLimiter: token<RateLimiter>('rateLimiter'),
  passGate: token<PassGate>('passGate'),
  tokens: token<TokenList>('tokens'),
  openStore: token<Store>('open-store'),
  storeWatch: token<StoreWatch>('storeWatch'),
  store: token<ComposedStore>('store'),
  jobs: token<JobQueue>('jobs'),
  evm: token<EvmCustody>('evm'),
  custody: token<CustodyPort>('custody'),
  chains: token<ChainReader>('chains'),
  inventory: token<Inventory>('inventory'),
  registry: token<RailRegistry>('registry'),
  money: token<TransferPorts>('money'),
  runner: token<RouteRunner>('runner'),
  transferHistory: token<TransferHistory>('deliveryHistory'),
  trackRecord: token<TrackRecord>('trackRecord'),
  quoteRoute: token<QuoteRoute>('quoteRoute'),
  answerOnce: token<AnswerOnce>('answerOnce'),
  compareRails: token<CompareRails>('compareRails'),
  solveIntent: token<SolveIntent>('solveIntent'),
  executeRoute: token<ExecuteRoute>('executeRoute'),
  prepareOrder: token<PrepareOrder>('prepareIntent'),
  preflightRoute: token<PreflightRoute>('preflightRoute'),
  primitives: token<PrimitivePorts>('primitives'),
  planBatch: token<PlanBatch>('planBatch'),
  createSchedule: token<CreateSchedule>('createSchedule'),
  createConditional: token<CreateConditional>('createConditional'),
  readRecord: token<ReadRecord>('readRecord'),
  cancelRecord: token<CancelRecord>('cancelRecord'),
  runTick: token<RunTick>('runTick'),
  readRoute: token<ReadRoute>('readRoute'),
  readScorecard: token<ReadScorecard>('readScorecard'),
  releaseRefund: token<ReleaseRefund>('releaseRefund'),
  registerHook: token<RegisterHook>('registerHook'),
  readHook: token<ReadHook>('readHook'),
  redeliverHook: token<ReadHook>('redeliverHook'),
  listDeadHooks: token<ListDeadHooks>('listDeadHooks'),
  listAttention: token<ListAttention>('listAttention'),
  listAccounts: token<ListAccounts>('listAccounts'),
  resumeAccount: token<ResumeAccount>('resumeAccount'),
  releaseRoute: token<ReleaseRoute>('releaseRoute'),
  hookCourier: token<HookCourier>('hookCourier'),
  describeMesh: token<DescribeMesh>('describeMesh'),
  serviceStatus: token<ServiceStatus>('serviceStatus'),
  gaslessTerms: token<GaslessTerms>('gaslessTerms'),
  recentRoutes: token<RecentRoutes>('recentRoutes'),
  serviceTerms: token<ServiceTerms>('serviceTerms'),
  phrasing: token<Phrasing>('phrasing'),
  understandTransfer: token<UnderstandTransfer>('understandTransfer'),
  concierge: token<Concierge>('concierge'),
  createKey: token<CreateKey>('createKey'),
  readKeyUsage: token<ReadKeyUsage>('readKeyUsage'),
  recognizeKey: token<RecognizeKey>('recognizeKey'),
  noteKeyUse: token<NoteKeyUse>('noteKeyUse'),
} as const;
