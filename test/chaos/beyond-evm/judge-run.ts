import type { followRoute, ServiceClient } from '@interline/cli';
import { setTimeout as pause } from 'node:timers/promises';
import { tokenBalance } from '../../support/token-balance.ts';
import type { BooksAudit } from '../process-messages.ts';
import { type Depositor, readReceipt } from './depositor.ts';
import { type DepositVerdict, judgeDeposit } from './judge-deposit.ts';
import { bitcoinRpc, isMined, type Nodes } from './nodes.ts';
import { type Leg, received, source } from './payouts.ts';
import type { DepositPrice } from './service.ts';

export interface LegEnd {
  readonly leg: Leg;
  readonly id: string;
  readonly end: Awaited<ReturnType<typeof followRoute>>;
}

type Devnet = Parameters<typeof tokenBalance>[0];

export interface RunVerdict {
  readonly lost: number;
  readonly paidTwice: number;
  readonly violations: readonly string[];
}

/** Whether each recipient has what its receipt says. */
export async function judgePayouts(nodes: Nodes, ends: readonly LegEnd[]): Promise<RunVerdict> {
  const violations: string[] = [];
  let lost = 0;
  let paidTwice = 0;
  for (const { leg, id, end } of ends) {
    const got = await received(nodes, leg);
    const told = end.status === 'DONE' ? BigInt(String(end.to.delivered)) : 0n;
    if (end.status !== 'DONE')
      violations.push(`${id} to ${leg.want} ended ${end.status}: ${JSON.stringify(end)}`);
    if (got < told) lost += 1;
    if (got > told) paidTwice += 1;
    if (got !== told)
      violations.push(`${id} to ${leg.want}: the receipt says ${told}, the chain ${got}`);
    if (leg.want === 'bitcoin' && !(await isMined(nodes.bitcoin, end.destTx)))
      violations.push(`${id}: its receipt names ${String(end.destTx)}, which is in no block`);
  }
  const ids = new Set(ends.map(({ id }) => id));
  if (ids.size !== ends.length) violations.push('two payers were answered with one route');
  return { lost, paidTwice, violations };
}

export interface DepositsVerdict extends RunVerdict {
  /** How many were delivered, went back as a whole, wait for an address; and what was lost. */
  readonly delivered: number;
  readonly wentBack: number;
  readonly held: number;
  readonly takenBack: number;
  readonly lostSats: number;
}

interface Judged extends DepositVerdict {
  readonly depositor: Depositor;
  readonly status: string;
  readonly isHeld: boolean;
}

type Prices = ReadonlyMap<string, DepositPrice>;

interface World {
  readonly devnet: Devnet;
  readonly nodes: Nodes;
  readonly client: ServiceClient;
  readonly prices: () => Promise<Prices>;
}

/** What each caller has, by the chains; looks again until all is settled or time is up. */
export async function judgeDeposits(
  world: World,
  depositors: readonly Depositor[],
  withinMs: number,
): Promise<DepositsVerdict> {
  const giveUpAtMs = performance.now() + withinMs;
  for (;;) {
    const prices = await world.prices();
    const judged = await Promise.all(depositors.map((one) => judgeOne(world, prices, one)));
    const isSettled = judged.every(({ wrong }) => wrong.length === 0);
    if (isSettled || performance.now() > giveUpAtMs) return summed(judged);
    await pause(500);
  }
}

async function judgeOne(
  { devnet, nodes, client }: World,
  prices: Prices,
  depositor: Depositor,
): Promise<Judged> {
  const { plan, begun, recipient, refundAddress, payments, isNamed, isReversed } = depositor;
  const mined = await Promise.all(
    payments.map(async (one) => ((await isMined(nodes.bitcoin, one.txid)) ? one.units : 0n)),
  );
  const receipt = await readReceipt(client, begun.id);
  const verdict = judgeDeposit({
    agreed: plan.agreed,
    quotedOutput: BigInt(begun.to.estimated),
    leastOutput: BigInt(begun.to.min),
    priced: prices.get(begun.id) ?? { price: null, output: BigInt(begun.to.estimated) },
    isAfterLock: plan.kind === 'late' || plan.kind === 'missed',
    deposited: mined.reduce((sum, units) => sum + units, 0n),
    paid: payments.reduce((sum, { units }) => sum + units, 0n),
    parts: payments.length,
    partCost: BigInt(receipt.deposit.partCost ?? 0),
    delivered: await tokenBalance(devnet, source, 'USDC', recipient),
    returned: await confirmedAt(nodes, refundAddress),
    isNamed,
    isReversed,
    status: receipt.status,
    stage: receipt.stage,
    toldDelivered: BigInt(receipt.to.delivered ?? 0),
    refunds: receipt.deposit.refunds,
    isLost: receipt.deposit.isLost === true,
  });
  const isHeld = receipt.deposit.refunds.some(({ state }) => state === 'held');
  return { ...verdict, depositor, status: receipt.status, isHeld };
}

function summed(judged: readonly Judged[]): DepositsVerdict {
  const count = (is: (one: Judged) => boolean): number => judged.filter(is).length;
  return {
    delivered: count(({ status }) => status === 'DONE'),
    wentBack: count(({ status }) => status === 'FAILED'),
    held: count(({ isHeld }) => isHeld),
    takenBack: count(({ depositor }) => depositor.isReversed),
    lostSats: Number(judged.reduce((sum, { lostUnits }) => sum + lostUnits, 0n)),
    lost: count(({ isShort }) => isShort),
    paidTwice: count(({ isPaidTwice }) => isPaidTwice),
    violations: judged.flatMap(({ wrong, depositor: { plan, begun } }) =>
      wrong.map(
        (one) =>
          `${begun.id} (${plan.kind}${plan.kind === 'reversed' || plan.kind === 'lost' ? ` at ${plan.reversedAt}` : ''}, ` +
          `${plan.agreed}, refund ${plan.refundTo}): ${one}`,
      ),
    ),
  };
}

async function confirmedAt({ bitcoin }: Nodes, address: string): Promise<bigint> {
  const coins = Number(await bitcoinRpc(bitcoin, 'getreceivedbyaddress', address, 1));
  return BigInt(Math.round(coins * 100_000_000));
}

/** What the books find wrong about the chains. */
export function judgeAudit({ unjudged, deficits }: BooksAudit): readonly string[] {
  return [
    ...unjudged.map((chain) => `the books of ${chain} were not judged`),
    ...deficits.map((one) => `${one.chain} ${one.token} is short of ${one.units} units`),
  ];
}
