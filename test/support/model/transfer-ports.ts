import { MulticallQueue } from '@interline/core/transactions';
import type { TransferPorts } from '@interline/core/transfer';

/** The multicall queue works with ports that include itself, so it gets them lazily. */
export function transferPorts(
  parts: Omit<TransferPorts, 'multicalls' | 'former'>,
  stop: AbortSignal,
): TransferPorts {
  const ports: TransferPorts = {
    ...parts,
    multicalls: new MulticallQueue(() => ports, stop),
    former: [],
  };
  return ports;
}
