import {
  asUnits,
  type ChainRef,
  type EvmAddress,
  isLaneClient,
  maxUint256,
  RelayError,
  utcDay,
} from '@interline/kernel';
import {
  chargeRevert,
  clientRevertBudget,
  hasRoomToLose,
  isAnySpent,
  laneRevertBudget,
  leftToLose,
  payerRevertBudget,
  revertBudget,
  type TransactionReads,
} from '../transactions/index.ts';
import type { SponsorPorts } from './ports.ts';
import type { SponsorUnit } from './repository.ts';
import type { SponsoredCall } from './sponsored-call.ts';

/** The failures that one payer may have in a UTC day, on all chains. */
const failuresAtMost = 2n;
const kind = 'sponsor-revert';

type Whose = Pick<SponsoredCall, 'chain' | 'account' | 'client'>;

/**
 * A call that failed after it was accepted cost gas and paid no fee. Throws `SPONSOR_QUOTA` for a payer with
 * two such calls today, and `BUDGET_SPENT` where the gas budget of its chain, of its client or payer, or of
 * the private lane that it came through is spent.
 */
export async function assertMayLose(
  ports: Pick<SponsorPorts, 'clock' | 'policy'>,
  { transactions }: { readonly transactions: Pick<TransactionReads, 'spentOfEach'> },
  { chain, account, client }: Whose,
): Promise<void> {
  const [[failures = 0n], left] = await Promise.all([
    transactions.spentOfEach([failuresOf(account)], utcDay(ports.clock.now())),
    leftToLose(ports, transactions, { chain, client, payer: account, kind }),
  ]);
  if (failures >= failuresAtMost)
    throw new RelayError(
      'SPONSOR_QUOTA',
      {},
      `${failures} sponsored calls of this account failed today, after they were sent at our cost`,
    );
  if (isAnySpent(left))
    throw new RelayError(
      'BUDGET_SPENT',
      { chain },
      'sponsored calls on this chain have failed at our cost as often as a day allows',
    );
}

/** The most that a failing call can cost, in units of coin. */
export interface Risk {
  readonly client: string;
  readonly cost: bigint;
}

const endsWithinMs = 60_000;

/**
 * Within the accepting unit: counts what is under way as if it failed, and what the same transaction carries
 * ahead of the call. Throws `BUDGET_SPENT`.
 */
export async function assertRoomToLose(
  ports: Pick<SponsorPorts, 'clock' | 'policy'>,
  { transactions, sponsor }: Pick<SponsorUnit, 'transactions' | 'sponsor'>,
  { chain, account, client }: Whose,
  { cost, inFront }: { readonly cost: bigint; readonly inFront: readonly Risk[] },
): Promise<void> {
  const open = await sponsor.openSponsored(chain, { client, account });
  const left = await leftToLose(ports, transactions, { chain, client, payer: account, kind });
  const inAll = open.inAll + costOf(inFront);
  const ofClient = open.ofClient + costOf(inFront.filter((one) => one.client === client));
  if (!hasRoomToLose(cost, { ...open, inAll, ofClient }, left))
    throw new RelayError(
      'BUDGET_SPENT',
      { retryAfterMs: endsWithinMs },
      `as many sponsored calls are under way on ${chain} as may fail at our cost today; try again when they have ended`,
    );
}

function costOf(risks: readonly Risk[]): bigint {
  return risks.reduce((sum, { cost }) => sum + cost, 0n);
}

/** Within the settling unit: charges a failed call with its cost, in units of coin. */
export async function chargeFailure(
  ports: Pick<SponsorPorts, 'clock'>,
  tx: SponsorUnit,
  { chain, account, client }: Whose,
  gasCost: bigint,
): Promise<void> {
  await countFailure(ports, tx, account);
  await chargeRevert(ports, tx, { chain, client, payer: account, gasCost, kind });
}

/**
 * Within the settling unit: charges the chain's budget at once for a transaction of several calls that
 * reverted. Which call caused it turns out when each is sent alone, if at all.
 */
export async function chargeBundle(
  { clock }: Pick<SponsorPorts, 'clock'>,
  { transactions }: Pick<SponsorUnit, 'transactions'>,
  chain: ChainRef,
  gasCost: bigint,
): Promise<void> {
  await charge(clock, transactions, [revertBudget(chain, kind)], gasCost);
}

/**
 * Within the unit that gives the call up: charges the payer who made a transaction revert that the chain's
 * budget already counts.
 */
export async function chargeSpoiler(
  ports: Pick<SponsorPorts, 'clock'>,
  tx: SponsorUnit,
  { chain, account, client }: Whose,
  gasCost: bigint,
): Promise<void> {
  await countFailure(ports, tx, account);
  const budgets = [
    clientRevertBudget(chain, client, kind),
    payerRevertBudget(chain, account, kind),
    ...(isLaneClient(client) ? [laneRevertBudget(chain, kind)] : []),
  ];
  await charge(ports.clock, tx.transactions, budgets, gasCost);
}

async function countFailure(
  { clock }: Pick<SponsorPorts, 'clock'>,
  { transactions }: Pick<SponsorUnit, 'transactions'>,
  account: EvmAddress,
): Promise<void> {
  await charge(clock, transactions, [failuresOf(account)], 1n);
}

/** Counted in full: the limits bind the next call. */
async function charge(
  clock: SponsorPorts['clock'],
  transactions: SponsorUnit['transactions'],
  budgets: readonly string[],
  units: bigint,
): Promise<void> {
  const limit = asUnits(maxUint256);
  await transactions.charge(
    budgets.map((budget) => ({ budget, units: asUnits(units), limit })),
    utcDay(clock.now()),
  );
}

function failuresOf(account: EvmAddress): string {
  return `sponsor-failures:${account}`;
}

/**
 * Within the accepting unit: allows one free revocation per account, chain and day, while there is gas for
 * one. Throws `SPONSOR_QUOTA` and `BUDGET_SPENT`.
 */
export async function countRevocation(
  ports: Pick<SponsorPorts, 'clock' | 'policy'>,
  { transactions, sponsor }: Pick<SponsorUnit, 'transactions' | 'sponsor'>,
  { chain, account, client }: Whose,
  cost: bigint,
): Promise<void> {
  const { clock } = ports;
  const whose = { chain, client, payer: account, kind: 'revocation' } as const;
  const left = await leftToLose(ports, transactions, whose);
  const open = await sponsor.openSponsored(chain, { client, account });
  if (isAnySpent(left) || !hasRoomToLose(cost, open, left))
    throw new RelayError(
      'BUDGET_SPENT',
      { chain },
      'as many accounts were undelegated at our cost on this chain as a day allows; send the authorization yourself, or try again tomorrow',
    );
  const one = asUnits(1n);
  const budget = `sponsor-revocation:${chain}:${account}`;
  const full = await transactions.charge([{ budget, units: one, limit: one }], utcDay(clock.now()));
  if (full !== null)
    throw new RelayError(
      'SPONSOR_QUOTA',
      {},
      'this account was already undelegated at our cost today; send the authorization yourself, or try again tomorrow',
    );
}

/**
 * Within the settling unit: charges a revocation, in units of coin. It pays no fee, however it ended.
 */
export async function chargeRevocation(
  ports: Pick<SponsorPorts, 'clock'>,
  tx: SponsorUnit,
  { chain, account, client }: Whose,
  gasCost: bigint,
): Promise<void> {
  await chargeRevert(ports, tx, { chain, client, payer: account, gasCost, kind: 'revocation' });
}
