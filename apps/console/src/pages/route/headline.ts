import type { RouteReceipt } from '@interline/client';
import { formatMoney, unitsOf } from '../../format/amount.ts';
import { followWords } from '../../words/en-follow.ts';
import type { WordKey } from '../../words/t.ts';

/** Where a route is, in one of few words: every state has one, and every one ends. */
export type Tone = 'underWay' | 'done' | 'back' | 'you' | 'operator' | 'stopped';

export interface Headline {
  readonly tone: Tone;
  readonly state: WordKey;
  /** The amount that matters now: what arrived or came back, never what was once expected. */
  readonly title: WordKey;
  readonly filling: Readonly<Record<'amount' | 'symbol', string>>;
  /** A sentence more, where the title alone could be read wrong. */
  readonly more?: WordKey;
}

export function headlineOf(receipt: RouteReceipt): Headline {
  const sent = (units: bigint | null) => amountOf(units, receipt.from);
  const arrived = (units: bigint | null) => amountOf(units, receipt.to);
  const amount = unitsOf(receipt.from.amount);
  switch (receipt.status) {
    case 'DONE': {
      const filling = arrived(unitsOf(receipt.to.delivered));
      return receipt.to.claim === undefined
        ? { tone: 'done', state: 'state.delivered', title: 'head.delivered', filling }
        : { tone: 'you', state: 'state.needsYou', title: 'head.toClaim', filling };
    }
    case 'FAILED':
      return failedHeadline(receipt, sent, arrived);
    case 'AWAITING_DEPOSIT': {
      const due = unitsOf(receipt.deposit?.amount) ?? amount;
      const seen = unitsOf(receipt.deposit?.total?.amount) ?? 0n;
      const missing = unitsOf(receipt.deposit?.total?.missing) ?? due ?? 0n;
      return seen > 0n && missing === 0n
        ? {
            tone: 'underWay',
            state: 'state.underWay',
            title: 'head.depositSeen',
            filling: sent(seen),
          }
        : { tone: 'you', state: 'state.needsYou', title: 'head.deposit', filling: sent(missing) };
    }
    case 'FUNDS_REQUIRED':
      return {
        tone: 'operator',
        state: 'state.needsOperator',
        title: 'head.funds',
        filling: sent(amount),
        more: 'head.fundsMore',
      };
    case 'BRIDGING':
      return bridgingHeadline(receipt, sent, arrived);
  }
}

type Write = (units: bigint | null) => Headline['filling'];

function bridgingHeadline(receipt: RouteReceipt, sent: Write, arrived: Write): Headline {
  const held = receipt.refundHeld;
  if (held !== undefined)
    return {
      tone: held.reason === 'no-address' ? 'you' : 'operator',
      state: held.reason === 'no-address' ? 'state.needsYou' : 'state.needsOperator',
      title: 'head.held',
      filling: sent(unitsOf(held.owed)),
    };
  if (receipt.stage === 'REFUNDING' || receipt.stage === 'REFUND_HELD')
    return {
      tone: 'back',
      state: 'state.goingBack',
      title: 'head.goingBack',
      filling: sent(unitsOf(receipt.from.amount)),
    };
  const needsOperator = receipt.stage === 'QUARANTINED' || receipt.stage === 'OVERDUE';
  return {
    tone: needsOperator ? 'operator' : 'underWay',
    state: needsOperator ? 'state.needsOperator' : 'state.underWay',
    title: 'head.underWay',
    filling: arrived(unitsOf(receipt.to.estimated)),
  };
}

function failedHeadline(receipt: RouteReceipt, sent: Write, arrived: Write): Headline {
  const back = unitsOf(receipt.refunded) ?? 0n;
  const amount = unitsOf(receipt.from.amount);
  const delivered = unitsOf(receipt.to.delivered);
  if (back > 0n)
    return { tone: 'back', state: 'state.refunded', title: 'head.back', filling: sent(back) };
  if (receipt.stage === 'DELIVERED_BELOW_MIN' && delivered !== null)
    return {
      tone: 'stopped',
      state: 'state.short',
      title: 'head.short',
      filling: arrived(delivered),
    };
  if (receipt.stage === 'DELIVERED_OTHER_TOKEN')
    return { tone: 'stopped', state: 'state.ended', title: 'head.other', filling: sent(amount) };
  if (receipt.stage === 'DELIVERED_UNSEEN')
    return { tone: 'stopped', state: 'state.ended', title: 'head.unseen', filling: sent(amount) };
  if (receipt.srcTx === null)
    return {
      tone: 'stopped',
      state: 'state.notSent',
      title: receipt.stage === 'DEPOSIT_EXPIRED' ? 'head.nothingDeposit' : 'head.nothing',
      filling: sent(amount),
    };
  // It was taken in and neither arrived nor came back: whatever else is said, it is not with the payer.
  return {
    tone: 'operator',
    state: 'state.needsOperator',
    title: 'head.withUs',
    filling: sent(amount),
    more: 'head.withUsMore',
  };
}

/** The word for a stage; a neutral one for a stage that is not known here. */
export function stageWord({ stage, status }: Pick<RouteReceipt, 'stage' | 'status'>): WordKey {
  const key = `stage.${stage}`;
  if (isStageWord(key)) return key;
  return status === 'DONE' || status === 'FAILED' ? 'stage.otherEnded' : 'stage.other';
}

function amountOf(
  units: bigint | null,
  { symbol, decimals }: { readonly symbol: string; readonly decimals: number },
): Headline['filling'] {
  return { amount: units === null ? '?' : formatMoney(units, decimals), symbol };
}

function isStageWord(key: string): key is keyof typeof followWords {
  return Object.hasOwn(followWords, key);
}
