import { accountTables } from '../accounts/tables.ts';
import { agentTables } from '../agents/tables.ts';
import { mandateTables } from '../mandates/tables.ts';
import { transferTables } from '../transfer/tables.ts';
import { transactionTables } from '../transactions/tables.ts';
import { bookTables } from '../books/tables.ts';
import { operationTables } from '../operations/tables.ts';
import { switchTables } from '../switches/tables.ts';
import { webhookTables } from '../webhooks/tables.ts';
import { apiKeyTables } from '../api-keys/tables.ts';
import { evidenceTables } from '../evidence/tables.ts';
import { idempotencyTables } from '../idempotency/tables.ts';
import { laneTables } from '../private-lane/tables.ts';
import { messageTables } from '../messaging/tables.ts';
import { invoiceTables } from '../invoices/tables.ts';
import { passTables } from '../passes/tables.ts';
import { membershipTables } from '../membership/tables.ts';
import { planTables } from '../planning/tables.ts';
import { primitiveTables } from '../primitives/tables.ts';
import { paymentTables } from '../payments/tables.ts';
import { sponsorTables } from '../sponsor/tables.ts';
import { sureTimeTables } from '../sure-time/tables.ts';
import { logTables } from '../transparency/tables.ts';
import { jobTables } from '../../jobs/job-entities.ts';
import type { EntitySchema } from 'typeorm';

/** The tables of all modules, by the names they have in the database. */
const tables = {
  ...transferTables,
  ...transactionTables,
  ...bookTables,
  ...webhookTables,
  ...accountTables,
  ...agentTables,
  ...mandateTables,
  ...switchTables,
  ...operationTables,
  ...apiKeyTables,
  ...idempotencyTables,
  ...primitiveTables,
  ...membershipTables,
  ...planTables,
  ...passTables,
  ...laneTables,
  ...messageTables,
  ...logTables,
  ...evidenceTables,
  ...invoiceTables,
  ...paymentTables,
  ...sponsorTables,
  ...sureTimeTables,
  ...jobTables,
};

/** What a row of each table looks like inside. */
export type Rows = {
  readonly [Name in keyof typeof tables]: (typeof tables)[Name] extends EntitySchema<infer Row>
    ? Row
    : never;
};

export type TableName = keyof Rows;

export const entities = Object.values(tables);
