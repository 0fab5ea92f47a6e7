import { chainInWords, type ErrorCode, isRelayError, type RelayError } from '@interline/kernel';
import type { ExecuteRequest } from '../execute-request.ts';
import { acceptWaiting } from '../execute/execute-route.ts';
import type { TransferPorts } from '../ports.ts';
import { RailsRefused } from '../quote/rails-refused.ts';
import type { RailRefusal, Route } from '../route.ts';
import { stages } from '../route.ts';
import { type Advance, later, moved, type WhyLeft } from '../settle/advance.ts';
import { failRoute } from '../settle/end-route.ts';
import { judgeAccountsOf } from '../settle/judge-accounts-of.ts';
import { lackingFor, planOf, unfundedOf } from './await-funding.ts';
import type { Funding } from './funding.ts';

/** How often the books are checked for the money. */
const lookEveryMs = 5_000;
/** How long a funded route that was refused for another reason waits for the next attempt. */
const tryEveryMs = 15_000;
/** The last attempt is this long before the deadline, because it needs time to be accepted. */
const aheadMs = 1_000;

/** After one of these errors the permit can never be pulled. */
const hopeless: readonly ErrorCode[] = [
  'INTENT_MISMATCH',
  'PERMIT_INVALID',
  'PERMIT_SPENDER',
  'PERMIT_USED',
];

/**
 * Advances a route that waits for our float: once the books show enough, it is accepted like a new
 * order. After its deadline it ends, and nothing was pulled for it.
 */
export async function advanceFunding(
  ports: TransferPorts,
  route: Route,
  signal: AbortSignal,
): Promise<Advance> {
  const funding = await ports.store.reads.transfers.funding(route.id);
  const nowMs = ports.clock.now();
  if (funding === null || isRotated(ports, route))
    return endUnpulled(
      ports,
      route,
      {
        code: 'PERMIT_SPENDER',
        reason: 'the keys of the service were changed while the transfer waited for funds',
      },
      signal,
    );
  const lacking = await lackingFor(ports, funding.needs);
  if (nowMs > funding.expiresAtMs)
    return endUnpulled(ports, route, lateness(funding, route, lacking), signal);
  if (lacking > 0n) {
    await showLacking(ports, route, funding, lacking);
    return later(nextLook(funding, nowMs, lookEveryMs));
  }
  const isLast = nowMs >= funding.expiresAtMs - aheadMs;
  if (!isLast && funding.triedAtMs !== null && nowMs < funding.triedAtMs + tryEveryMs)
    return later(nextLook(funding, nowMs, funding.triedAtMs + tryEveryMs - nowMs));
  return tryNow(ports, route, funding, signal);
}

async function tryNow(
  ports: TransferPorts,
  route: Route,
  funding: Funding,
  signal: AbortSignal,
): Promise<Advance> {
  const request = requestOf(route, funding);
  const { refundSecretHash } = funding;
  try {
    const accepted = await acceptWaiting(ports, request, { route, refundSecretHash }, signal);
    if (accepted !== null) return moved(accepted);
  } catch (error) {
    if (!isRelayError(error)) throw error;
    if (hopeless.includes(error.code))
      return endUnpulled(ports, route, { code: error.code, reason: error.message }, signal);
    await noteRefusal(ports, route, request, funding, error);
  }
  return later(nextLook(funding, ports.clock.now(), tryEveryMs));
}

function requestOf({ permit, allowance, client }: Route, { request }: Funding): ExecuteRequest {
  return { ...request, permit, allowance, client, idempotency: null };
}

/** A permit can only be pulled with the keys it was signed for, and those are rotated out. */
function isRotated({ custody }: TransferPorts, { permit, spender }: Route): boolean {
  return permit !== null && spender !== null && custody.roleOf(spender) === null;
}

/** The time of the next look: never past the deadline while that is ahead, and once after it. */
function nextLook({ expiresAtMs }: Funding, nowMs: number, inMs: number): number {
  const last = [expiresAtMs - aheadMs, expiresAtMs].find((atMs) => atMs > nowMs);
  return Math.min(nowMs + inMs, last ?? expiresAtMs + 1);
}

/** The status shows the currently missing amount. */
async function showLacking(
  ports: TransferPorts,
  route: Route,
  { needs }: Funding,
  lacking: bigint,
): Promise<void> {
  const [step] = route.plan.steps;
  if (step?.kind === 'await-funds' && step.units === lacking) return;
  const plan = planOf(ports, route, needs, lacking);
  await ports.store.run('funding-lacks', (tx) =>
    tx.transfers.moveRoute(route, { plan }, ports.clock.now()),
  );
}

/**
 * Keeps waiting, with the reason of the refusal, and for the amount needed at the current price.
 */
async function noteRefusal(
  ports: TransferPorts,
  route: Route,
  request: ExecuteRequest,
  funding: Funding,
  error: RelayError,
): Promise<void> {
  const nowMs = ports.clock.now();
  const refusals: readonly RailRefusal[] =
    error instanceof RailsRefused
      ? error.refusals
      : [{ rail: route.rail, code: error.code, reason: error.message }];
  const needs = unfundedOf(ports, request, error)?.needs ?? funding.needs;
  ports.log.info('funding-refused', { routeId: route.id, code: error.code });
  await ports.store.run('funding-refused', async (tx) => {
    await tx.transfers.moveRoute(route, { refusals }, nowMs);
    await tx.transfers.changeFunding(route.id, { needs, triedAtMs: nowMs });
  });
}

/** Retryable: the same order can be sent again, with a new permit if it has one. */
function lateness({ needs }: Funding, { permit, refusals }: Route, lacking: bigint): WhyLeft {
  const { chain } = needs.token;
  const by = permit === null ? 'within an hour' : "60 s before the permit's deadline";
  const last = refusals[0]?.reason ?? 'no engine took it';
  return {
    code: 'INSUFFICIENT_FLOAT',
    reason:
      lacking > 0n
        ? `the account on ${chainInWords(chain)} was not funded ${by}; nothing was pulled`
        : `the account on ${chainInWords(chain)} was funded, but the transfer could not be accepted: ${last}; nothing was pulled`,
  };
}

/** Throws `CHAIN_UNREACHABLE`, and `ACCOUNT_STOPPED` if the store has lost what was sent. */
async function endUnpulled(
  ports: TransferPorts,
  route: Route,
  why: WhyLeft,
  signal: AbortSignal,
): Promise<Advance> {
  // A lost part of the store may already have pulled for it.
  await judgeAccountsOf(ports, route, signal);
  const ended = await ports.store.run('funding-ended', (tx) =>
    failRoute(ports, tx, route, { ...why, stage: stages.notPulled }),
  );
  return { kind: 'ended', route: ended };
}
