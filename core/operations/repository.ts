import type { ErrorCode, JsonObject } from '@interline/kernel';
import type { StorePort } from '@interline/ports';
import type { InvoiceWrites } from '../passes/index.ts';
import type { LaneWrites } from '../private-lane/index.ts';
import type { SwitchUnit } from '../switches/index.ts';
import type { TransferUnit, TransferView } from '../transfer/index.ts';
import type { LogUnit, LogView } from '../transparency/index.ts';
import type { WebhookUnit, WebhookView } from '../webhooks/index.ts';

/** An operator's order, stored permanently. */
export interface AuditEntry {
  readonly id: string;
  readonly atMs: number;
  /** The operator's name. */
  readonly operator: string;
  readonly action: string;
  /** The action's subject: `chain:8453`, `route rt_...`. */
  readonly target: string;
  /** The operator's reason; empty if an old client sent none. */
  readonly reason: string;
  /** The change before and after the action; as planned until it is done. */
  readonly before: JsonObject;
  readonly after: JsonObject;
  /**
   * - begun: in progress, or the process ended during it, so its result must be checked
   * - done
   * - refused: nothing was done, for the reason in `code`
   * - failed: by a fault; an order in several steps may be partly done
   */
  readonly outcome: 'begun' | 'done' | 'refused' | 'failed';
  readonly code: ErrorCode | null;
  /** Null while it is in progress. */
  readonly endedAtMs: number | null;
}

export type AuditEnd = Pick<AuditEntry, 'outcome' | 'code' | 'endedAtMs'> &
  Partial<Pick<AuditEntry, 'before' | 'after'>>;

export interface OperationReads {
  /** Newest first; with an id, those before that entry. */
  auditEntries(limit: number, beforeId?: string): Promise<readonly AuditEntry[]>;
}

export interface OperationWrites extends OperationReads {
  insertAudit(entry: AuditEntry): Promise<void>;
  /** Throws if the entry is not in progress. */
  endAudit(id: string, end: AuditEnd): Promise<void>;
}

export interface OperationView extends TransferView, WebhookView, LogView {
  readonly operations: OperationReads;
}

/** One unit of work in the view of an operator's action. */
export type OperationUnit = TransferUnit &
  WebhookUnit &
  SwitchUnit &
  LogUnit & {
    readonly operations: OperationWrites;
    readonly privateLane: Pick<LaneWrites, 'forgetLaneCheckpoint'>;
    readonly invoices: Pick<InvoiceWrites, 'insertInvoice' | 'changeInvoice'>;
  };

export type OperationStore = StorePort<OperationView, OperationUnit>;
