import { type Hex, type RailOutcome, refuse } from '@interline/kernel';
import type { TransactionRequest, Prepared } from '@interline/ports';
import { isWholeBytes } from '../abi/whole-bytes.ts';
import { prepareCall, prepareRevocation } from './prepare-call.ts';
import { prepareNoop } from './prepare-noop.ts';
import { preparePull } from './prepare-pull.ts';
import { prepareTransfer } from './prepare-transfer.ts';
import type { Preparing } from './preparing.ts';

/** Simulates what is intended at the head and fixes gas and fees, in one request. */
export async function prepare(
  at: Preparing,
  intent: TransactionRequest,
): Promise<RailOutcome<readonly Prepared[]>> {
  if (!bytesIn(intent).every(isWholeBytes))
    return refuse(
      'SIMULATION_FAILED',
      'the bytes of a call or signature are no hex of whole bytes',
    );
  switch (intent.kind) {
    case 'pull':
      return preparePull(at, intent);
    case 'payout':
      return prepareTransfer(at, intent);
    case 'call':
      return prepareCall(at, intent);
    case 'revoke':
      return prepareRevocation(at, intent);
    case 'noop':
      return prepareNoop(at, intent);
  }
}

// What rails and callers wrote; a node would answer malformed bytes as if it did not understand the
// method.
function bytesIn(intent: TransactionRequest): readonly Hex[] {
  switch (intent.kind) {
    case 'pull':
      return [intent.permit.signature, ...intent.then.map((call) => call.data)];
    case 'call':
      return [intent.data];
    case 'payout':
    case 'revoke':
    case 'noop':
      return [];
  }
}
