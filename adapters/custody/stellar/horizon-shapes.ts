import { z } from 'zod';

/** Horizon's amounts have seven decimals; the last one is a stroop. */
const amount = z
  .string()
  .regex(/^[0-9]{1,19}(\.[0-9]{1,7})?$/)
  .transform((text) => {
    const [whole = '0', fraction = ''] = text.split('.');
    return BigInt(whole) * 10_000_000n + BigInt(fraction.padEnd(7, '0'));
  });
const stroops = z
  .union([z.string(), z.int()])
  .transform(String)
  .pipe(z.string().regex(/^[0-9]{1,19}$/))
  .transform(BigInt);
const hash = z.string().regex(/^[0-9a-f]{64}$/);
const seconds = z.iso.datetime().transform((text) => Math.floor(Date.parse(text) / 1_000));

/** Horizon's root document. */
export const rootShape = z.object({ network_passphrase: z.string() });

export const ledgerShape = z.object({
  sequence: z.int().min(1),
  hash,
  closed_at: seconds,
  base_fee_in_stroops: z.int().transform(BigInt),
  base_reserve_in_stroops: z.int().transform(BigInt),
});
export type Ledger = z.output<typeof ledgerShape>;

const line = z.object({
  asset_type: z.string(),
  asset_code: z.string().optional(),
  asset_issuer: z.string().optional(),
  balance: amount,
  limit: amount.optional(),
  buying_liabilities: amount.optional(),
  selling_liabilities: amount.optional(),
  is_authorized: z.boolean().optional(),
});
export type BalanceLine = z.output<typeof line>;

export const accountShape = z.object({
  account_id: z.string(),
  sequence: stroops,
  last_modified_ledger: z.int().min(0),
  subentry_count: z.int().min(0),
  num_sponsoring: z.int().min(0).default(0),
  num_sponsored: z.int().min(0).default(0),
  balances: z.array(line),
  data: z.record(z.string(), z.string()).default({}),
});
export type HorizonAccount = z.output<typeof accountShape>;

export const transactionShape = z.object({
  hash,
  ledger: z.int().min(1),
  created_at: seconds,
  successful: z.boolean(),
  source_account: z.string(),
  source_account_sequence: stroops,
  fee_charged: stroops,
  fee_account: z.string(),
  operation_count: z.int().min(0),
  envelope_xdr: z.string(),
  paging_token: z.string(),
  inner_transaction: z.object({ hash }).optional(),
  fee_bump_transaction: z.object({ hash }).optional(),
});
export type HorizonTransaction = z.output<typeof transactionShape>;

/** The outer hash, even if it was requested by the hash of the inner transaction. */
export function outerHash({ hash: asked, fee_bump_transaction }: HorizonTransaction): string {
  return fee_bump_transaction?.hash ?? asked;
}

export function pageOf<T>(shape: z.ZodType<T>) {
  return z.object({ _embedded: z.object({ records: z.array(shape) }) });
}

export const feeStatsShape = z.object({
  last_ledger_base_fee: stroops,
  fee_charged: z.object({ p80: stroops }),
});

export const submissionShape = z.object({ tx_status: z.string() });
