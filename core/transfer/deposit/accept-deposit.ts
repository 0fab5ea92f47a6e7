import {
  asAddress,
  asUnits,
  firstAction,
  type Order,
  type Plan,
  refuse,
  type Refusal,
  RelayError,
  type TokenRef,
  type Units,
  unitsWorth,
} from '@interline/kernel';
import { assertAccepts, depositTerms, scopesOf, scopesOfEngine } from '../../switches/index.ts';
import { assertAccountsRun, wantedDepth } from '../../transactions/index.ts';
import type { ExecuteRequest } from '../execute-request.ts';
import { judgePayout } from '../judge-payout.ts';
import type { TransferPorts } from '../ports.ts';
import type { TransferUnit } from '../repository.ts';
import { preparePayout } from '../prepare-step.ts';
import { newRoute, type Route } from '../route.ts';
import type { Acceptance } from '../execute/accept-route.ts';
import { storeAccepted } from '../execute/start-route.ts';
import type { Deposit } from './deposit.ts';

export interface AcceptedDeposit {
  readonly route: Route;
  readonly deposit: Deposit;
  /**
   * With it the caller can name a refund address later; it is told this once, and was before where
   * the route waited for the float.
   */
  readonly refundClaim?: string;
}

/** How often another index is tried where the one drawn is taken, or was used before. */
const triesAtMost = 20;

/**
 * Issues an address of the route's own and stores both in one unit. Nothing is reserved: an address
 * costs its caller nothing. Throws `TOO_MANY_RECORDS` and what makes the payout impossible now.
 */
export async function acceptDeposit(
  ports: TransferPorts,
  request: ExecuteRequest,
  acceptance: Acceptance,
  signal: AbortSignal,
): Promise<AcceptedDeposit> {
  const { order, plan } = acceptance;
  const unfit = refuseDepositPlan(order, plan);
  if (unfit !== null) throw new RelayError(unfit.code, {}, unfit.reason);
  await rehearse(ports, request, plan, signal);
  const [confirmations, lockable] = await Promise.all([
    wantedDepth(ports, order.from, order.amount, signal),
    lockableUnits(ports, order.from, signal),
  ]);
  const told = acceptance.waiting?.claimHash ?? null;
  const refundClaim = ports.entropy.hex(32);
  const claimHash = told ?? ports.deposits.fingerprint(refundClaim);
  for (let tries = 0; tries < triesAtMost; tries += 1) {
    const index = drawIndex(ports.entropy);
    const address = ports.deposits.addressOf(order.lane.from, index);
    const { addresses } = await ports.deposits.seenAt(
      order.lane.from,
      [{ address, known: [] }],
      signal,
    );
    if (addresses[0]?.outputs.length !== 0) continue;
    const stored = await storeDeposit(ports, request, acceptance, {
      index,
      claimHash,
      confirmations,
      lockable,
    });
    if (stored !== null) return told === null ? { ...stored, refundClaim } : stored;
  }
  throw new RelayError('RELAYER_BUSY', {}, 'no deposit address is free at the moment');
}

/**
 * At random, and not the next one: a store that was put back has forgotten addresses that callers
 * still pay to, and must not give them to others.
 */
function drawIndex(entropy: TransferPorts['entropy']): number {
  return Number.parseInt(entropy.hex(4), 16) % 2 ** 31;
}

/** Why a rail's plan cannot be run on a deposit of the caller's; null where it can. */
function refuseDepositPlan(
  { lane, amount, recipient }: Pick<Order, 'lane' | 'amount' | 'recipient'>,
  { pullTo, steps }: Plan,
): Omit<Refusal, 'ok'> | null {
  const [first, ...rest] = steps.slice(firstAction(steps));
  const payout = rest.find((step) => step.kind === 'payout');
  const isFit =
    pullTo === 'none' &&
    first?.kind === 'await-deposit' &&
    first.address === undefined &&
    first.chain === lane.from &&
    first.units === amount &&
    payout?.to === recipient &&
    rest.every((step) => step.kind === 'payout' || step.kind === 'reserve') &&
    rest.filter((step) => step.kind === 'payout').length === 1;
  return isFit
    ? null
    : refuse('RAIL_FAULT', 'the rail planned no payout for a deposit of the whole amount');
}

/** The payout must be possible now, and worth no more than the deposit. */
async function rehearse(
  ports: TransferPorts,
  { quote }: ExecuteRequest,
  plan: Plan,
  signal: AbortSignal,
): Promise<void> {
  const step = plan.steps.find((one) => one.kind === 'payout');
  if (step === undefined) return;
  const { from, amount: units } = quote;
  const [worth, prepared] = await Promise.all([
    judgePayout(ports, { from, units, to: step.token, paidUnits: step.units }, signal),
    preparePayout(ports, step, quote, signal),
  ]);
  if (worth.kind !== 'fair') throw new RelayError('NO_ROUTE', {}, worth.reason);
  if (!prepared.ok) throw new RelayError(prepared.code, {}, prepared.reason);
}

async function lockableUnits(
  { price, policy }: Pick<TransferPorts, 'price' | 'policy'>,
  from: TokenRef,
  signal: AbortSignal,
): Promise<Units> {
  const found = await price.priceOf(from, signal);
  if (found === null || found.microUsd === 0n)
    throw new RelayError('NO_ROUTE', {}, `${from.symbol} has no fresh, undisputed price now`);
  const microUsd = BigInt(depositTerms(policy).lockedUsd) * 1_000_000n;
  return asUnits(unitsWorth(microUsd, from.decimals, found));
}

interface Issued {
  readonly index: number;
  readonly claimHash: string;
  readonly confirmations: number;
  /** Most units of the source that may wait at a locked price, in all. */
  readonly lockable: Units;
}

/** Null where the index is taken. */
async function storeDeposit(
  ports: TransferPorts,
  request: ExecuteRequest,
  { order, plan, offer, refusals, waiting }: Acceptance,
  { index, claimHash, confirmations, lockable }: Issued,
): Promise<{ readonly route: Route; readonly deposit: Deposit } | null> {
  const { chain } = order.from;
  const { client } = request;
  const terms = depositTerms(ports.policy);
  const nowMs = ports.clock.now();
  const address = ports.deposits.addressOf(chain, index);
  const { quote, railPackage } = offer;
  const minOutput = request.minOut ?? quote.minOutput;
  const route = newRoute({
    order: { ...order, payer: address, minOutput },
    plan: { ...plan, steps: withAddress(plan, address) },
    quote,
    railPackage,
    isSimulated: false,
    mode: 'deposit',
    permit: null,
    allowance: null,
    refusals,
    client,
    // The keys that pay it out finish it.
    spender: ports.custody.account(order.lane.to, 'spender'),
    nowMs,
  });
  const deposit: Deposit = {
    routeId: route.id,
    version: 0,
    chain,
    index,
    address,
    agreed: order.amount,
    client,
    confirmations,
    lockedUntilMs: nowMs + terms.lockMs,
    expiresAtMs: nowMs + terms.expiresMs,
    refundAddress: order.refundAddress === undefined ? null : asAddress(order.refundAddress),
    claimHash,
    state: 'unpaid',
    price: null,
    credited: null,
    terms: { output: plan.output, fee: plan.fee },
    isLost: false,
    outputs: [],
    refunds: [],
    createdAtMs: nowMs,
  };
  return ports.store.run('accept-deposit', async (tx) => {
    if (request.tick !== undefined) await tx.announce.routeAccepting(request.tick);
    await assertAccepts(tx, [
      ...scopesOf(request.quote),
      ...scopesOfEngine(quote.rail, railPackage),
    ]);
    await assertAccountsRun(ports.custody, tx, order.lane);
    assertMayWait(
      ports.policy,
      await tx.transfers.waitingDeposits(chain, client, {
        nowMs,
        minedWithinMs: terms.minedWithinMs,
      }),
      order.amount,
      lockable,
    );
    if (!(await tx.transfers.insertDeposit(deposit))) return null;
    return { route: await storeAccepted(tx, route, request, waiting), deposit };
  });
}

/** Throws `TOO_MANY_RECORDS`: an address costs nothing, and its locked price may be worth something. */
function assertMayWait(
  policy: TransferPorts['policy'],
  { all, ofClient }: Awaited<ReturnType<TransferUnit['transfers']['waitingDeposits']>>,
  amount: bigint,
  lockable: Units,
): void {
  const { unpaidPerClient, unpaidInAll } = depositTerms(policy);
  if (ofClient.unpaid >= unpaidPerClient)
    throw new RelayError(
      'TOO_MANY_RECORDS',
      {},
      `${ofClient.unpaid} deposits of yours wait to be paid; pay one, or wait until one expires`,
    );
  const own = (lockable * BigInt(policy.openPullsShareBps)) / 10_000n;
  if (ofClient.locked + amount > own)
    throw new RelayError(
      'TOO_MANY_RECORDS',
      {},
      `deposits of yours may wait for ${own} in all at a locked price, ${ofClient.locked} do, and this one is of ${amount}; pay one, or ask for less`,
    );
  if (all.unpaid >= unpaidInAll || all.locked + amount > lockable)
    throw new RelayError(
      'TOO_MANY_RECORDS',
      {},
      'as many deposits wait to be paid as there may be; try again later',
    );
}

function withAddress({ steps }: Plan, address: string): Plan['steps'] {
  return steps.map((step) => (step.kind === 'await-deposit' ? { ...step, address } : step));
}
