// Written by `npm run client:types` from the service's OpenAPI document.

import type { DryRun } from './dry-run.ts';
import type { FeeParts } from './fee-parts.ts';

export type RouteExecuteAnswer = {
  readonly id: string;
  /** BRIDGING until it is DONE or FAILED, which are final. */
  readonly status: 'BRIDGING' | 'FUNDS_REQUIRED' | 'AWAITING_DEPOSIT' | 'DONE' | 'FAILED';
  /** The payer needed no gas. */
  readonly gasless: boolean;
  /** Played through: nothing moved. */
  readonly sandbox: boolean;
  /** What the money rides on within that way. */
  readonly bridge: string;
  /** A way to settle, by its own name. */
  readonly aggregator: string;
  /** The service's whole charge, gas included, in the source token's smallest units; 0 once the money goes back. */
  readonly svcFee: string;
  /** The amount less svcFee, in the source token's smallest units; 0 once the money goes back. */
  readonly bridged: string;
  /** SvcFee in its parts, and what the engine keeps, in the source token's smallest units: as expected until it is delivered, and left out where the two tokens are not one asset or nothing arrives. */
  readonly feeParts: FeeParts;
  /** Both as they were agreed, whatever became of it; of a deposit at another price than the agreed one, that price's. */
  readonly quoted: {
    /** Smallest units, digits. */
    readonly svcFee: string;
    /** Smallest units, digits. */
    readonly bridged: string;
  };
  readonly from: {
    /** EVM chain id, or a node's name. */
    readonly chain: number | string;
    /** Contract address, or "native". */
    readonly token: string;
    readonly symbol: string;
    readonly decimals: number;
    /** In the source token's smallest units, digits. */
    readonly amount: string;
    /** Who pays; null for a deposit. */
    readonly address: string | null;
  };
  readonly to: {
    /** EVM chain id, or a node's name. */
    readonly chain: number | string;
    /** Contract address, or "native". */
    readonly token: string;
    readonly symbol: string;
    readonly decimals: number;
    readonly recipient: string;
    /** In the destination token's smallest units, digits. */
    readonly estimated: string;
    /** In the destination token's smallest units, digits. */
    readonly min: string;
    /** What arrived, in the destination token's smallest units; null before it did. */
    readonly delivered: string | null;
    /** The memo that the payment carries: to stellar. */
    readonly memo?: {
      readonly type: 'text' | 'id' | 'hash' | 'return';
      readonly value: string;
    };
    /** Where it was paid as a claimable balance: its id, which the recipient must claim; left out where it was paid outright. */
    readonly claim?: {
      readonly balanceId: string;
      readonly note: string;
    };
  };
  /** A transaction's hash; null while there is none. */
  readonly srcTx: string | null;
  /** A transaction's hash; null while there is none. */
  readonly destTx: string | null;
  /** Where it is, in more detail; any text, for people and logs. */
  readonly stage: string;
  /** Since it was accepted; stands still once it is over. */
  readonly elapsedSec: number;
  /** When it was accepted, in epoch milliseconds. */
  readonly createdAt: number;
  /** When the service last noted a change of it, in epoch milliseconds; its end once it is over. */
  readonly updatedAt: number;
  /** Where to read this again. */
  readonly track: string;
  /** A transaction's hash; null while there is none. */
  readonly refundTx: string | null;
  /** What goes back to the payer; left out where nothing does. */
  readonly refund?: {
    /** Due: it is to be sent; held: it waits, and refundHeld says why; sent: its transaction is on its way; done: it is back. */
    readonly state: 'due' | 'held' | 'sent' | 'done';
    /** All that goes back or came back, in the source token's smallest units. */
    readonly units: string;
    /** Null until it is sent; of a deposit that goes back in parts, the last one. */
    readonly tx: string | null;
    /** Epoch milliseconds: when it came to that state; null for a deposit. */
    readonly since: number | null;
  };
  /** Ways that were tried and left, in the order it happened. */
  readonly refusals: readonly {
    readonly rail: string;
    readonly code: string;
    readonly reason: string;
    /** The least this way would take, in the source token's smallest units. */
    readonly minInput?: string;
    /** When this way can be asked again, where it says so. */
    readonly retryAfterMs?: number;
  }[];
  /** What came back to the payer in all, in the source token's smallest units. */
  readonly refunded?: string;
  /** Stage REFUND_HELD: why the refund waits, and what to do. */
  readonly refundHeld?: {
    /** Refused: the token refuses its transfer to the payer; not-now: the relayer cannot send it at the moment; operator: an operator must look at it first; no-address: none was named for the deposit. */
    readonly reason: 'refused' | 'not-now' | 'operator' | 'no-address';
    readonly error: string;
    /** What the payer is owed, in the source token's smallest units. */
    readonly owed: string;
    readonly suggestedAction: string;
  };
  /** FAILED: why, and what to do. */
  readonly failure?: {
    readonly error: string;
    readonly errorCode: string;
    readonly retryable: boolean;
    readonly suggestedAction: string;
  };
  /** What the payer is to send and where to, and what came. */
  readonly deposit?: {
    /** EVM chain id, or a node's name. */
    readonly chain?: number | string;
    /** Of this route alone. */
    readonly address: string;
    /** What is to be sent, in the coin's smallest units. */
    readonly amount: string;
    /** BIP-21, for a wallet. */
    readonly uri?: string;
    /** What the amount needs before it is delivered. */
    readonly confirmations?: number;
    /** Epoch milliseconds: what is seen by then keeps the price; null where no price was locked, as more than may be locked waits to be paid: the price is that of its first block, and it goes back where that brings less than the agreed minimum. */
    readonly lockedUntil?: number | null;
    /** Epoch milliseconds: parts count until then. */
    readonly expiresAt?: number;
    /** In smallest units: what a part costs to be spent; after the first, one that is worth less than a hundred times that counts for so much less, and so does each after the fifth; where that cost rose by more than a tenth by the time of the credit, for so much less as it costs then. */
    readonly partCost?: string;
    /** Where what cannot be delivered goes back to; null until it is named. */
    readonly refundAddress?: string | null;
    /** What stands at the address, the 50 largest parts; 0 confirmations in the mempool. */
    readonly seen?: readonly {
      readonly tx: string;
      /** Smallest units, digits. */
      readonly amount: string;
      readonly confirmations: number;
    }[];
    /** All parts that stand at the address, listed in seen or not. */
    readonly total?: {
      readonly parts: number;
      /** Smallest units, digits. */
      readonly amount: string;
      /** What one more part must bring; 0 where enough is there, or nothing more counts. */
      readonly missing: string;
      /** Of the part that has the fewest. */
      readonly confirmations: number;
    };
    readonly refunds?: readonly ({
      /** What was deposited of it. */
      readonly amount: string;
      /** What its own miner fee takes off; null until it is sent. */
      readonly refundFee: string | null;
      /** A transaction's hash; null while there is none. */
      readonly refundTx: string | null;
      readonly state: 'due' | 'held' | 'sent' | 'done';
      /** Why it is held. */
      readonly reason: string | null;
    })[];
    /** True: it was delivered or sent back, and the chain took the deposit back. */
    readonly isLost?: boolean;
  };
  /** FUNDS_REQUIRED: what our account lacks to pay this out. Nothing was pulled. It goes on by itself once the operator has sent `amount`, until 60 s before the permit ends (an hour where it has none), and fails with stage NOT_PULLED after that. */
  readonly fund?: {
    /** EVM chain id, or a node's name. */
    readonly chain: number | string;
    /** What is missing there now: with so much more it goes on. A transfer takes at most a quarter of what is free, so four times its output must be free. */
    readonly amount: string;
    /** Null but for the operator's token. */
    readonly address: string | null;
  };
  /** Under a mandate: the verdict that it was accepted, signed; how it ended is in GET /api/mandates/{id}/receipts. */
  readonly mandateReceipt?: string;
  /** A secret, told this once: with it POST /api/route/refund-address names where a deposit goes back to. */
  readonly refundClaim?: string;
} | DryRun;
