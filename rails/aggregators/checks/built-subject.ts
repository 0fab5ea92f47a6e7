import type { EvmAddress, Refusal, TokenRef } from '@interline/plugins';
import type { Ask, Built, Upstream } from '../upstream/upstream.ts';

/** A transaction an engine wants us to sign, and all it is held against. */
export interface BuiltSubject {
  readonly upstream: Upstream;
  readonly ask: Ask;
  readonly built: Built;
  /** The engine's contracts on the source chain; null where the deployment lists none. */
  readonly known: readonly EvmAddress[] | null;
  /** The tokens of the source chain. */
  readonly tokens: readonly TokenRef[];
  /**
   * What the coin it wants beside the amount is worth, rounded up; null where the coin has no price
   * now.
   */
  readonly feeMicroUsd: bigint | null;
  readonly maxNativeFeeMicroUsd: bigint;
  readonly nowMs: number;
}

/** Null where the transaction passes. */
export type BuiltCheck = (subject: BuiltSubject) => Refusal | null;
