import type { IdempotentAnswer, KeptAnswer } from '@interline/core/idempotency';
import type { AccountRecord } from '@interline/core/transactions';
import type { KeptOrder, RouteEvent } from '@interline/core/transfer';
import type { HookDelivery, HookTry } from '@interline/core/webhooks';
import type { SignedTransaction } from '@interline/kernel';
import type { DutyRow } from '../../jobs/duty-entity.ts';
import type { JobRow } from '../../jobs/job-entity.ts';
import type { ApiKeyRow } from '../api-keys/api-key-entity.ts';
import type { KeyUseRow } from '../api-keys/key-use-entity.ts';
import type { BalanceRow } from '../books/balance-entity.ts';
import type { LiabilityRow } from '../books/liability-entity.ts';
import type { PrimitiveRow } from '../primitives/primitive-entity.ts';
import type { BudgetRow } from '../transactions/budget-entity.ts';
import type { TransactionRow } from '../transactions/transaction-entity.ts';
import type { ReservationRow } from '../transactions/reservation-entity.ts';
import type { DeliveryRow } from '../transfer/arrival-entity.ts';
import type { TransferRecordRow } from '../transfer/transfer-record-entity.ts';
import type { PermitBitRow } from '../transfer/permit-bit-entity.ts';
import type { RouteRow } from '../transfer/route-entity.ts';
import type { HookRow } from '../webhooks/hook-entities.ts';

/** What a row of each table looks like inside. */
export interface Rows {
  readonly route: RouteRow;
  readonly effect: TransactionRow;
  readonly envelope: SignedTransaction;
  readonly nonce_lane: AccountRecord;
  readonly balance: BalanceRow;
  readonly reservation: ReservationRow;
  readonly delivery: DeliveryRow;
  readonly delivery_record: TransferRecordRow;
  readonly liability: LiabilityRow;
  readonly intent: KeptOrder;
  readonly permit_bit: PermitBitRow;
  readonly budget: BudgetRow;
  readonly primitive: PrimitiveRow;
  readonly idempotent: IdempotentAnswer;
  readonly kept_answer: KeptAnswer;
  readonly outbox: RouteEvent;
  readonly hook: HookRow;
  readonly hook_delivery: HookDelivery;
  readonly hook_try: HookTry;
  readonly job: JobRow;
  readonly duty: DutyRow;
  readonly api_key: ApiKeyRow;
  readonly key_use: KeyUseRow;
}

export type TableName = keyof Rows;
