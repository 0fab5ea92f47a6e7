import type { EvmCustody } from '@interline/adapters/custody/evm';
import type { Meters } from '@interline/adapters/metrics';
import type { ClosableOutboundHttp } from '@interline/adapters/outbound-http';
import type { Store as OpenStore } from '@interline/adapters/store';
import { modules, type ServicePorts, type UseCases } from '@interline/core';
import type { AddressReader, Entropy, Inventory, JobQueue, SafeHttp } from '@interline/ports';
import type { ServiceIdentifier } from 'inversify';
import type { Deployment } from './deployment.ts';
import type { StoreWatch } from './watch-store.ts';

/**
 * The name of a part in the container. Tests rebind one to wrap it; nothing else asks the
 * container.
 */
const token = <T>(name: string): ServiceIdentifier<T> => Symbol.for(`interline.${name}`);

/** What a module may need, by the name it asks for. */
const ports: { readonly [Name in keyof ServicePorts]: ServiceIdentifier<ServicePorts[Name]> } = {
  store: token('store'),
  custody: token('custody'),
  registry: token('registry'),
  price: token('price'),
  tokens: token('tokens'),
  chains: token('chains'),
  facts: token('facts'),
  chainWarnings: token('chainWarnings'),
  chainNodes: token('chainNodes'),
  deposits: token('deposits'),
  payments: token('payments'),
  authorized: token('authorized'),
  sponsored: token('sponsored'),
  nftHoldings: token('nftHoldings'),
  addressProofs: token('addressProofs'),
  agentKeys: token('agentKeys'),
  sdJwts: token('sdJwts'),
  hookPost: token('hookPost'),
  hookSeal: token('hookSeal'),
  rateLimiter: token('rateLimiter'),
  issuer: token('issuer'),
  privateRequests: token('privateRequests'),
  relayCaller: token('relayCaller'),
  transparencyLog: token('transparencyLog'),
  liabilityTrees: token('liabilityTrees'),
  originProbe: token('originProbe'),
  rowSealer: token('rowSealer'),
  receiptSigner: token('receiptSigner'),
  passageSearch: token('passageSearch'),
  phrasing: token('phrasing'),
  storeWatch: token('storeWatch'),
  takeBusyChains: token('takeBusyChains'),
  clock: token('clock'),
  entropy: token('entropy'),
  hashSecret: token('hashSecret'),
  log: token('log'),
  tracer: token('tracer'),
  walletSignatures: token('walletSignatures'),
  deployment: token('deployment'),
  lifetime: token('lifetime'),
};

// CAST: one token for each row of the table, named as the row.
const moduleTokens = Object.fromEntries(
  Object.keys(modules).map((name) => [name, token(`module.${name}`)]),
) as { readonly [Name in keyof UseCases]: ServiceIdentifier<UseCases[Name]> };

export const parts = {
  ...ports,
  ...moduleTokens,
  entropy: token<Entropy>('entropy'),
  deployment: token<Deployment & ServicePorts['deployment']>('deployment'),
  storeWatch: token<StoreWatch>('storeWatch'),
  meters: token<Meters>('meters'),
  http: token<ClosableOutboundHttp>('http'),
  safeHttp: token<SafeHttp>('safeHttp'),
  addresses: token<AddressReader>('addresses'),
  openStore: token<OpenStore>('openStore'),
  jobs: token<JobQueue>('jobs'),
  evm: token<EvmCustody>('evm'),
  inventory: token<Inventory>('inventory'),
} as const;
