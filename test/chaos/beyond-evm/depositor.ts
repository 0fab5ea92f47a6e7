import { setTimeout as pause } from 'node:timers/promises';
import { type ServiceClient, ServiceError } from '@interline/cli';
import { freshWallet } from '../../support/fresh-wallet.ts';
import type { DepositPlan, ReversedAt } from './deposit-plan.ts';
import { bitcoinRpc, type Nodes } from './nodes.ts';
import type { PayerCoins, Payment } from './payer-coins.ts';
import { untilAnswered } from './until-answered.ts';

export interface WireRefund {
  readonly amount: string;
  readonly refundFee: string | null;
  readonly refundTx: string | null;
  readonly state: string;
}

/** What the service says of a route with a deposit. */
export interface DepositReceipt {
  readonly id: string;
  readonly status: string;
  readonly stage: string;
  readonly refundClaim?: string;
  readonly to: {
    readonly estimated: string;
    readonly min: string;
    readonly delivered: string | null;
  };
  readonly deposit: {
    readonly address: string;
    readonly lockedUntil: number;
    readonly expiresAt: number;
    readonly seen: readonly { readonly tx: string; readonly amount: string }[];
    /** What each part after the first costs to be spent. */
    readonly partCost?: string;
    readonly refunds: readonly WireRefund[];
    readonly isLost?: boolean;
  };
}

/** A caller and all that the caller did. */
export interface Depositor {
  readonly plan: DepositPlan;
  readonly begun: DepositReceipt;
  readonly recipient: string;
  readonly refundAddress: string;
  readonly payments: readonly Payment[];
  /** Whether the service knows the refund address. */
  readonly isNamed: boolean;
  /** Whether a payment was taken back by its payer for good. */
  readonly isReversed: boolean;
}

/** Asks for an address and does what the plan says; ends when the caller has nothing more to do. */
export async function deposit(
  client: ServiceClient,
  node: Nodes['bitcoin'],
  coins: PayerCoins,
  plan: DepositPlan,
): Promise<Depositor> {
  await pause(plan.beginsAfterMs);
  const recipient = freshWallet().address;
  const refundAddress = String(await bitcoinRpc(node, 'getnewaddress', '', 'bech32m'));
  const begun = await untilAnswered(
    async () =>
      // CAST: execute's answer to a deposit.
      (await client.post('/api/route/execute', {
        fromChain: 'bitcoin',
        toChain: '8453',
        fromToken: 'BTC',
        toToken: 'USDC',
        amount: String(plan.agreed),
        toAddress: recipient,
        live: true,
        ...(plan.refundTo === 'given' ? { refundAddress } : {}),
      })) as unknown as DepositReceipt,
  );
  const claimed = plan.refundTo === 'claimed' ? claim(client, begun, refundAddress, plan) : null;
  claimed?.catch(() => undefined);
  const { payments, isReversed } = await payAs(plan, client, begun, coins);
  await claimed;
  return {
    plan,
    begun,
    recipient,
    refundAddress,
    payments,
    isNamed: plan.refundTo !== 'nowhere',
    isReversed,
  };
}

async function claim(
  client: ServiceClient,
  { id, refundClaim = '' }: DepositReceipt,
  refundAddress: string,
  { claimsAfterMs }: DepositPlan,
): Promise<void> {
  await pause(claimsAfterMs);
  await untilAnswered(async () => {
    try {
      await client.post('/api/route/refund-address', { id, refundClaim, refundAddress });
    } catch (error) {
      // It was set, and the answer was lost with the service.
      if (!(error instanceof ServiceError) || error.body['errorCode'] !== 'REFUND_ADDRESS_SET')
        throw error;
    }
  });
}

/** The longest time without a block that a caller waits for who reverses what was paid out. */
const noBlockMs = 9_000;

interface Paid {
  readonly payments: readonly Payment[];
  readonly isReversed: boolean;
}

async function payAs(
  { kind, agreed, betweenMs, reversedAt }: DepositPlan,
  client: ServiceClient,
  { id, deposit: { address, lockedUntil, expiresAt } }: DepositReceipt,
  coins: PayerCoins,
): Promise<Paid> {
  const pay = (units: bigint, instead?: Payment) =>
    instead === undefined
      ? coins.pay(address, units)
      : coins.pay(address, units, { coin: instead.coin, fee: 5_000n });
  const kept = (...payments: readonly Payment[]): Paid => ({ payments, isReversed: false });
  // A block's time may be a second before it.
  const until = (ms: number): Promise<void> => pause(Math.max(0, ms + 1_500 - Date.now()));
  switch (kind) {
    case 'never':
      return kept();
    case 'exact':
      return kept(await pay(agreed));
    case 'over':
      return kept(await pay((agreed * 3n) / 2n));
    case 'short':
      return kept(await pay(agreed - 1n));
    case 'parts': {
      const first = await pay(agreed / 3n);
      await pause(betweenMs);
      return kept(first, await pay(agreed - agreed / 3n));
    }
    case 'late':
      await until(lockedUntil);
      return kept(await pay(agreed));
    case 'missed':
      await until(expiresAt);
      return kept(await pay(agreed));
    case 'twice': {
      const first = await pay(agreed);
      await pause(betweenMs * 4);
      return kept(first, await pay(agreed));
    }
    case 'bumped': {
      const first = await pay(agreed);
      await pause(betweenMs / 5);
      // Mined already, it cannot be outbid any more.
      const second = await pay(agreed, first).catch(() => null);
      return kept(first, ...(second === null ? [] : [second]));
    }
    case 'stolen': {
      const first = await pay(agreed);
      await pause(betweenMs / 5);
      return { payments: [first], isReversed: await coins.reverse(first) };
    }
    case 'reversed':
    case 'lost': {
      // Short, and just before it expires: it goes back at once.
      if (reversedAt === 'refunding') await pause(Math.max(0, expiresAt - 2_000 - Date.now()));
      const first = await pay(reversedAt === 'refunding' ? agreed - 1n : agreed);
      const reached = (): Promise<unknown> =>
        Promise.race([untilReached(client, id, reversedAt), pause(noBlockMs)]);
      if (kind === 'lost')
        return { payments: [first], isReversed: await coins.reverseOnce(first, reached) };
      await untilReached(client, id, reversedAt);
      return { payments: [first], isReversed: await coins.reverse(first) };
    }
  }
}

/** Until the service is as far as the payer waits for, or past it. */
async function untilReached(client: ServiceClient, id: string, wanted: ReversedAt): Promise<void> {
  for (;;) {
    const { status, stage, deposit } = await readReceipt(client, id);
    const isOver = status === 'DONE' || status === 'FAILED';
    const isSeen = deposit.seen.length > 0;
    const isCredited = isSeen && status === 'BRIDGING' && stage !== 'CONFIRMING';
    const reached = {
      seen: isSeen,
      confirming: stage === 'CONFIRMING' || isCredited,
      credited: isCredited,
      'paid-out': false,
      refunding: deposit.refunds.some(({ state }) => state === 'sent' || state === 'done'),
    }[wanted];
    if (reached || isOver || stage === 'REFUND_HELD') return;
    await pause(50);
  }
}

export function readReceipt(client: ServiceClient, id: string): Promise<DepositReceipt> {
  return untilAnswered(
    // CAST: the service's word on a route with a deposit.
    async () => (await client.get(`/api/route/status?id=${id}`)) as unknown as DepositReceipt,
  );
}
