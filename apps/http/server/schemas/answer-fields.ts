import * as z from 'zod';

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
  refusal: z.object({
    rail: z.string(),
    code: z.string(),
    reason: z.string(),
    minInput: units
      .meta({ description: "the least this way would take, in the source token's smallest units" })
      .optional(),
  }),
} as const;
