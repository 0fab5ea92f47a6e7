import {
  asUnits,
  asAddress,
  isNative,
  maxGasCost,
  msUntilReset,
  type Plan,
  RelayError,
} from '@interline/kernel';
import type { Prepared } from '@interline/ports';
import { openPullsShareMicroUsd } from '../../switches/index.ts';
import type { TransactionReads } from '../../transactions/index.ts';
import type { TransferPorts } from '../ports.ts';
import { checkPayoutBudgets } from './check-payout-budgets.ts';
import type { ExecuteRequest } from '../execute-request.ts';
import { hasRefusablePayout, mayBeGivenBack, pullingOf } from './give-back-cost.ts';
import {
  assertRoomFor,
  isAnySpent,
  leftToday,
  type NextCost,
  nothingOpen,
  type Scoped,
} from './left-today.ts';
import { worthOfPulls } from './worth-of-pulls.ts';

type Ports = Pick<TransferPorts, 'store' | 'price' | 'policy' | 'tokens'>;

/** Throws `RELAYER_BUSY` if one more pull would exceed the limit according to these reads. */
type AssertRoom = (reads: {
  readonly transactions: Pick<TransactionReads, 'pendingPullsOn'>;
}) => Promise<void>;

/**
 * Throws `RELAYER_BUSY` if one more pull would exceed the limit now, `BAD_AMOUNT` if it always
 * would.
 */
export async function checkOpenValue(
  ports: Ports,
  request: ExecuteRequest,
  signal: AbortSignal,
): Promise<void> {
  const assertRoom = await roomForPull(ports, request, signal);
  await assertRoom(ports.store.reads);
}

/**
 * Limits the value of accepted pulls that are not mined yet, per chain. A permit does not sign its
 * recipient, so a stolen relayer key could redirect that value. Prices are read here, outside the
 * accepting unit; the unit then counts again, because many concurrent requests would each find
 * room. A token without a price is not pulled. A pull that the chain shows as reverted takes
 * nothing, so it takes no room from others.
 *
 * One client, or one payer, may use a share of the limit: voiding a pull costs its payer nothing,
 * so without shares either could block all others. A reverted pull counts in its share until the
 * revert is proven, because its route still has float reserved. Throws `RELAYER_BUSY`, or
 * `BAD_AMOUNT` if the pull alone is worth more than the share.
 */
export async function roomForPull(
  ports: Ports,
  { quote: { from, amount, lane, payer: named }, permit, client }: ExecuteRequest,
  signal: AbortSignal,
): Promise<AssertRoom> {
  if (isNative(from)) return () => Promise.resolve();
  const worthOf = await worthOfPulls(ports, lane.from, signal);
  const worth = worthOf({ token: asAddress(from.address), units: asUnits(amount) });
  if (worth === null)
    throw new RelayError(
      'RELAYER_BUSY',
      { chain: lane.from },
      `what ${from.symbol} is worth cannot be told now, so its pull cannot be counted among those under way on ${lane.from}`,
    );
  const limit = BigInt(ports.policy.maxOpenPullsUsd) * 1_000_000n;
  const share = openPullsShareMicroUsd(ports.policy);
  if (worth > share)
    throw new RelayError(
      'BAD_AMOUNT',
      { field: 'amount' },
      `${amount} of ${from.symbol} are worth ${usd(worth)} USD; at most ${usd(share)} are pulled of one payer at one time, so send less`,
    );
  const payer = permit?.owner ?? named;
  return async (reads) => {
    const open = (await reads.transactions.pendingPullsOn(lane.from)).map((one) => ({
      ...one,
      // A pending pull whose token has lost its price does not block other pulls.
      worth: worthOf(one) ?? 0n,
    }));
    const assertWithin = (most: bigint, whose: string, pulls: typeof open): void => {
      const total = pulls.reduce((sum, one) => sum + one.worth, worth);
      if (total > most)
        throw new RelayError(
          'RELAYER_BUSY',
          { chain: lane.from },
          `pulls ${whose}worth ${usd(total)} USD would be under way on ${lane.from}; at most ${usd(most)} may be at one time`,
        );
    };
    assertWithin(
      limit,
      '',
      open.filter(({ isReverted }) => !isReverted),
    );
    assertWithin(
      share,
      'of this client ',
      open.filter((one) => one.client === client),
    );
    assertWithin(
      share,
      'of this payer ',
      open.filter((one) => one.payer === payer),
    );
  };
}

/** In whole dollars, rounded down. */
function usd(microUsd: bigint): bigint {
  return microUsd / 1_000_000n;
}

/** The expected costs of an order. */
interface NextOf {
  readonly pull: NextCost;
  /** Null if it pays no coin. */
  readonly payout: NextCost | null;
}

/**
 * Checks the budgets of the order's pull, and of its payout if that is coin. Throws `BUDGET_SPENT`.
 */
export async function checkRevertBudgets(
  ports: Pick<TransferPorts, 'clock' | 'policy'>,
  reads: {
    readonly transactions: Pick<
      TransactionReads,
      'spentOfEach' | 'openPulls' | 'openPayouts' | 'payoutsToCome'
    >;
  },
  { quote, client, permit }: ExecuteRequest,
  next: NextOf | null = null,
): Promise<void> {
  const { from, to } = quote.lane;
  const payer = permit?.owner ?? quote.payer ?? '';
  await checkPullBudgets(ports, reads, { chain: from, client, payer }, next?.pull ?? null);
  if (isNative(quote.to))
    await checkPayoutBudgets(ports, reads, { chain: to, client, payer }, next?.payout ?? null);
}

/**
 * Limits what reverted pulls cost per day, for the chain and for each client and payer there: any
 * pull may revert at the relayer's cost, even one of a payer with an approval. The highest possible
 * cost of pending pulls counts too, because their reverts are charged only after all were accepted.
 * So does the pull about to be committed (null while it is not prepared). Throws `BUDGET_SPENT`, as
 * `Crowded` if waiting may help.
 */
export async function checkPullBudgets(
  ports: Pick<TransferPorts, 'clock' | 'policy'>,
  reads: { readonly transactions: Pick<TransactionReads, 'spentOfEach' | 'openPulls'> },
  { chain, client, payer }: Scoped,
  next: NextCost | null,
): Promise<void> {
  const spent = (message: string): RelayError =>
    new RelayError('BUDGET_SPENT', { retryAfterMs: msUntilReset(ports.clock.now()) }, message);
  // Sequential, because a unit has one connection.
  const hasCode = next?.runsForeignCode === true;
  const left = await leftToday(ports, reads, { chain, client, payer });
  const open =
    next === null
      ? nothingOpen
      : await reads.transactions.openPulls(chain, { client, payer, hasCode });
  const why = 'too many reverted and the relayer paid their gas; try tomorrow';
  if (left.inAll <= 0n || left.ofClient <= 0n)
    throw spent(`pulls are paused on ${chain} for today: ${why}`);
  if (left.ofPayer <= 0n)
    throw spent(`pulls of the payer ${payer} are paused on ${chain} for today: ${why}`);
  if (next !== null) {
    const kind = 'code-revert';
    const ofKind = hasCode ? await leftToday(ports, reads, { chain, client, payer, kind }) : left;
    if (isAnySpent(ofKind))
      throw spent(`pulls of payers with code are paused on ${chain} for today: ${why}`);
    assertRoomFor(
      next,
      { open, left: ofKind },
      `as many pulls are under way on ${chain} as the relayer could pay for today, were they to revert; try again when they are over`,
      `the payer's account has code, and at today's fees its pull on ${chain} could cost more than what is left for reverts today; try again when gas is cheaper, or tomorrow`,
    );
  }
}

/**
 * Limits the cost of refunds. A plan may fail after the pull if it has calls, a payout that the
 * recipient can refuse, or is made again after the pull. The gas of pull and refund is then ours.
 * It has the same daily limits, which pause only such plans. Pending plans count as if all were
 * refunded, and so does the next one with `nextCost` (null while it is not prepared). Throws
 * `BUDGET_SPENT`, as `Crowded` if waiting may help.
 */
export async function checkRefundBudgets(
  ports: Pick<TransferPorts, 'clock' | 'policy'>,
  reads: { readonly transactions: Pick<TransactionReads, 'spentOfEach' | 'refundsToCome'> },
  { quote, client, permit }: Pick<ExecuteRequest, 'quote' | 'client' | 'permit'>,
  plan: Pick<Plan, 'keeps' | 'steps'>,
  nextCost: bigint | null = null,
): Promise<void> {
  if (!mayBeGivenBack(plan)) return;
  const chain = quote.lane.from;
  const payer = permit?.owner ?? quote.payer ?? '';
  const left = await leftToday(ports, reads, { chain, client, payer, kind: 'refund' });
  const who = whoseOf(plan);
  if (isAnySpent(left))
    throw new RelayError(
      'BUDGET_SPENT',
      { retryAfterMs: msUntilReset(ports.clock.now()) },
      `${who} are paused on ${chain} for today: too many transfers were given back and the relayer paid their gas; try tomorrow`,
    );
  if (nextCost === null) return;
  const open = await reads.transactions.refundsToCome(chain, { client, payer });
  // Gas of the payer's code is charged elsewhere, so at high fees any of them may go alone.
  assertRoomFor(
    { worstCost: nextCost, runsForeignCode: false },
    { open, left },
    `as many transfers of ${who} are under way on ${chain} as the relayer could pay for today, were they given back; try again when they are over`,
  );
}

function whoseOf(plan: Pick<Plan, 'keeps' | 'steps'>): string {
  if (plan.keeps === 'perishable') return 'engines that plan again after the pull';
  return hasRefusablePayout(plan)
    ? 'engines whose payout the recipient can refuse'
    : 'engines with calls';
}

/**
 * The cost of a pull and the allowance before it. Transactions after them do not revert with them.
 */
export function nextPullOf(prepared: readonly Prepared[]): NextCost {
  const pulling = pullingOf(prepared);
  return {
    worstCost: pulling.reduce(
      (sum, { tx, nextBlockCost }) => sum + (nextBlockCost ?? maxGasCost(tx)),
      0n,
    ),
    runsForeignCode: pulling.some(({ simulated }) => simulated?.runsForeignCode === true),
  };
}
