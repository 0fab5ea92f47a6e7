import { asUnits, type Quote, type QuoteRequest, type Units } from '@interline/kernel';
import { depositTerms } from '../../switches/index.ts';
import { wantedDepth } from '../../transactions/index.ts';
import type { TransferPorts } from '../ports.ts';

/** What a caller should know before it requests an address. */
export interface DepositFacts {
  /** Confirmations that the deposit needs before anything is paid for it. */
  readonly confirmations: number;
  /** How long after acceptance a seen deposit keeps the price. */
  readonly lockMs: number;
  /** In the source token's smallest units. */
  readonly least: Units;
}

/** Null if the source is pulled, or if the price cannot be executed. */
export async function depositFacts(
  ports: Pick<TransferPorts, 'deposits' | 'price' | 'policy'>,
  { from, amount }: Pick<QuoteRequest, 'from' | 'amount'>,
  best: Quote,
  signal: AbortSignal,
): Promise<DepositFacts | null> {
  if (best.kind !== 'firm' || !ports.deposits.chains.includes(from.chain)) return null;
  return {
    confirmations: await wantedDepth(ports, from, amount, signal),
    lockMs: depositTerms(ports.policy).lockMs,
    least: best.minInput ?? asUnits(1n),
  };
}
