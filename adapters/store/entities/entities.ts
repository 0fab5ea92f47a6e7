import { dutyEntity } from '../../jobs/duty-entity.ts';
import { jobEntity } from '../../jobs/job-entity.ts';
import { apiKeyEntity } from './api-key-entity.ts';
import { balanceEntity } from './balance-entity.ts';
import { budgetEntity } from './budget-entity.ts';
import { deliveryEntity } from './delivery-entity.ts';
import { deliveryRecordEntity } from './delivery-record-entity.ts';
import { effectEntity } from './effect-entity.ts';
import { envelopeEntity } from './envelope-entity.ts';
import { hookDeliveryEntity, hookEntity, hookTryEntity } from './hook-entities.ts';
import { idempotentEntity } from './idempotent-entity.ts';
import { intentEntity } from './intent-entity.ts';
import { keyUseEntity } from './key-use-entity.ts';
import { keptAnswerEntity } from './kept-answer-entity.ts';
import { liabilityEntity } from './liability-entity.ts';
import { nonceLaneEntity } from './nonce-lane-entity.ts';
import { outboxEntity } from './outbox-entity.ts';
import { permitBitEntity } from './permit-bit-entity.ts';
import { primitiveEntity } from './primitive-entity.ts';
import { reservationEntity } from './reservation-entity.ts';
import { routeEntity } from './route-entity.ts';

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
