import {
  chainFamily,
  deadEndAt,
  type EvmAddress,
  isBurnAddress,
  type QuoteRequest,
  RelayError,
} from '@interline/kernel';
import type { CustodyPort } from '@interline/ports';
import type { TransferPorts } from '../ports.ts';

export interface RecipientPorts {
  readonly custody: Pick<CustodyPort, 'account' | 'batchExecutor'>;
  readonly tokens: Pick<TransferPorts['tokens'], 'on'>;
}

interface Paid {
  readonly quote: Pick<QuoteRequest, 'lane'> & { readonly recipient: string };
  readonly mode: 'self' | 'permit2';
  /** The loss is intended. */
  readonly allowBurnAddress: boolean;
}

/**
 * What makes the recipient one that no money should go to: one rule for execute, preflight, sign
 * requests and records.
 */
export function* recipientRefusals(
  { custody, tokens }: RecipientPorts,
  { quote: { lane, recipient }, mode, allowBurnAddress }: Paid,
): Generator<RelayError> {
  const field = 'toAddress';
  const deadEnd = deadEndAt(lane.to, recipient, tokens.on(lane.to), custody.batchExecutor);
  if (!allowBurnAddress && isBurnAddress(lane.to, recipient)) {
    yield new RelayError(
      'BURN_ADDRESS_REFUSED',
      { field },
      `toAddress ${recipient} is a burn or null address; what is sent there is lost`,
    );
  } else if (!allowBurnAddress && deadEnd !== null) {
    yield new RelayError(
      'BURN_ADDRESS_REFUSED',
      { field },
      `toAddress ${recipient} is ${deadEnd}; what is sent there is lost`,
    );
  }
  // The operator may move its own funds between its own accounts.
  if (mode === 'permit2' && chainFamily(lane.to) === 'eip155' && isOwn(custody, recipient)) {
    yield new RelayError(
      'BAD_REQUEST',
      { field },
      `toAddress ${recipient} is the relayer's own account; what is sent there is the service's`,
    );
  }
}

function isOwn(custody: RecipientPorts['custody'], recipient: string): boolean {
  const own: readonly EvmAddress[] = [custody.account('spender'), custody.account('float')];
  return own.some((account) => account === recipient.toLowerCase());
}
