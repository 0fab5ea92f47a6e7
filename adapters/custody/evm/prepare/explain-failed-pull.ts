import { type Hex, type Refusal, refuse } from '@interline/kernel';
import type { PullRequest } from './prepare-pull.ts';
import { revertWords } from './revert-words.ts';

export interface FailedPull {
  readonly revert: Hex | null;
  readonly balance: bigint;
  /** What Permit2 may take, after the allowance if one ran; null where the token does not say. */
  readonly allowed: bigint | null;
  readonly isAllowanceRefused: boolean;
}

/** Permit2 says no more than that the transfer failed, so the payer's own figures explain it. */
export function explainFailedPull(
  { permit }: PullRequest,
  { revert, balance, allowed, isAllowanceRefused }: FailedPull,
): Refusal {
  const because = (why: string): Refusal =>
    refuse('SIMULATION_FAILED', `the pull would revert: ${why}`);
  if (balance < permit.units)
    return because(`the payer holds ${balance}, the permit is for ${permit.units}`);

  if (allowed !== null && allowed < permit.units) {
    const refused = isAllowanceRefused ? ", and the payer's EIP-2612 permit would revert too" : '';
    return because(
      `Permit2 may take ${allowed} from the payer, the permit is for ${permit.units}${refused}`,
    );
  }
  return because(
    revertWords(revert) ?? 'the token refuses the transfer; it may block the payer or our account',
  );
}
