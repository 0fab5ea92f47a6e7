import * as z from 'zod';
import { asHex } from '@interline/kernel';

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
  pass: text('base64 text of at most 4096 characters', 4_096).meta({
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

const retryAfterMs = z
  .int()
  .min(1)
  .meta({ description: 'when this way can be asked again, where it says so' });

const evmAddress = z
  .string()
  .regex(/^0x[0-9a-fA-F]{40}$/)
  .meta({
    description: 'EIP-55 address',
    examples: ['0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913'],
  });

const units = z
  .string()
  .regex(/^(0|[1-9][0-9]{0,77})$/)
  .meta({ description: 'smallest units, digits', examples: ['25000000'] });

export const epochMs = z.int().meta({ description: 'epoch milliseconds' });

/**
 * The leaves of answers. Quantities are digit strings, `"0"` allowed; an EVM chain is an integer.
 */
export const answerFields = {
  units,
  sourceUnits: units.meta({ description: "in the source token's smallest units, digits" }),
  destUnits: units.meta({ description: "in the destination token's smallest units, digits" }),
  chain: z
    .union([z.int().positive(), z.string().regex(/[a-z]/)])
    .meta({ description: "EVM chain id, or a node's name", examples: [8453] }),
  token: z
    .string()
    .min(1)
    .meta({
      description: 'contract address, or "native"',
      examples: ['0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913'],
    }),
  hash: z
    .string()
    .nullable()
    .meta({
      description: "a transaction's hash; null while there is none",
      examples: ['0x6f1ed002ab5595859014ebf0951522d9f5a5b7d1c2e3f4a5968778695a4b3c2d'],
    }),
  evmAddress,
  symbol: z.string().meta({ examples: ['USDC'] }),
  offer: z
    .string()
    .meta({ description: 'a way to settle, by its own name', examples: ['floatlane'] }),
  bridge: z
    .string()
    .meta({ description: 'what the money rides on within that way', examples: ['floatlane'] }),
  errorCode: z
    .string()
    .meta({ description: 'of GET /api/errors', examples: ['INSUFFICIENT_FLOAT'] }),
  isUp: z.object({ name: z.string(), up: z.boolean() }),
  retryAfterMs,
  refusal: z.object({
    rail: z.string(),
    code: z.string(),
    reason: z.string(),
    minInput: units
      .meta({ description: "the least this way would take, in the source token's smallest units" })
      .optional(),
    retryAfterMs: retryAfterMs.optional(),
  }),
} as const;

/** What a wallet has signed: of a key, or what its code takes, which may be long. */
export function walletSignature(wanted: { readonly error: string }) {
  return z
    .string(wanted)
    .regex(/^0x([0-9a-fA-F]{2}){1,4096}$/, wanted)
    .transform((text) => asHex(text));
}

/** The id of a record in a path: its kind's prefix and 128 random bits. */
export function recordId(prefix: string, from: string): z.ZodObject<{ id: z.ZodString }> {
  return z.object({
    id: z.string().regex(new RegExp(`^${prefix}_[0-9a-f]{32}$`), {
      error: `the id that ${from} answered with`,
    }),
  });
}
