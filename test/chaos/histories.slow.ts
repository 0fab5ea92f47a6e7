import { describeHistories } from './describe-histories.ts';

describeHistories(500, [
  'DELIVERED',
  'REFUNDED',
  'NOT_PULLED',
  'INSUFFICIENT_FLOAT',
  'ACCOUNT_STOPPED',
  'GAS_EXHAUSTED',
]);
