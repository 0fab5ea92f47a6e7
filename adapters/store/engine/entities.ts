import { dutyEntity } from '../../jobs/duty-entity.ts';
import { jobEntity } from '../../jobs/job-entity.ts';
import { apiKeyEntity } from '../api-keys/api-key-entity.ts';
import { keyUseEntity } from '../api-keys/key-use-entity.ts';
import { balanceEntity } from '../books/balance-entity.ts';
import { liabilityEntity } from '../books/liability-entity.ts';
import { idempotentEntity } from '../idempotency/idempotent-entity.ts';
import { keptAnswerEntity } from '../idempotency/kept-answer-entity.ts';
import { primitiveEntity } from '../primitives/tables.ts';
import { budgetEntity } from '../transactions/budget-entity.ts';
import { transactionEntity } from '../transactions/transaction-entity.ts';
import { signedTransactionEntity } from '../transactions/signed-transaction-entity.ts';
import { accountEntity } from '../transactions/account-entity.ts';
import { reservationEntity } from '../transactions/reservation-entity.ts';
import { deliveryEntity } from '../transfer/arrival-entity.ts';
import { transferRecordEntity } from '../transfer/transfer-record-entity.ts';
import { keptOrderEntity } from '../transfer/kept-order-entity.ts';
import { routeEventEntity } from '../transfer/route-event-entity.ts';
import { permitBitEntity } from '../transfer/permit-bit-entity.ts';
import { routeEntity } from '../transfer/route-entity.ts';
import { hookDeliveryEntity, hookEntity, hookTryEntity } from '../webhooks/hook-entities.ts';

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
