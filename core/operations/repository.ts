import type { ErrorCode, JsonObject } from '@interline/kernel';
import type { StorePort } from '@interline/ports';
import type { InvoiceWrites } from '../passes/index.ts';
import type { LaneWrites } from '../private-lane/index.ts';
import type { SwitchUnit } from '../switches/index.ts';
import type { TransferUnit, TransferView } from '../transfer/index.ts';
import type { LogUnit, LogView } from '../transparency/index.ts';
import type { WebhookUnit, WebhookView } from '../webhooks/index.ts';

/** What an operator ordered, kept for good. */
export interface AuditEntry {
  readonly id: string;
  readonly atMs: number;
  /** The operator's name. */
  readonly operator: string;
  readonly action: string;
  /** What the action is about, in words: `chain:8453`, `route rt_...`. */
  readonly target: string;
  /** The operator's own words; empty where an old client gave none. */
  readonly reason: string;
  /** What the action changes, before and after it; after it as planned until it is done. */
  readonly before: JsonObject;
  readonly after: JsonObject;
  /**
   * - begun: under way, or the process ended in the middle of it: look what became of it
   * - done
   * - refused: nothing was done, for the reason that `code` names
   * - failed: by a fault; of an order in several steps a part may be done
   */
  readonly outcome: 'begun' | 'done' | 'refused' | 'failed';
  readonly code: ErrorCode | null;
  /** Null while it is under way. */
  readonly endedAtMs: number | null;
}

export type AuditEnd = Pick<AuditEntry, 'outcome' | 'code' | 'endedAtMs'> &
  Partial<Pick<AuditEntry, 'before' | 'after'>>;

export interface OperationReads {
  /** The newest first; with an id, those before that entry. */
  auditEntries(limit: number, beforeId?: string): Promise<readonly AuditEntry[]>;
}

export interface OperationWrites extends OperationReads {
  insertAudit(entry: AuditEntry): Promise<void>;
  /** Throws where the entry is not under way. */
  endAudit(id: string, end: AuditEnd): Promise<void>;
}

export interface OperationView extends TransferView, WebhookView, LogView {
  readonly operations: OperationReads;
}

/** One unit of work, as an operator's action sees it. */
export type OperationUnit = TransferUnit &
  WebhookUnit &
  SwitchUnit &
  LogUnit & {
    readonly operations: OperationWrites;
    readonly privateLane: Pick<LaneWrites, 'forgetLaneCheckpoint'>;
    readonly invoices: Pick<InvoiceWrites, 'insertInvoice' | 'changeInvoice'>;
  };

export type OperationStore = StorePort<OperationView, OperationUnit>;
