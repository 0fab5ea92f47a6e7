import type { TokenList } from '@interline/domain';
import type { Store } from '@interline/adapters/store';
import type { ClosableOutboundHttp } from '@interline/adapters/outbound-http';
import type { EvmCustody } from '@interline/adapters/custody/evm';
import type { ChainReader, Clock, CustodyPort, Entropy, Inventory, JobQueue, JournalReader, Log, PricePort, RailRegistry, UnitOfWork } from '@interline/ports';
import type { CompareRails, DeliveryHistory, DescribeMesh, ExecuteRoute, GaslessTerms, MoneyPorts, PreflightRoute, PrepareIntent, QuoteRoute, ReadRoute, ReadScorecard, ReleaseRefund, RouteRunner, ServiceStatus, SolveIntent, TrackRecord } from '@interline/usecases';
import type { ServiceIdentifier } from 'inversify';
import type { Deployment } from './deployment.ts';

/** The name of a part in the container. Tests rebind one to wrap it; nothing else asks the container. */
const token = <T>(name: string): ServiceIdentifier<T> => Symbol.for(`interline.${name}`);

export const parts = {
  deployment: token<Deployment>('deployment'),
  lifetime: token<AbortSignal>('lifetime'),
  clock: token<Clock>('clock'),
  entropy: token<Entropy>('entropy'),
  log: token<Log>('log'),
  http: token<ClosableOutboundHttp>('http'),
  price: token<PricePort>('price'),
  tokens: token<TokenList>('tokens'),
  store: token<Store>('store'),
  work: token<UnitOfWork>('work'),
  reader: token<JournalReader>('reader'),
  jobs: token<JobQueue>('jobs'),
  evm: token<EvmCustody>('evm'),
  custody: token<CustodyPort>('custody'),
  chains: token<ChainReader>('chains'),
  inventory: token<Inventory>('inventory'),
  registry: token<RailRegistry>('registry'),
  money: token<MoneyPorts>('money'),
  runner: token<RouteRunner>('runner'),
  deliveryHistory: token<DeliveryHistory>('deliveryHistory'),
  trackRecord: token<TrackRecord>('trackRecord'),
  quoteRoute: token<QuoteRoute>('quoteRoute'),
  compareRails: token<CompareRails>('compareRails'),
  solveIntent: token<SolveIntent>('solveIntent'),
  executeRoute: token<ExecuteRoute>('executeRoute'),
  prepareIntent: token<PrepareIntent>('prepareIntent'),
  preflightRoute: token<PreflightRoute>('preflightRoute'),
  readRoute: token<ReadRoute>('readRoute'),
  readScorecard: token<ReadScorecard>('readScorecard'),
  releaseRefund: token<ReleaseRefund>('releaseRefund'),
  describeMesh: token<DescribeMesh>('describeMesh'),
  serviceStatus: token<ServiceStatus>('serviceStatus'),
  gaslessTerms: token<GaslessTerms>('gaslessTerms'),
} as const;
