import { isLaneClient, utcDay } from '@interline/kernel';
import type { Clock } from '@interline/ports';
import { inCoinOn, type Policy } from '../switches/index.ts';
import {
  clientRevertBudget,
  laneRevertBudget,
  type Lost,
  payerRevertBudget,
  revertBudget,
} from './gas.ts';
import type { OpenCost, TransactionReads } from './repository.ts';

interface Ports {
  readonly clock: Pick<Clock, 'now'>;
  readonly policy: Pick<
    Policy,
    'revertBudget' | 'clientRevertBudget' | 'payerRevertBudget' | 'etherWorth'
  >;
}

/** The rest of the day's failure budgets, in the chain's coin; zero or negative if one is spent. */
export async function leftToLose(
  { clock, policy }: Ports,
  transactions: Pick<TransactionReads, 'spentOfEach'>,
  {
    chain,
    client,
    payer,
    kind,
  }: Pick<Lost, 'chain' | 'client' | 'payer'> & Required<Pick<Lost, 'kind'>>,
): Promise<OpenCost> {
  const [inAll = 0n, ofClient = 0n, ofPayer = 0n, ofLane = 0n] = await transactions.spentOfEach(
    [
      revertBudget(chain, kind),
      clientRevertBudget(chain, client, kind),
      payerRevertBudget(chain, payer, kind),
      laneRevertBudget(chain, kind),
    ],
    utcDay(clock.now()),
  );
  const whole = inCoinOn(policy, policy.revertBudget, chain);
  const left = {
    inAll: whole - inAll,
    ofClient: inCoinOn(policy, policy.clientRevertBudget, chain) - ofClient,
    ofPayer: inCoinOn(policy, policy.payerRevertBudget, chain) - ofPayer,
  };
  return isLaneClient(client) ? withinLane(left, whole / 2n - ofLane, ofClient) : left;
}

/**
 * In the private lane each pass is a client, and passes are cheap. Half of the budget is reserved
 * for identified clients, and the more of the lane's half others have spent, the less one pass
 * gets, so that a few cannot take it all.
 */
export function withinLane(left: OpenCost, ofLane: bigint, spentByClient: bigint): OpenCost {
  const share = (ofLane + spentByClient) / 4n - spentByClient;
  return { ...left, inAll: least(left.inAll, ofLane), ofClient: least(left.ofClient, share) };
}

function least(a: bigint, b: bigint): bigint {
  return a < b ? a : b;
}

const scopes = ['inAll', 'ofClient', 'ofPayer'] as const;

export function isAnySpent(left: OpenCost): boolean {
  return scopes.some((scope) => left[scope] <= 0n);
}

/**
 * Failures are charged only once a block shows them, so everything pending counts as if it were to
 * fail. With nothing pending, one may go at any cost, because at high fees none would fit
 * otherwise.
 */
export function hasRoomToLose(cost: bigint, open: OpenCost, left: OpenCost): boolean {
  return scopes.every((scope) => open[scope] === 0n || open[scope] + cost <= left[scope]);
}
