import { goals } from '@interline/core/transfer';
import { parseJsonText } from '../server/body/parse-json-text.ts';
import { requestFields as field } from '../server/schemas/request-fields.ts';
import * as z from 'zod';

const wantedSources = '1 to 10 sources, each {chain, token, amount}';
const wantedSourcesText = `a JSON array of ${wantedSources}`;
const wantedGoal = goals.map((goal) => `"${goal}"`).join(', ');

const source = z.object(
  {
    chain: field.chain,
    token: field.token.optional(),
    amount: field.amount.optional().meta({
      description: "digits, the source token's smallest units; the shared amount when left out",
    }),
  },
  { error: 'an object {chain, token, amount}' },
);

const sources = z
  .array(source, { error: wantedSources })
  .min(1, { error: wantedSources })
  .max(10, { error: wantedSources })
  .meta({ description: wantedSources });

const shared = {
  toChain: field.chain,
  toToken: field.token.meta({
    description: 'symbol or address, or "native" for the chain\'s own coin',
  }),
  goal: z
    .enum(goals, { error: wantedGoal })
    .optional()
    .meta({ description: `${wantedGoal}; max-output when left out` }),
  amount: field.amount
    .optional()
    .meta({ description: 'for the sources that name none of their own' }),
  toAddress: field.address.optional().meta({ description: 'recipient, echoed into plan.execute' }),
};

/** Takes and ignores keys it does not know: a plan moves nothing. */
export const intentRequestBody = z.object({
  ...shared,
  from: sources,
  pass: field.pass.optional(),
});

const sourcesText = z.string({ error: wantedSourcesText }).transform((text, context) => {
  try {
    return parseJsonText(text, 'from');
  } catch {
    context.addIssue({ code: 'custom', message: wantedSourcesText });
    return z.NEVER;
  }
});

export const intentRequestQuery = z.object({
  ...shared,
  from: sourcesText.pipe(sources).meta({ description: `${wantedSourcesText}, url-encoded` }),
});

/** What both forms come to. */
export type IntentRequestWire = Omit<z.output<typeof intentRequestBody>, 'pass'>;
export type SourceWire = z.output<typeof source>;
