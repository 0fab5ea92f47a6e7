import { dutyEntity } from '../../jobs/duty-entity.ts';
import { jobEntity } from '../../jobs/job-entity.ts';
import { apiKeyEntity } from '../api-keys/api-key-entity.ts';
import { keyUseEntity } from '../api-keys/key-use-entity.ts';
import { balanceEntity } from '../books/balance-entity.ts';
import { liabilityEntity } from '../books/liability-entity.ts';
import { idempotentEntity } from '../idempotency/idempotent-entity.ts';
import { keptAnswerEntity } from '../idempotency/kept-answer-entity.ts';
import { primitiveEntity } from '../primitives/primitive-entity.ts';
import { budgetEntity } from '../transactions/budget-entity.ts';
import { effectEntity } from '../transactions/effect-entity.ts';
import { envelopeEntity } from '../transactions/envelope-entity.ts';
import { nonceLaneEntity } from '../transactions/nonce-lane-entity.ts';
import { reservationEntity } from '../transactions/reservation-entity.ts';
import { deliveryEntity } from '../transfer/delivery-entity.ts';
import { deliveryRecordEntity } from '../transfer/delivery-record-entity.ts';
import { intentEntity } from '../transfer/intent-entity.ts';
import { outboxEntity } from '../transfer/outbox-entity.ts';
import { permitBitEntity } from '../transfer/permit-bit-entity.ts';
import { routeEntity } from '../transfer/route-entity.ts';
import { hookDeliveryEntity, hookEntity, hookTryEntity } from '../webhooks/hook-entities.ts';

export const entities = [
  routeEntity,
  effectEntity,
  envelopeEntity,
  nonceLaneEntity,
  balanceEntity,
  reservationEntity,
  deliveryEntity,
  liabilityEntity,
  intentEntity,
  permitBitEntity,
  budgetEntity,
  idempotentEntity,
  outboxEntity,
  jobEntity,
  deliveryRecordEntity,
  hookEntity,
  hookDeliveryEntity,
  hookTryEntity,
  primitiveEntity,
  apiKeyEntity,
  keyUseEntity,
  dutyEntity,
  keptAnswerEntity,
];
