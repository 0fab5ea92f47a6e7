import {
  asUnits,
  type ChainRef,
  type EvmAddress,
  maxUint256,
  RelayError,
  utcDay,
} from '@interline/kernel';
import { inCoinOn } from '../switches/index.ts';
import {
  chargeRevert,
  clientRevertBudget,
  payerRevertBudget,
  revertBudget,
  type TransactionReads,
} from '../transactions/index.ts';
import type { SponsorPorts } from './ports.ts';
import type { SponsorUnit } from './repository.ts';
import type { SponsoredCall } from './sponsored-call.ts';

/** Of one payer in a day of UTC, on all chains. */
const failuresAtMost = 2n;
const kind = 'sponsor-revert';

type Whose = Pick<SponsoredCall, 'chain' | 'account' | 'client'>;

/**
 * What failed after it was accepted cost gas and paid no fee. Throws `SPONSOR_QUOTA` for a payer of
 * two such calls today, and `BUDGET_SPENT` where the gas of its chain, or of its client, is spent.
 */
export async function assertMayLose(
  { clock, policy }: Pick<SponsorPorts, 'clock' | 'policy'>,
  { transactions }: { readonly transactions: Pick<TransactionReads, 'spentOfEach'> },
  { chain, account, client }: Whose,
): Promise<void> {
  const day = utcDay(clock.now());
  const [failures = 0n, ...spent] = await transactions.spentOfEach(
    [
      failuresOf(account),
      revertBudget(chain, kind),
      clientRevertBudget(chain, client, kind),
      payerRevertBudget(chain, account, kind),
    ],
    day,
  );
  if (failures >= failuresAtMost)
    throw new RelayError(
      'SPONSOR_QUOTA',
      {},
      `${failures} sponsored calls of this account failed today, after they were sent at our cost`,
    );
  const { revertBudget: inAll, clientRevertBudget: ofClient, payerRevertBudget: ofPayer } = policy;
  const isSpent = [inAll, ofClient, ofPayer].some(
    (ofEther, at) => (spent[at] ?? 0n) >= inCoinOn(policy, ofEther, chain),
  );
  if (isSpent)
    throw new RelayError(
      'BUDGET_SPENT',
      { chain },
      'sponsored calls have failed at our cost as often on this chain as they may in a day',
    );
}

/** What a call can cost where it fails, in units of coin. */
export interface Risk {
  readonly client: string;
  readonly cost: bigint;
}

const endsWithinMs = 60_000;

/**
 * Within the unit that accepts it: failures are charged only once a block shows them, so all that is under
 * way counts as if it were to fail, and so does what the same transaction carries in front of it. With
 * nothing in front of it one goes whatever it may cost: at high fees none would fit otherwise. Throws
 * `BUDGET_SPENT`.
 */
export async function assertRoomToLose(
  ports: Pick<SponsorPorts, 'clock' | 'policy'>,
  { transactions, sponsor }: Pick<SponsorUnit, 'transactions' | 'sponsor'>,
  { chain, account, client }: Whose,
  { cost, inFront }: { readonly cost: bigint; readonly inFront: readonly Risk[] },
): Promise<void> {
  const open = await sponsor.openSponsored(chain, { client, account });
  const [ofAll = 0n, ofClient = 0n] = await transactions.spentOfEach(
    [revertBudget(chain, kind), clientRevertBudget(chain, client, kind)],
    utcDay(ports.clock.now()),
  );
  const { policy } = ports;
  const scopes = [
    { spent: ofAll, open: open.inAll + costOf(inFront), limit: policy.revertBudget },
    {
      spent: ofClient,
      open: open.ofClient + costOf(inFront.filter((one) => one.client === client)),
      limit: policy.clientRevertBudget,
    },
  ];
  for (const { spent, open: underWay, limit } of scopes)
    if (underWay > 0n && spent + underWay + cost > inCoinOn(policy, limit, chain))
      throw new RelayError(
        'BUDGET_SPENT',
        { retryAfterMs: endsWithinMs },
        `as many sponsored calls are under way on ${chain} as may fail at our cost today; try again when they are over`,
      );
}

function costOf(risks: readonly Risk[]): bigint {
  return risks.reduce((sum, { cost }) => sum + cost, 0n);
}

/** Within the unit that settles it: a call failed at that cost, in units of coin. */
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
 * Within the unit that settles it: a transaction of several reverted. Who made it revert is found out when
 * each is sent alone, if at all, and the chain's budget has it at once.
 */
export async function chargeBundle(
  { clock }: Pick<SponsorPorts, 'clock'>,
  { transactions }: Pick<SponsorUnit, 'transactions'>,
  chain: ChainRef,
  gasCost: bigint,
): Promise<void> {
  await charge(clock, transactions, [revertBudget(chain, kind)], gasCost);
}

/** Within the unit that gives it up: this one made a transaction revert that the chain's budget has. */
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

/** In full: the limits bind what is accepted next. */
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

/** Within the unit that accepts it: one free revocation of an account on a chain a day. */
export async function countRevocation(
  { clock }: Pick<SponsorPorts, 'clock'>,
  { transactions }: Pick<SponsorUnit, 'transactions'>,
  { chain, account }: { readonly chain: ChainRef; readonly account: EvmAddress },
): Promise<void> {
  const one = asUnits(1n);
  const budget = `sponsor-revocation:${chain}:${account}`;
  const full = await transactions.charge([{ budget, units: one, limit: one }], utcDay(clock.now()));
  if (full !== null)
    throw new RelayError(
      'SPONSOR_QUOTA',
      {},
      'this account was undelegated at our cost today; send the authorization yourself, or tomorrow',
    );
}
