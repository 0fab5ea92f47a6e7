import { type Address, evmAddress, type Hex } from './address.ts';
import { type Amount, asUnits, noUnits, type Units } from './amount.ts';
import type { ChainRef } from './chain.ts';
import type { JsonObject } from './json.ts';
import { isNative, type TokenRef } from './token.ts';
import type { AccountRole } from './transaction.ts';

/**
 * The work that a rail requests, as data. The core executes it through custody, one recorded
 * transaction at a time.
 */
export interface Plan {
  /**
   * Where the payer's money goes first. Only a rail with the `inventory` capability may use
   * `float`.
   */
  readonly pullTo: 'float' | 'spender' | 'none';
  readonly steps: readonly PlanStep[];
  /** What the recipient gets if everything succeeds, in the destination token's smallest units. */
  readonly output: Units;
  /** The service's whole charge, in the source token's smallest units. */
  readonly fee: Units;
  /**
   * The part of it that pays for gas which the relayer pays upfront. Set by the core, from the
   * quote.
   */
  readonly gasFee?: Units;
  /**
   * A durable plan stays valid until it has run (it holds a reservation); a perishable one is
   * requested again once the pull is credited.
   */
  readonly keeps: 'durable' | 'perishable';
  readonly charges: readonly BudgetCharge[];
  /**
   * Estimated gas cost of pull and refund at acceptance, in units of the source chain's coin. Set
   * by the core if the plan has calls, is made again after the pull, or has a payout that can be
   * refused.
   */
  readonly giveBackCost?: Units;
}

export type PlanStep =
  /** Reserves float until the payout is final or the route ends. Taken in the accepting commit. */
  | {
      readonly kind: 'reserve';
      readonly token: TokenRef;
      readonly units: Amount;
      /**
       * The most of the token that may be reserved including this, in its smallest units: a rail's
       * limit for an asset whose price moves. Checked in the accepting commit, over all concurrent
       * orders.
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
       * The recipient can make it impossible at no cost between pull and payout, on Stellar by
       * removing its trustline or its account. Set by the rail.
       */
      readonly isRefusable?: true;
      /**
       * The highest cost of its own gas as estimated at acceptance, in units of its chain's coin.
       * Set by the core for coin payouts.
       */
      readonly mostGasCost?: Units;
      /** The gas cost of pull and refund in the same coin, which is lost if it is refused. */
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
       * It recalls what the previous track step waits for. The core adds this step in the unit that
       * commits its transaction.
       */
      readonly recalls?: true;
    }
  /**
   * Hands over by a plain transfer from the spender account to an address that the rail issued for
   * this order. `units` are at most the credited amount.
   */
  | {
      readonly kind: 'deposit';
      readonly token: TokenRef;
      readonly to: Address;
      readonly units: Amount;
    }
  /**
   * The caller must send funds to an address: one that the rail issued and watches by `ref`, or, if
   * both are left out, one of ours that the core issues and watches.
   */
  | {
      readonly kind: 'await-deposit';
      readonly chain: ChainRef;
      readonly address?: string;
      readonly units: Amount;
      /**
       * What spending one part costs, in the source token's smallest units, if a deposit at an
       * address of ours may come in parts; the price includes the first part's cost.
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
   * The rail's own status of the transfer, polled until it is final. The core adds `srcTx`, the
   * hash of the transaction that handed the value over, to `ref`.
   */
  | {
      readonly kind: 'track';
      readonly ref: JsonObject;
      readonly pollMs: number;
      /**
       * The only contract on the destination chain that the rail may have called to recall an
       * overdue, undelivered transfer; left out if that is impossible.
       */
      readonly recall?: { readonly to: Address };
    };

export type PlanStepKind = PlanStep['kind'];

/** A transaction of the spender account, as custody makes it. */
export type CallStep = Extract<PlanStep, { kind: 'call' }>;

export type TrackStep = Extract<PlanStep, { kind: 'track' }>;

/**
 * The call that recalls a transfer on its destination chain, as the rail would send it now. The
 * returned money comes to the payer, or to our spender, on the source chain.
 */
export interface Recall {
  readonly to: Address;
  readonly data: Hex;
  /** Coin that the call pays, in the chain's smallest units. */
  readonly value: Units;
}

export type DepositStep = Extract<PlanStep, { kind: 'deposit' }>;

/**
 * The transaction that a step makes from the spender account: a call unchanged, a deposit as its
 * plain transfer. Null for other steps.
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

/** The account of ours that holds what was pulled. */
export function pulledTo({ pullTo }: Pick<Plan, 'pullTo'>): AccountRole {
  return pullTo === 'float' ? 'float' : 'spender';
}

/** The first step to run: earlier reservations were taken in the accepting commit. */
export function firstAction(steps: readonly PlanStep[]): number {
  const index = steps.findIndex((step) => step.kind !== 'reserve');
  return index < 0 ? steps.length : index;
}

/**
 * A daily budget that the route uses; charged in the accepting commit, which refuses if `limit`
 * would be exceeded.
 */
export interface BudgetCharge {
  readonly budget: string;
  readonly units: Units;
  readonly limit: Units;
  readonly reason: string;
  /**
   * The budget serves all payers. One client, or one payer, may use only the share that the
   * deployment's revert budgets define. Left out if it belongs to one payer.
   */
  readonly isShared?: true;
}

/** An upstream's status of the transfer. It is only a hint: delivery is what was seen on chain. */
export interface Progress {
  readonly status:
    'WAITING' | 'FUNDS_REQUIRED' | 'AWAITING_DEPOSIT' | 'BRIDGING' | 'DONE' | 'FAILED';
  /** The rail's own stage; `NOT_INDEXED` if its upstream does not know the transfer. */
  readonly stage: string;
  readonly srcTx?: string;
  /** Where it says something arrived; with FAILED, something other than agreed. */
  readonly destTx?: string;
  /**
   * With FAILED: the source-chain transaction that, according to the upstream, returned the money
   * to the payer or to our spender.
   */
  readonly refundTx?: string;
}
