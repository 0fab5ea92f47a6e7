import * as z from 'zod';
import type { UseCases } from '@interline/core';
import type { GiveOrder, OrderOutcome } from '@interline/core/operations';
import type { ErrorCode } from '@interline/kernel';
import { defineEndpoint, type Endpoint, type EndpointInput } from '../server/endpoint.ts';
import type { HttpDeps } from '../server/http-deps.ts';
import { perMinute } from '../server/limits/request-limit.ts';
import { missingField } from '../server/parse/parse-shape.ts';
import { requestFields } from '../server/schemas/fields.ts';

export const operatorLimit = perMinute('operator', 40);

const wantedReason = 'why, in at most 500 characters: it is kept in the audit';
const facts = {
  reason: z
    .string({ error: wantedReason })
    .min(1, { error: wantedReason })
    .max(500, { error: wantedReason })
    .meta({ description: wantedReason })
    .optional(),
  dryRun: requestFields.flag
    .meta({ description: 'says what the order would change, and changes nothing' })
    .optional(),
};

export const change = z
  .record(z.string(), z.unknown())
  .meta({ description: 'small, as far as the order changes it' });

const orderAnswer = z
  .object({
    dryRun: z.boolean().meta({ description: 'nothing was done' }),
    action: z.string(),
    target: z.string().meta({ description: 'what the order is about' }),
    before: change,
    after: change,
    auditId: z
      .string()
      .nullable()
      .meta({ description: 'its entry in GET /operator/audit; null for a dry run' }),
  })
  .meta({ id: 'OrderAnswer' });

interface OrderRow<Fields extends z.ZodRawShape, Input, Result> {
  readonly path: `/operator/${string}`;
  /** What the order does, as the end of a sentence that begins "For the operator:". */
  readonly summary: string;
  readonly changes: NonNullable<Endpoint['changes']>;
  /** The body's fields besides `reason` and `dryRun`. */
  readonly fields: Fields;
  /** A valid body. */
  readonly example: Readonly<Record<string, unknown>>;
  /** Codes in addition to those that every order can meet. */
  readonly errors: readonly ErrorCode[];
  /** Only of orders that clients gave before there was an audit: theirs is kept as empty. */
  readonly isReasonOptional?: true;
  order(useCases: UseCases): GiveOrder<Input, Result>;
  parse(body: z.output<z.ZodObject<Fields>>, deps: HttpDeps): Input;
}

const ofOrders: readonly ErrorCode[] = [
  'MISSING_FIELD',
  'BODY_TOO_LARGE',
  'WRONG_STATE',
  'STORE_DOWN',
];

/** A kind of order as an endpoint; the answer is the same for all of them. */
export function orderEndpoint<Fields extends z.ZodRawShape, Input, Result>(
  row: OrderRow<Fields, Input, Result>,
): Endpoint {
  return defineEndpoint({
    ...factsOf(row),
    response: orderAnswer,
    handle: async (context) => presentOrder(await give(row, context)),
  });
}

/** An order that has an answer of its own once it was carried out; a dry run has the shared one. */
export function orderEndpointAs<Fields extends z.ZodRawShape, Input, Result, Own>(
  row: OrderRow<Fields, Input, Result>,
  own: z.ZodType<unknown, Own>,
  present: (result: Result, deps: HttpDeps) => Own | Promise<Own>,
): Endpoint {
  return defineEndpoint({
    ...factsOf(row),
    response: z.union([own, orderAnswer]),
    async handle(context): Promise<Own | z.input<typeof orderAnswer>> {
      const outcome = await give(row, context);
      return outcome.isDryRun ? presentOrder(outcome) : present(outcome.result, context.deps);
    },
  });
}

function factsOf<Fields extends z.ZodRawShape, Input, Result>({
  path,
  summary,
  changes,
  fields,
  example,
  errors,
}: OrderRow<Fields, Input, Result>) {
  return {
    method: 'POST',
    path,
    summary: `For the operator: ${summary}`,
    limit: operatorLimit,
    // CAST: the other fields are the row's own, and the row parses them.
    request: { body: z.strictObject({ ...fields, ...facts }) as unknown as OrderBody },
    example,
    errors: [...new Set([...ofOrders, ...errors])],
    isOperators: true,
    changes,
  } as const;
}

type OrderBody = z.ZodObject<typeof facts, z.core.$loose>;

type OrderContext = Pick<EndpointInput, 'deps' | 'signal'> & {
  readonly body: z.output<OrderBody>;
  readonly operator: string | null;
};

/** Throws `MISSING_FIELD` where a reason is wanted, and what the order throws. */
function give<Fields extends z.ZodRawShape, Input, Result>(
  row: OrderRow<Fields, Input, Result>,
  { body, operator, deps, signal }: OrderContext,
): Promise<OrderOutcome<Result>> {
  const { reason, dryRun: isDryRun = false, ...rest } = body;
  if (reason === undefined && !isDryRun && row.isReasonOptional !== true)
    throw missingField('reason', wantedReason);
  // CAST: the body was checked against these very fields.
  const input = row.parse(rest as z.output<z.ZodObject<Fields>>, deps);
  const order = { input, by: operator ?? '', reason: reason ?? '', isDryRun };
  return row.order(deps.useCases)(order, signal);
}

/** One answer for every kind of order. */
function presentOrder<Result>(outcome: OrderOutcome<Result>): z.input<typeof orderAnswer> {
  const { action, target, before, after, isDryRun } = outcome;
  return {
    dryRun: isDryRun,
    action,
    target,
    before: { ...before },
    after: { ...after },
    auditId: outcome.isDryRun ? null : outcome.auditId,
  };
}
