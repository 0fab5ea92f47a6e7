import { asAddress, type Plan, RelayError, type Units } from '@interline/kernel';
import { assertAccepts, depositTerms, scopesOf, scopesOfEngine } from '../../switches/index.ts';
import { assertAccountsRun, wantedDepth } from '../../transactions/index.ts';
import type { ExecuteRequest } from '../execute-request.ts';
import type { TransferPorts } from '../ports.ts';
import { newRoute, type Route } from '../route.ts';
import type { Acceptance } from '../execute/accept-route.ts';
import { storeAccepted } from '../execute/store-accepted.ts';
import type { Deposit } from './deposit.ts';
import { drawIndex } from './draw-index.ts';
import { admitDeposit, rehearseDeposit } from './rehearse-deposit.ts';

export interface AcceptedDeposit {
  readonly route: Route;
  readonly deposit: Deposit;
  /**
   * The claim with which the caller can set a refund address later. It is returned only here, or
   * earlier if the route waited for the float.
   */
  readonly refundClaim?: string;
}

/** How many times another index is drawn if the drawn one is taken or was used before. */
const triesAtMost = 20;

/**
 * Issues an address for the route and stores both in one unit. Nothing is reserved, because an
 * address costs its caller nothing. Throws `TOO_MANY_RECORDS`, and any error that makes the payout
 * impossible now.
 */
export async function acceptDeposit(
  ports: TransferPorts,
  request: ExecuteRequest,
  acceptance: Acceptance,
  signal: AbortSignal,
): Promise<AcceptedDeposit> {
  const { order, plan } = acceptance;
  const { quote } = acceptance.offer;
  const lockable = await rehearseDeposit(ports, request, { order, plan, quote }, signal);
  const confirmations = await wantedDepth(ports, order.from, order.amount, signal);
  const told = acceptance.waiting?.refundSecretHash ?? null;
  const refundClaim = ports.entropy.hex(32);
  const refundSecretHash = told ?? ports.hashSecret(refundClaim);
  for (let tries = 0; tries < triesAtMost; tries += 1) {
    const index = await ports.deposits.takeIndex(order.lane.from, drawIndex(ports.entropy), signal);
    const address = ports.deposits.addressOf(order.lane.from, index);
    const { addresses } = await ports.deposits.seenAt(
      order.lane.from,
      [{ address, known: [] }],
      signal,
    );
    if (addresses[0]?.outputs.length !== 0) continue;
    const stored = await storeDeposit(ports, request, acceptance, {
      index,
      refundSecretHash,
      confirmations,
      lockable,
    });
    if (stored !== null) return told === null ? { ...stored, refundClaim } : stored;
  }
  throw new RelayError('RELAYER_BUSY', {}, 'no deposit address is free at the moment');
}

interface Issued {
  readonly index: number;
  readonly refundSecretHash: string;
  readonly confirmations: number;
  /** Total units of the source that may be pending at a locked price. */
  readonly lockable: Units;
}

/** Null if the index is taken. */
async function storeDeposit(
  ports: TransferPorts,
  request: ExecuteRequest,
  { order, plan, offer, refusals, waiting }: Acceptance,
  { index, refundSecretHash, confirmations, lockable }: Issued,
): Promise<{ readonly route: Route; readonly deposit: Deposit } | null> {
  const { chain } = order.from;
  const { client } = request;
  const terms = depositTerms(ports.policy);
  const nowMs = ports.clock.now();
  const address = ports.deposits.addressOf(chain, index);
  const { quote, railPackage } = offer;
  const route = newRoute({
    order: { ...order, payer: address },
    plan: { ...plan, steps: withAddress(plan, address) },
    quote,
    railPackage,
    isSimulated: false,
    mode: 'deposit',
    permit: null,
    allowance: null,
    refusals,
    client,
    // The keys at acceptance also finish the payout.
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
    refundSecretHash,
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
    const asked = { client, from: order.from, amount: order.amount, lockable };
    const { isLocked } = await admitDeposit(ports, tx, asked);
    const issued = isLocked ? deposit : { ...deposit, lockedUntilMs: nowMs };
    if (!(await tx.transfers.insertDeposit(issued))) return null;
    return { route: await storeAccepted(tx, route, request, waiting), deposit: issued };
  });
}

function withAddress({ steps }: Plan, address: string): Plan['steps'] {
  return steps.map((step) => (step.kind === 'await-deposit' ? { ...step, address } : step));
}
