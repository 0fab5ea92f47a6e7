import type { Envelope } from '@interline/domain';
import type { IdempotentAnswer, KeptIntent, NonceLane } from '@interline/ports';
import type { JobRow } from '../../jobs/job-entity.ts';
import type { BalanceRow } from './balance-entity.ts';
import type { BudgetRow } from './budget-entity.ts';
import type { DeliveryRow } from './delivery-entity.ts';
import type { DeliveryRecordRow } from './delivery-record-entity.ts';
import type { EffectRow } from './effect-entity.ts';
import type { LiabilityRow } from './liability-entity.ts';
import type { OutboxRow } from './outbox-entity.ts';
import type { PermitBitRow } from './permit-bit-entity.ts';
import type { ReservationRow } from './reservation-entity.ts';
import type { RouteRow } from './route-entity.ts';

/** What a row of each table looks like inside. */
export interface Rows {
  readonly route: RouteRow;
  readonly effect: EffectRow;
  readonly envelope: Envelope;
  readonly nonce_lane: NonceLane;
  readonly balance: BalanceRow;
  readonly reservation: ReservationRow;
  readonly delivery: DeliveryRow;
  readonly delivery_record: DeliveryRecordRow;
  readonly liability: LiabilityRow;
  readonly intent: KeptIntent;
  readonly permit_bit: PermitBitRow;
  readonly budget: BudgetRow;
  readonly idempotent: IdempotentAnswer;
  readonly outbox: OutboxRow;
  readonly job: JobRow;
}

export type TableName = keyof Rows;
