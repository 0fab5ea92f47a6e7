import type { TxHash } from '@interline/kernel';
import type { BroadcastOutcome } from '@interline/ports';
import type { NodeError } from '../rpc/json-rpc.ts';

const knownWords =
  /already (known|imported|exists)|known transaction|alreadyknown|already_exists|same hash/i;

// Only errors that prove that the node does not hold these bytes. "nonce too low" is left out: a
// node also says it once the very same bytes are in a block.
const refusedWords = new RegExp(
  [
    'insufficient funds',
    'intrinsic gas too low',
    'exceeds block gas limit',
    'gas limit (reached|too high)',
    'less than block base fee',
    'fee cap (less|too low)',
    'underpriced',
    'tip (higher|above)',
    'priority fee',
    'invalid chain id',
    'incorrect chain',
    'invalid (sender|signature)',
    'txpool is full',
    'pool is full',
    'not supported',
    'failed to decode',
    'rlp:',
    'oversized data',
    'max initcode size',
  ].join('|'),
  'i',
);

/** What an error of `eth_sendRawTransaction` proves. In doubt it proves nothing. */
export function outcomeOfError({ message }: NodeError): BroadcastOutcome {
  if (knownWords.test(message)) return 'accepted';
  return refusedWords.test(message) ? 'refused' : 'unknown';
}

/** A node that returns another hash than ours did something unexpected. */
export function outcomeOfResult(result: unknown, hash: TxHash): BroadcastOutcome {
  return typeof result === 'string' && result.toLowerCase() === hash ? 'accepted' : 'unknown';
}

/**
 * Merges what all nodes said about the same bytes: one node that accepted them is enough, and they
 * are refused only where all nodes refused them.
 */
export function mergedOutcome(outcomes: readonly BroadcastOutcome[]): BroadcastOutcome {
  if (outcomes.includes('accepted')) return 'accepted';
  return outcomes.length > 0 && outcomes.every((one) => one === 'refused') ? 'refused' : 'unknown';
}
