import { type Address, evmAddress, type Hex } from './address.ts';
import { type Amount, asUnits, noUnits, type Units } from './amount.ts';
import type { ChainRef } from './chain.ts';
import type { JsonObject } from './json.ts';
import { isNative, type TokenRef } from './token.ts';
import type { AccountRole } from './transaction.ts';

/**
 * What a rail wants done, as data. The core runs it through custody, one recorded transaction at a
 * time.
 */
export interface Plan {
  /**
   * Where the payer's money goes first. Only a rail with the `inventory` capability may say
   * `float`.
   */
  readonly pullTo: 'float' | 'spender' | 'none';
  readonly steps: readonly PlanStep[];
  /** What the recipient gets if all goes well, in the destination token's smallest units. */
  readonly output: Units;
  /** The service's whole charge, in the source token's smallest units. */
  readonly fee: Units;
  /** What of it pays for gas that the relayer fronts. Set by the core, from the quote. */
  readonly gasFee?: Units;
  /**
   * A durable plan stays good until it ran (it holds a reservation); a perishable one is asked for
   * again once the pull is credited.
   */
  readonly keeps: 'durable' | 'perishable';
  readonly charges: readonly BudgetCharge[];
  /**
   * What the gas of pull and refund costs as it looked at acceptance, in units of the source chain's
   * coin. Set by the core where the plan has calls, is made again after the pull, or pays what can be
   * refused.
   */
  readonly giveBackCost?: Units;
}

export type PlanStep =
  /**
   * Sets float aside until the payout is final or the route ends. Taken in the accepting commit.
   */
  | {
      readonly kind: 'reserve';
      readonly token: TokenRef;
      readonly units: Amount;
      /**
       * The most of the token that may be set aside with it, in its smallest units: what a rail owes
       * of an asset whose price moves. Judged in the accepting commit, against many orders at once.
       */
      readonly mostTaken?: Units;
    }
  /** Pays the recipient from the float account. */
  | {
      readonly kind: 'payout';
      readonly token: TokenRef;
      readonly to: string;
      readonly units: Amount;
      /**
       * The recipient can make it impossible at no cost, between pull and payout: on Stellar by
       * removing its trustline or its account. Set by the rail.
       */
      readonly isRefusable?: true;
      /**
       * The most that its own gas could cost as it looked at acceptance, in units of its chain's
       * coin. Set by the core for payouts of coin.
       */
      readonly mostGasCost?: Units;
      /** What the gas of pull and refund costs, in the same coin: lost where it is refused. */
      readonly giveBackCost?: Units;
      /**
       * What was charged for its attempts before they were sent, in the same coin. Set by the core.
       */
      readonly charged?: Units;
    }
  /**
   * Transactions of the spender account; value leaves with the first call of the step that
   * `handsOver`.
   */
  | {
      readonly kind: 'call';
      readonly chain: ChainRef;
      readonly to: Address;
      readonly data: Hex;
      readonly value: Units;
      readonly approve?: {
        readonly token: Address;
        readonly spender: Address;
        readonly units: Amount;
      };
      readonly handsOver: boolean;
      /**
       * It takes back what the track step in front of it waits for. Set by the core, which adds the step
       * in the unit that commits its transaction.
       */
      readonly recalls?: true;
    }
  /**
   * Hands over by a plain transfer from the spender account to an address that the rail issued for
   * this order. `units` are at most what was credited.
   */
  | {
      readonly kind: 'deposit';
      readonly token: TokenRef;
      readonly to: Address;
      readonly units: Amount;
    }
  /**
   * The caller must send funds to an address: one that the rail issued and watches by `ref`, or
   * where both are left out one of ours, which the core issues and watches.
   */
  | {
      readonly kind: 'await-deposit';
      readonly chain: ChainRef;
      readonly address?: string;
      readonly units: Amount;
      /**
       * What a part costs to be spent, in the source token's smallest units, where a deposit at an
       * address of ours may come in parts; the price has the first one's in it.
       */
      readonly partCost?: Units;
      readonly ref?: JsonObject;
    }
  /** The operator must fund an account before the lane can run. */
  | {
      readonly kind: 'await-funds';
      readonly chain: ChainRef;
      readonly address: string;
      readonly units: Amount;
      readonly ref: JsonObject;
    }
  /**
   * The rail's own word on where the transfer stands, asked until it is final. `srcTx`, the hash of
   * the transaction that handed the value over, is added to `ref`.
   */
  | {
      readonly kind: 'track';
      readonly ref: JsonObject;
      readonly pollMs: number;
      /**
       * The one contract, on the destination chain, that the rail may have called to take back what it
       * has not delivered when the transfer is overdue; left out where that cannot be done.
       */
      readonly recall?: { readonly to: Address };
    };

export type PlanStepKind = PlanStep['kind'];

/** A transaction of the spender account, as custody makes it. */
export type CallStep = Extract<PlanStep, { kind: 'call' }>;

export type TrackStep = Extract<PlanStep, { kind: 'track' }>;

/**
 * The call that takes a transfer back, on its destination chain, as the rail would have it sent now.
 * What it gives back comes to the payer, or to our spender, on the source chain.
 */
export interface Recall {
  readonly to: Address;
  readonly data: Hex;
  /** Coin that it pays to be carried out, in the chain's smallest units. */
  readonly value: Units;
}

export type DepositStep = Extract<PlanStep, { kind: 'deposit' }>;

/**
 * The transaction that a step makes from the spender account: a call as it is, a deposit as its
 * plain transfer. Null for steps that make none from there.
 */
export function callOf(step: CallStep | DepositStep): CallStep;
export function callOf(step: PlanStep | undefined): CallStep | null;
export function callOf(step: PlanStep | undefined): CallStep | null {
  if (step?.kind === 'call') return step;
  if (step?.kind !== 'deposit') return null;
  const { token, to, units } = step;
  const common = { kind: 'call', chain: token.chain, handsOver: true } as const;
  return isNative(token)
    ? { ...common, to, data: '0x', value: asUnits(units) }
    : {
        ...common,
        to: evmAddress(token.address),
        data: `0xa9059cbb${to.slice(2).padStart(64, '0')}${units.toString(16).padStart(64, '0')}`,
        value: noUnits,
      };
}

/** The account of ours that what was pulled is on. */
export function pulledTo({ pullTo }: Pick<Plan, 'pullTo'>): AccountRole {
  return pullTo === 'float' ? 'float' : 'spender';
}

/** Where running begins: reservations in front were taken in the accepting commit. */
export function firstAction(steps: readonly PlanStep[]): number {
  const index = steps.findIndex((step) => step.kind !== 'reserve');
  return index < 0 ? steps.length : index;
}

/**
 * A daily allowance the route uses up; charged in the accepting commit, which refuses where `limit`
 * would be passed.
 */
export interface BudgetCharge {
  readonly budget: string;
  readonly units: Units;
  readonly limit: Units;
  readonly reason: string;
  /**
   * It is there for all payers: one client, or one payer, may use up a share of it only, the part that
   * the deployment's budgets against reverts give them. Left out where it belongs to one.
   */
  readonly isShared?: true;
}

/**
 * Where an upstream says the transfer stands. Its word is a hint: delivery is what was seen on
 * chain.
 */
export interface Progress {
  readonly status:
    'WAITING' | 'FUNDS_REQUIRED' | 'AWAITING_DEPOSIT' | 'BRIDGING' | 'DONE' | 'FAILED';
  /** The rail's own word; `NOT_INDEXED` where its upstream does not know the transfer. */
  readonly stage: string;
  readonly srcTx?: string;
  /** Where it says something arrived; with FAILED, something else than was agreed. */
  readonly destTx?: string;
  /**
   * With FAILED: where on the source chain it says the money was given back, to the payer or to our
   * spender.
   */
  readonly refundTx?: string;
}
