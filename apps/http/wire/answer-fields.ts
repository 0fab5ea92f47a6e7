import * as z from 'zod';

const evmAddress = z.string().regex(/^0x[0-9a-fA-F]{40}$/).meta({ description: 'EIP-55 address' });

const units = z.string().regex(/^(0|[1-9][0-9]{0,77})$/).meta({ description: 'smallest units, digits' });

/** The leaves of answers. Quantities are digit strings, `"0"` allowed; an EVM chain is an integer. */
export const answerFields = {
  units,
  chain: z.union([z.int().positive(), z.string().regex(/[a-z]/)]).meta({ description: 'EVM chain id, or a node\'s name' }),
  token: z.string().min(1).meta({ description: 'contract address, or "native"' }),
  hash: z.string().nullable(),
  evmAddress,
  isUp: z.object({ name: z.string(), up: z.boolean() }),
  refusal: z.object({ rail: z.string(), code: z.string(), reason: z.string(), minInput: units.optional() }),
} as const;
