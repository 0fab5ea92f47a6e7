import * as z from 'zod';

const wantedAmount = "digits, the source token's smallest units";
const wantedChain = 'an EVM chain id such as 8453, or a node\'s name such as "stellar"';
const wantedChainId = 'an EVM chain id';
const wantedRails = 'at most 32 rail names such as "floatlane"';
const wantedSlippage = 'a fraction from 0 to 0.5, such as 0.005';

const railName = z
  .string({ error: 'a rail name' })
  .regex(/^[a-z0-9-]{1,40}$/, { error: 'a rail name in lower case' });

/**
 * The fields of requests, each with the words that say what is wanted. Quantities are read by the
 * domain, which has words of its own for them, so here they are only known to be there.
 */
export const requestFields = {
  chain: z
    .union(
      [z.int({ error: wantedChain }).positive({ error: wantedChain }), text(wantedChain, 64)],
      { error: wantedChain },
    )
    .meta({ description: wantedChain }),
  amount: z
    .unknown()
    .refine((value) => value !== undefined, { error: wantedAmount })
    .meta({ type: 'string', pattern: '^[1-9][0-9]{0,77}$', description: wantedAmount }),
  minOut: z.unknown().meta({
    type: 'string',
    pattern: '^(0|[1-9][0-9]{0,77})$',
    description: "digits, the destination token's smallest units; less than this must not arrive",
  }),
  token: text('a symbol or an address', 128).meta({
    description: "symbol or address; omitted means the chain's own coin",
  }),
  address: text('an address', 128).meta({ description: 'address on that chain' }),
  slippage: z.number({ error: wantedSlippage }).meta({ description: wantedSlippage }),
  flag: z.boolean({ error: 'true or false' }),
  digits: matching(/^(0|[1-9][0-9]{0,77})$/, 'a whole number in a string of decimal digits'),
  signature: matching(/^0x([0-9a-fA-F]{2}){1,8192}$/, '0x and hex bytes'),
  pass: text('base64 text of at most 8192 characters', 8_192).meta({
    description: 'base64 of {preparedMsg, sig}',
  }),
  railName,
  rails: z
    .array(railName, { error: wantedRails })
    .max(32, { error: wantedRails })
    .meta({ description: wantedRails }),
} as const;

/** What a query string writes as text. */
export const queryFields = {
  slippage: matching(/^(0|[1-9][0-9]{0,2})(\.[0-9]{1,18})?$/, wantedSlippage)
    .transform(Number)
    .meta({ description: wantedSlippage }),
  rails: z
    .string({ error: wantedRails })
    .transform((names) => names.split(','))
    .pipe(requestFields.rails)
    .meta({ description: 'rail names, separated by commas' }),
  chainId: matching(/^[1-9][0-9]{0,14}$/, wantedChainId)
    .transform(Number)
    .meta({ description: "EVM chain id; the deployment's default when left out" }),
} as const;

function text(wanted: string, mostCharacters: number): z.ZodString {
  return z
    .string({ error: wanted })
    .min(1, { error: wanted })
    .max(mostCharacters, { error: wanted });
}

function matching(pattern: RegExp, wanted: string): z.ZodString {
  return z.string({ error: wanted }).regex(pattern, { error: wanted });
}
