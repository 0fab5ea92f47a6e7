import { booksKinds, exportColumns, statementGroups } from '@interline/core/books';
import * as z from 'zod';
import { answerFields as field, epochMs, requestFields } from '../server/schemas/fields.ts';

const dayText = 'a UTC day such as 2027-01-31';
const day = z
  .string({ error: dayText })
  .refine((text) => /^[0-9]{4}-[0-9]{2}-[0-9]{2}$/.test(text) && !Number.isNaN(Date.parse(text)), {
    error: dayText,
  })
  .meta({ description: dayText });
const by = z
  .enum(statementGroups, { error: statementGroups.join(', ') })
  .meta({ description: 'what the rows are summed by' });
const cursorText = 'the "next" of the page before';
const pageText = 'a number of entries from 1 to 1000';

const signedUnits = z
  .string()
  .regex(/^(0|-?[1-9][0-9]{0,77})$/)
  .meta({
    description: 'smallest units, digits; with a minus where it is the other way',
    examples: ['199840'],
  });
const usd = z
  .string()
  .regex(/^-?[0-9]+\.[0-9]{6}$/)
  .meta({ description: 'dollars with six decimals', examples: ['12.500000'] });
const account = z.enum(booksKinds).meta({ description: 'the kind of books account' });
const role = z.enum(['spender', 'float', 'former']);

export const balanceQuery = z.strictObject({ chain: requestFields.chain.optional() });

export const balanceAnswer = z
  .object({
    accounts: z.array(
      z.object({
        account,
        chain: field.chain,
        holder: z
          .string()
          .meta({ description: 'our address, or the engine that owes; empty for all others' }),
        role: z
          .enum(['spender', 'float'])
          .nullable()
          .meta({ description: 'of which account of ours; null for all others' }),
        former: z.boolean().meta({ description: 'an account of keys that were rotated out' }),
        unread: z.boolean().meta({
          description: 'an account of ours on the chain is stopped, and what it sent is being read',
        }),
        token: field.token,
        symbol: field.symbol,
        decimals: z.int().min(0),
        units: signedUnits,
      }),
    ),
    count: z.int().min(0),
  })
  .meta({ id: 'BooksBalance' });

export const statementQuery = z.strictObject({
  from: day.optional(),
  to: day.optional(),
  by: by.optional(),
  chain: requestFields.chain.optional(),
  engine: requestFields.railName.optional(),
});

const profit = {
  profitUsd: usd.meta({ description: 'income less costs, in dollars' }),
  volumeUsd: usd.meta({
    description:
      'what payers gave for what was delivered, in dollars; by chain, where they gave it',
  }),
  unpriced: z
    .int()
    .min(0)
    .meta({ description: "days' sums that count for nothing in them, because a price is missing" }),
};

export const statementAnswer = z
  .object({
    from: day,
    to: day,
    by,
    rows: z.array(
      z.object({
        group: z.string(),
        account,
        chain: field.chain,
        token: field.token,
        symbol: field.symbol,
        side: z.enum(['credit', 'debit']).meta({
          description: 'credit: income above zero; debit: a cost above zero, so a gain has a minus',
        }),
        units: signedUnits,
        amount: z
          .string()
          .nullable()
          .meta({
            description: 'the same in whole tokens; null where the token is not listed',
            examples: ['12.5'],
          }),
        usd: usd.nullable().meta({ description: 'null where a day has no price' }),
      }),
    ),
    groups: z.array(
      z.object({
        group: z.string().meta({
          description:
            'a day, a chain or an engine; by chain, "conversion" for what came in on one chain and left on another',
        }),
        ...profit,
      }),
    ),
    total: z
      .object(profit)
      .meta({ description: 'of all groups, the same by day, chain and engine' }),
  })
  .meta({ id: 'BooksStatement' });

export const exportQuery = z.strictObject({
  from: day.optional(),
  to: day.optional(),
  chain: requestFields.chain.optional(),
  engine: requestFields.railName.optional(),
  after: z
    .string({ error: cursorText })
    .regex(/^[0-9]{1,15}:[\x21-\x7e]{1,160}$/, { error: cursorText })
    .optional()
    .meta({ description: cursorText }),
  limit: z
    .string({ error: pageText })
    .regex(/^([1-9][0-9]{0,2}|1000)$/, { error: pageText })
    .transform(Number)
    .optional()
    .meta({ description: pageText }),
});

export const exportAnswer = z
  .object({
    rows: z.array(z.object(Object.fromEntries(exportColumns.map((name) => [name, z.string()])))),
    next: z
      .string()
      .nullable()
      .meta({ description: 'ask with it as "after"; null on the last page' }),
  })
  .meta({ id: 'BooksExport' });

const holding = z.object({
  chain: field.chain,
  role,
  token: field.token,
  symbol: field.symbol,
  decimals: z.int().min(0),
  block: z.int().min(0).meta({ description: 'at which chain and books were compared' }),
  units: field.units.meta({ description: 'by the chain' }),
  deficit: field.units.meta({ description: 'what the books have more' }),
  appeared: z
    .object({
      after: z.int().meta({ description: 'the last block without it; -1 for none' }),
      by: z.int(),
      since: epochMs,
    })
    .nullable()
    .meta({ description: 'between which blocks the deficit appeared' }),
  at: epochMs,
});

export const reconciliationAnswer = z
  .object({ holdings: z.array(holding), deficits: z.int().min(0) })
  .meta({ id: 'BooksReconciliation' });

export const reconcileBody = z.strictObject({ chain: requestFields.chain.optional() });

export const reconcileAnswer = z
  .object({
    chains: z.array(
      z.object({
        chain: field.chain,
        outcome: z.enum(['judged', 'waiting', 'unread']),
        block: z.int().nullable(),
      }),
    ),
    holdings: z.array(holding),
    deficits: z.int().min(0),
  })
  .meta({ id: 'BooksReconciled' });
