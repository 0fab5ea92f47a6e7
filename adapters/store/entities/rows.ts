import type { Envelope, HookDelivery, HookTry } from '@interline/domain';
import type {
  IdempotentAnswer,
  KeptAnswer,
  KeptIntent,
  NonceLane,
  OutboxEvent,
} from '@interline/ports';
import type { DutyRow } from '../../jobs/duty-entity.ts';
import type { JobRow } from '../../jobs/job-entity.ts';
import type { ApiKeyRow } from './api-key-entity.ts';
import type { BalanceRow } from './balance-entity.ts';
import type { BudgetRow } from './budget-entity.ts';
import type { DeliveryRow } from './delivery-entity.ts';
import type { DeliveryRecordRow } from './delivery-record-entity.ts';
import type { EffectRow } from './effect-entity.ts';
import type { KeyUseRow } from './key-use-entity.ts';
import type { HookRow } from './hook-entities.ts';
import type { LiabilityRow } from './liability-entity.ts';
import type { PermitBitRow } from './permit-bit-entity.ts';
import type { PrimitiveRow } from './primitive-entity.ts';
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
  readonly primitive: PrimitiveRow;
  readonly idempotent: IdempotentAnswer;
  readonly kept_answer: KeptAnswer;
  readonly outbox: OutboxEvent;
  readonly hook: HookRow;
  readonly hook_delivery: HookDelivery;
  readonly hook_try: HookTry;
  readonly job: JobRow;
  readonly duty: DutyRow;
  readonly api_key: ApiKeyRow;
  readonly key_use: KeyUseRow;
}

export type TableName = keyof Rows;
