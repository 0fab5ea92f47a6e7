import type { IdempotentAnswer, KeptAnswer } from '@interline/core/idempotency';
import type { AccountRecord } from '@interline/core/transactions';
import type { KeptOrder, RouteEvent } from '@interline/core/transfer';
import type { HookDelivery, HookTry } from '@interline/core/webhooks';
import type { SignedTransaction } from '@interline/kernel';
import { dutyEntity, type DutyRow } from '../../jobs/duty-entity.ts';
import { jobEntity, type JobRow } from '../../jobs/job-entity.ts';
import { apiKeyEntity, type ApiKeyRow } from '../api-keys/api-key-entity.ts';
import { keyUseEntity, type KeyUseRow } from '../api-keys/key-use-entity.ts';
import { balanceEntity, type BalanceRow } from '../books/balance-entity.ts';
import { liabilityEntity, type LiabilityRow } from '../books/liability-entity.ts';
import { idempotentEntity } from '../idempotency/idempotent-entity.ts';
import { keptAnswerEntity } from '../idempotency/kept-answer-entity.ts';
import { primitiveEntity, type PrimitiveRow } from '../primitives/primitive-entity.ts';
import {
  accountEntity,
  budgetEntity,
  type BudgetRow,
  reservationEntity,
  type ReservationRow,
  signedTransactionEntity,
  transactionEntity,
  type TransactionRow,
} from '../transactions/tables.ts';
import {
  deliveryEntity,
  type DeliveryRow,
  keptOrderEntity,
  permitBitEntity,
  type PermitBitRow,
  routeEntity,
  routeEventEntity,
  type RouteRow,
  transferRecordEntity,
  type TransferRecordRow,
} from '../transfer/tables.ts';
import {
  hookDeliveryEntity,
  hookEntity,
  type HookRow,
  hookTryEntity,
} from '../webhooks/hook-entities.ts';

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

export const entities = [
  routeEntity,
  transactionEntity,
  signedTransactionEntity,
  accountEntity,
  balanceEntity,
  reservationEntity,
  deliveryEntity,
  liabilityEntity,
  keptOrderEntity,
  permitBitEntity,
  budgetEntity,
  idempotentEntity,
  routeEventEntity,
  jobEntity,
  transferRecordEntity,
  hookEntity,
  hookDeliveryEntity,
  hookTryEntity,
  primitiveEntity,
  apiKeyEntity,
  keyUseEntity,
  dutyEntity,
  keptAnswerEntity,
];
