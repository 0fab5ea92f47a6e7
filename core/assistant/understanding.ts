import type { Amount, ChainRef, Lane, TokenRef } from '@interline/kernel';

/**
 * A transfer that a text asked for. It has no field for a mode, for `live` or for anything else
 * that decides what is broadcast.
 */
export interface UnderstoodTransfer {
  readonly lane: Lane;
  readonly from: TokenRef;
  readonly to: TokenRef;
  readonly amount: Amount;
  /** As the text has them; checksums are not verified here. */
  readonly recipient: string | null;
  readonly payer: string | null;
}

export type IntentField =
  | 'intent'
  | 'amount'
  | 'fromChain'
  | 'toChain'
  | 'fromToken'
  | 'toToken'
  | 'fromAddress'
  | 'toAddress';

/** A question back to the asker. */
export interface Need {
  readonly field: IntentField;
  readonly isMissing: boolean;
  readonly question: string;
  /** What the field could be, where the list is short. */
  readonly candidates: readonly string[];
}

export type Understanding =
  | { readonly kind: 'transfer'; readonly transfer: UnderstoodTransfer }
  /**
   * `needs` is in the order to ask in. `understood` is what was clear, such as `fromChain Base
   * (8453)`.
   */
  | {
      readonly kind: 'unclear';
      readonly needs: readonly [Need, ...Need[]];
      readonly understood: readonly string[];
      /** Where both chains are clear. */
      readonly lane?: Lane;
    }
  /** The chains are clear, and the mesh never settles between them. */
  | { readonly kind: 'unsupported'; readonly reason: string };

/**
 * Fields beside the text. They answer what it leaves open, and may not contradict it.
 */
export interface GivenFields {
  readonly amount?: Amount | undefined;
  readonly fromChain?: ChainRef | undefined;
  readonly toChain?: ChainRef | undefined;
  readonly fromToken?: string | undefined;
  readonly toToken?: string | undefined;
  readonly fromAddress?: string | undefined;
  readonly toAddress?: string | undefined;
}

/** A field's value, or the question about it. */
export type Answer<T> =
  { readonly isClear: true; readonly value: T } | { readonly isClear: false; readonly need: Need };

export function clear<T>(value: T): Answer<T> {
  return { isClear: true, value };
}

export function missing(
  field: IntentField,
  question: string,
  candidates: readonly string[] = [],
): Answer<never> {
  return { isClear: false, need: { field, isMissing: true, question, candidates } };
}

export function unclear(
  field: IntentField,
  question: string,
  candidates: readonly string[] = [],
): Answer<never> {
  return { isClear: false, need: { field, isMissing: false, question, candidates } };
}
