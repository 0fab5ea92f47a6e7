import {
  asAmount,
  asUnits,
  type FirmQuote,
  type NeededFloat,
  noUnits,
  type Order,
  permitDeadline,
  type Plan,
  RelayError,
} from '@interline/kernel';
import { assertAccepts, scopesOf } from '../../switches/index.ts';
import { floatBook, freeIn } from '../../transactions/index.ts';
import type { ExecuteRequest } from '../execute-request.ts';
import type { Accepted } from '../execute/execution.ts';
import { startRoute } from '../execute/store-accepted.ts';
import type { TransferPorts } from '../ports.ts';
import { railsOf } from '../quote/collect-offers.ts';
import { RailsRefused } from '../quote/rails-refused.ts';
import { PermitTaken, type TransferUnit } from '../repository.ts';
import { newRoute, type RailRefusal, type Route, stages } from '../route.ts';
import type { Funding, WaitingRequest } from './funding.ts';

/** How long a route without a permit waits. */
const waitMs = 3_600_000;

/**
 * Maximum number of waiting routes. Each is checked every few seconds and costs its caller nothing.
 */
const mostWaiting = { perClient: 10, inAll: 1_000 } as const;

/** A refusal that money in our account would resolve. */
export type Unfunded = RailRefusal & { readonly needs: NeededFloat };

/**
 * The engine that would serve the request if our account on the destination held more; null if that
 * is not the obstacle. A record's run does not wait, because the record has a next run. An agent's
 * request does not wait either, because its policy is checked at acceptance and its signature is
 * for now.
 */
export function unfundedOf(
  { registry }: Pick<TransferPorts, 'registry'>,
  request: ExecuteRequest,
  error: unknown,
): Unfunded | null {
  const { mode, quote, tick, agent, mandate } = request;
  if (!(error instanceof RailsRefused) || mode === 'rebalance') return null;
  if (tick !== undefined || agent !== undefined || mandate !== undefined) return null;
  const { chain, address } = quote.to;
  for (const { rail, needs, ...refusal } of error.refusals) {
    if (needs === undefined || needs.token.chain !== chain || needs.token.address !== address)
      continue;
    const isOwn = railsOf(registry, quote).some(
      ({ manifest }) => manifest.capabilities.includes('inventory') && manifest.ways.includes(rail),
    );
    if (isOwn) return { rail, needs, ...refusal };
  }
  return null;
}

/**
 * Stores a route that waits until our account holds enough. Nothing is pulled, reserved or issued
 * for it. Null if it cannot wait, because enough is free by now or its permit expires. Throws
 * `TOO_MANY_RECORDS`, and `PERMIT_USED` if another route has the permit.
 */
export async function awaitFunding(
  ports: TransferPorts,
  request: ExecuteRequest,
  order: Order,
  { rail, needs }: Unfunded,
  refusals: readonly RailRefusal[],
): Promise<Accepted | null> {
  const nowMs = ports.clock.now();
  const wait = await waitFor(ports, request, needs, nowMs);
  const engine = railsOf(ports.registry, request.quote).find(({ manifest }) =>
    manifest.ways.includes(rail),
  );
  if (wait === null || engine === undefined) return null;
  const { lacking, expiresAtMs } = wait;
  const refundClaim = request.mode === 'deposit' ? ports.entropy.hex(32) : undefined;
  const { permit, allowance, client, mode } = request;
  const route: Route = {
    ...newRoute({
      order,
      quote: unquoted(request, rail, expiresAtMs),
      plan: planOf(ports, request, needs, lacking),
      railPackage: engine.manifest.id,
      isSimulated: false,
      mode,
      permit,
      allowance,
      refusals,
      client,
      spender: ports.custody.account(
        mode === 'deposit' ? order.lane.to : order.lane.from,
        'spender',
      ),
      nowMs,
    }),
    status: 'FUNDS_REQUIRED',
    stage: stages.fundsRequired,
    phase: 'funding',
  };
  const funding: Funding = {
    routeId: route.id,
    client,
    request: keptRequest(request),
    needs,
    refundSecretHash: refundClaim === undefined ? null : ports.hashSecret(refundClaim),
    expiresAtMs,
    triedAtMs: null,
  };
  try {
    await ports.store.run('await-funding', (tx) => store(tx, request, route, funding));
  } catch (error) {
    if (error instanceof PermitTaken) throw new RelayError('PERMIT_USED');
    throw error;
  }
  return { route, ...(refundClaim === undefined ? {} : { refundClaim }) };
}

/** The missing amount and the deadline for it; null if enough is free, or no time is left. */
export async function waitFor(
  ports: Pick<TransferPorts, 'custody' | 'store'>,
  request: ExecuteRequest,
  needs: NeededFloat,
  nowMs: number,
): Promise<{ readonly lacking: bigint; readonly expiresAtMs: number } | null> {
  const lacking = await lackingFor(ports, needs);
  const expiresAtMs = lastMomentOf(request, nowMs);
  return lacking === 0n || expiresAtMs < nowMs ? null : { lacking, expiresAtMs };
}

async function store(
  tx: TransferUnit,
  request: ExecuteRequest,
  route: Route,
  funding: Funding,
): Promise<void> {
  await assertAccepts(tx, scopesOf(request.quote));
  const { all, ofClient } = await tx.transfers.waitingFundings(request.client);
  if (ofClient >= mostWaiting.perClient)
    throw new RelayError(
      'TOO_MANY_RECORDS',
      {},
      `${ofClient} transfers of yours wait until the account that pays them out is funded; wait until one goes on or ends`,
    );
  if (all >= mostWaiting.inAll)
    throw new RelayError(
      'TOO_MANY_RECORDS',
      {},
      'the service has reached its limit of transfers that wait for funds; try again later',
    );
  await tx.transfers.insertRoute(route);
  await tx.transfers.insertFunding(funding);
  await startRoute(tx, route, request);
}

/** The amount missing in our account according to its books; zero if enough is free. */
export async function lackingFor(
  { custody, store: { reads } }: Pick<TransferPorts, 'custody' | 'store'>,
  { token, free: wanted }: NeededFloat,
): Promise<bigint> {
  const free = await freeIn(reads, floatBook(custody, token));
  return free < wanted ? wanted - free : 0n;
}

/** A permit is only pulled if enough of its time is left. */
function lastMomentOf({ permit }: ExecuteRequest, nowMs: number): number {
  return permit === null
    ? nowMs + waitMs
    : (Number(permit.deadline) - permitDeadline.leastLeftSec) * 1_000;
}

/** The plan of a waiting route. It says what is missing, and where. */
export function planOf(
  { custody }: Pick<TransferPorts, 'custody'>,
  { mode }: Pick<ExecuteRequest, 'mode'>,
  { token: { chain } }: NeededFloat,
  lacking: bigint,
): Plan {
  return {
    pullTo: mode === 'permit2' ? 'float' : 'none',
    steps: [
      {
        kind: 'await-funds',
        chain,
        address: custody.fundingAddress(chain),
        units: asAmount(lacking),
        ref: {},
      },
    ],
    output: noUnits,
    fee: noUnits,
    keeps: 'durable',
    charges: [],
  };
}

/** No engine has quoted it yet. */
function unquoted({ quote }: ExecuteRequest, rail: string, expiresAtMs: number): FirmQuote {
  return {
    kind: 'firm',
    rail,
    bridge: rail,
    via: [rail],
    input: quote.amount,
    output: asUnits(0n),
    minOutput: asUnits(0n),
    fee: noUnits,
    durationSec: 0,
    expiresAtMs,
    memo: {},
  };
}

function keptRequest({
  permit: _permit,
  allowance: _allowance,
  client: _client,
  askedBy: _askedBy,
  idempotency: _idempotency,
  tick: _tick,
  agent: _agent,
  mandate: _mandate,
  ...request
}: ExecuteRequest): WaitingRequest {
  return request;
}
