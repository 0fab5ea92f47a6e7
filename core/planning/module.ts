import { defineModule, type TokenList } from '@interline/kernel';
import type { Clock, CustodyPort, Entropy, ReceiptSigner } from '@interline/ports';
import type { SignPlan } from '../evidence/index.ts';
import type { CompareRails, TransferHistory } from '../transfer/index.ts';
import { callsOfPlan } from './calls-of-plan.ts';
import { planTransfer } from './plan-transfer.ts';
import { readBalances } from './read-balances.ts';
import { readCorridor } from './read-corridor.ts';
import { readPlan } from './read-plan.ts';
import type { PlanStore } from './repository.ts';

export interface Ports {
  readonly store: PlanStore;
  readonly clock: Clock;
  readonly entropy: Entropy;
  readonly custody: CustodyPort;
  readonly tokens: TokenList;
  readonly receiptSigner: ReceiptSigner;
  readonly transfer: {
    readonly compareRails: CompareRails;
    readonly readHistory: TransferHistory;
  };
  readonly evidence: { readonly signPlan: SignPlan };
}

export const planning = defineModule({
  needs: [
    'store',
    'clock',
    'entropy',
    'custody',
    'tokens',
    'receiptSigner',
    'transfer',
    'evidence',
  ],
  create: ({ transfer, evidence, ...parts }: Ports) => {
    const read = readPlan(parts);
    return {
      planTransfer: planTransfer({ ...parts, ...transfer, ...evidence }),
      readPlan: read,
      callsOfPlan: callsOfPlan({ ...parts, readPlan: read }),
      readBalances: readBalances(parts),
      readCorridor: readCorridor(transfer.readHistory, parts.clock),
    };
  },
});
