import type * as z from 'zod';
import { chainName, decimalOf } from '@interline/core/assistant';
import {
  type ConsoleView,
  type GaslessTermsView,
  type MeshView,
  type NodeReach,
  type PublicStep,
  recentLimit,
  type RecentRoute,
  type ServiceState,
  type ServiceTermsView,
} from '@interline/core/discovery';
import { chainToWire, evmAddress, evmChainId, isPullable } from '@interline/kernel';
import { interfaceVersion } from '../server/documents/guide.ts';
import type { Endpoint } from '../server/endpoint.ts';
import { checksummed, presentTokenAddress } from '../server/present/present-address.ts';
import {
  type consoleResponse,
  type gaslessResponse,
  type meshResponse,
  recentRouteFields,
  type recentRoutesResponse,
  type statusResponse,
  type termsResponse,
} from './schemas.ts';

type StatusWire = z.input<typeof statusResponse>;

export function presentStatus(state: ServiceState, endpoints: readonly Endpoint[]): StatusWire {
  const parts = [...state.evm, ...state.nonEvm];
  return {
    status: state.status,
    ts: state.atMs,
    nodes: {
      up: parts.filter((part) => part.isUp).length,
      total: parts.length,
      evm: state.evm.map(({ chainId, name, isUp }) => ({ chainId, name, up: isUp })),
      nonEvm: state.nonEvm.map(({ name, isUp, isSimulated }) => ({
        name,
        up: isUp,
        ...(isSimulated === true ? { simulated: true as const } : {}),
      })),
    },
    rails: state.rails.map(({ name, isUp, own }) => ({
      name,
      up: isUp,
      ...(own?.reason === undefined ? {} : { reason: own.reason }),
    })),
    routes: state.routes,
    switches: state.switches.map(({ scope, state: how, sinceMs }) => ({
      scope,
      state: how,
      since: sinceMs,
    })),
    // Clients do not call operators' endpoints, and an answer must fit in one unit of the private
    // lane.
    endpoints: endpoints
      .filter(({ isOperators }) => isOperators !== true)
      .map((endpoint) => ({
        name: `${endpoint.method} ${endpoint.path}`,
        up: isServed(endpoint, state),
      })),
  };
}

/** An endpoint that needs nothing is up, since it answers. */
function isServed({ needs }: Endpoint, { rails, routes }: ServiceState): boolean {
  if (needs === undefined) return true;
  switch (needs) {
    case 'rail':
      return rails.some((rail) => rail.isUp);
    case 'lane':
      return (routes ?? 0) > 0;
  }
}

type MeshWire = z.input<typeof meshResponse>;
type NodeWire = MeshWire['nonEvmNodes'][string];

export function presentMesh(mesh: MeshView): MeshWire {
  return {
    nodes: mesh.nodes,
    chains: [...mesh.evmChainIds],
    routableNonEvm: [...mesh.routableNonEvm],
    directedRoutes: mesh.directedRoutes,
    relayer: checksummed(mesh.relayer),
    permit2: checksummed(mesh.permit2),
    engine: mesh.engine,
    nonEvmNodes: Object.fromEntries(mesh.nonEvmNodes.map((node) => [node.wire, presentNode(node)])),
    comparatorQuoteOnly: Object.fromEntries(
      mesh.pricedOnly.map(({ wire, name, lanes, reason }) => [
        wire,
        { name, executeReady: false, quotable: true, lanes: [...lanes], reason },
      ]),
    ),
  };
}

/** A node is ready when one of its directions is; one that is not says why. */
function presentNode({ name, asSource, asDestination }: NodeReach): NodeWire {
  const executeReady = asSource.isExecutable || asDestination.isExecutable;
  return {
    name,
    executeReady,
    asSource: presentDirection(asSource),
    asDestination: presentDirection(asDestination),
    ...(executeReady
      ? {}
      : { reason: asDestination.reason ?? asSource.reason ?? 'not executable here' }),
  };
}

function presentDirection({
  isExecutable,
  isQuoted,
  reason,
}: NodeReach['asSource']): NodeWire['asSource'] {
  return { executeReady: isExecutable, quotable: isQuoted, ...(reason === null ? {} : { reason }) };
}

export function presentGaslessInfo(terms: GaslessTermsView): z.input<typeof gaslessResponse> {
  return {
    service: 'interline',
    router: checksummed(terms.router),
    svcRouter: checksummed(terms.router),
    tokenPaymaster: checksummed(terms.tokenPaymaster),
    permit2: checksummed(terms.permit2),
    entryPoint: checksummed(terms.entryPoint),
    relayer: checksummed(terms.relayer),
    chainId: terms.chainId,
    routes: [...terms.routes],
    recommended: terms.recommended,
    gaslessChains: Object.fromEntries(
      terms.chains.map(({ chainId, name, nativeSymbol, tokens }) => {
        return [chainId, { name, nativeSymbol, tokens: tokens.map((token) => token.symbol) }];
      }),
    ),
    acceptedTokens: terms.acceptedTokens.map(({ chain, address, symbol, decimals, eip2612 }) => ({
      chainId: evmChainId(chain) ?? 0,
      address: checksummed(evmAddress(address)),
      symbol,
      decimals,
      eip2612: eip2612 !== undefined,
    })),
    domain: { ...terms.domain, verifyingContract: checksummed(terms.domain.verifyingContract) },
    note: terms.notes.join('; '),
  };
}

const note =
  'Addresses, transaction hashes, ids and exact amounts are left out; GET /api/terms has the scales of when and size.';

export function presentRecentRoutes(
  routes: readonly RecentRoute[],
): z.input<typeof recentRoutesResponse> {
  return {
    routes: routes.map(({ isSandbox, ...route }) => ({ ...route, sandbox: isSandbox })),
    count: routes.length,
    note,
  };
}

/** The part of the terms that only the HTTP app knows. */
interface EdgeTerms {
  readonly endpoints: readonly Endpoint[];
  readonly limits: { readonly scale: number; readonly keyFactor: number };
  readonly bodyCapBytes: number;
}

type TermsWire = z.input<typeof termsResponse>;

export function presentTerms(
  terms: ServiceTermsView,
  { endpoints, limits, bodyCapBytes }: EdgeTerms,
): TermsWire {
  return {
    versions: {
      interface: interfaceVersion,
      rails: terms.rails.map(({ id, version, api }) => ({ rail: id, version, api })),
    },
    fees: { standardBps: terms.fees.standardBps, guardPct: terms.fees.guardBps / 100 },
    rails: terms.rails.map(({ id, title, ways, broadcast, minOut, effects, lanes }) => ({
      rail: id,
      title,
      ways: [...ways],
      broadcast,
      minOut,
      simulated: effects === 'simulated',
      quoteOnly: lanes.every(({ settles }) => settles === 'indicative'),
    })),
    microTiers: terms.microTiers.map(({ rail, destinations, subsidy, ...bounds }) => ({
      rail,
      leastUsd: usd(bounds.leastMicroUsd),
      mostUsd: usd(bounds.mostMicroUsd),
      destinations: destinations.map(chainToWire),
      subsidy: {
        perTransferUsd: usd(subsidy.perTransferMicroUsd),
        perDayUsd: usd(subsidy.perDayMicroUsd),
      },
    })),
    parBandPct: terms.parBandBps / 100,
    limits: {
      requests: endpoints.flatMap((endpoint) => presentLimit(endpoint, limits.scale)),
      bodyBytes: bodyCapBytes,
      keyFactor: limits.keyFactor,
      recent: recentLimit,
      slippage: {
        standard: terms.slippage.standard / 1_000_000,
        most: terms.slippage.most / 1_000_000,
      },
      permitSeconds: {
        suggested: terms.permit.suggestedSec,
        least: terms.permit.leastLeftSec,
        most: terms.permit.mostSec,
      },
      maxOpenPullsUsd: terms.maxOpenPullsUsd,
      maxOpenPullsOfOneUsd: terms.maxOpenPullsOfOneUsd,
    },
    finality: terms.finality.map(({ chain, tiers, confirmations, finalDepth }) => ({
      chain: chainToWire(chain),
      name: chainName(chain),
      tiers: tiers.map((tier) => ({ ...tier })),
      confirmations,
      finalDepth,
    })),
    refunds: {
      errorCode: terms.refunds.code,
      meaning: terms.refunds.summary,
      suggestedAction: terms.refunds.suggestedAction,
      retrySeconds: terms.refunds.retryMs / 1_000,
    },
    deposits: terms.deposits && {
      lockSeconds: terms.deposits.lockMs / 1_000,
      expireSeconds: terms.deposits.expiresMs / 1_000,
      unpaidOfOneClient: terms.deposits.unpaidPerClient,
      ...terms.deposits.rules,
    },
    quoteOnly: terms.quoteOnly.map(({ node, side, isQuoted, reason }) => ({
      node,
      side,
      quotable: isQuoted,
      reason,
    })),
    privacy: {
      recentRoutes: {
        shows: [...recentRouteFields],
        sizes: presentSteps(terms.feed.sizes, 6),
        ages: presentSteps(terms.feed.ages, 3),
      },
    },
  };
}

function usd(microUsd: bigint): string {
  return decimalOf(microUsd, 6);
}

function presentLimit(
  { method, path, limit }: Endpoint,
  scale: number,
): TermsWire['limits']['requests'] {
  return limit === null
    ? []
    : [
        {
          method,
          path,
          name: limit.name,
          requests: limit.requests * scale,
          perSeconds: limit.perMs / 1_000,
        },
      ];
}

function presentSteps(
  steps: readonly PublicStep[],
  decimals: number,
): { words: string; below: string | null }[] {
  return steps.map(({ words, below }) => ({
    words,
    below: below === null ? null : decimalOf(below, decimals),
  }));
}

export function presentConsole(
  { profile, chains }: ConsoleView,
  edge: {
    readonly basePath: string;
    readonly hasOperator: boolean;
    readonly hasPasses: boolean;
    readonly hasPrivateLane: boolean;
  },
): z.input<typeof consoleResponse> {
  return {
    profile,
    basePath: edge.basePath,
    operator: edge.hasOperator,
    passes: edge.hasPasses,
    privateLane: edge.hasPrivateLane,
    chains: chains.map(({ chain, name, coin, explorerTx, isSimulated, tokens }) => ({
      chain: chainToWire(chain),
      name,
      coin,
      explorerTx,
      simulated: isSimulated,
      tokens: tokens.map((token) => ({
        address: presentTokenAddress(token),
        symbol: token.symbol,
        decimals: token.decimals,
        asset: token.asset,
        gasless: isPullable(token),
      })),
    })),
  };
}
