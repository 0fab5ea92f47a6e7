import type { GuardedService } from './guarded-service.ts';
import type { RunChain } from './run-chain.ts';
import type { RunPlan } from './run-plan.ts';
import type { RunTransfer } from './run-transfer.ts';

/** A run once its service is up, its payers are funded and its bodies are signed. */
export interface RunScene {
  readonly plan: RunPlan;
  readonly service: GuardedService;
  readonly chains: readonly RunChain[];
  readonly transfers: readonly RunTransfer[];
  /** Heads and float of each chain before the first transfer. */
  readonly before: readonly { readonly block: number; readonly float: bigint }[];
}
