import { evmAddress, isEvmAddressShape } from '@interline/plugins';
import { z } from 'zod';

/** Whose URLs may carry no query: ours is added to the path. */
const baseUrl = z
  .url({ protocol: /^https?$/ })
  .refine((text) => !/[?#]/.test(text), 'wants a URL without query');

const address = z.string().refine(isEvmAddressShape, 'wants an EVM address').transform(evmAddress);

const chainIdKey = z
  .string()
  .regex(/^(\*|[1-9][0-9]{0,14})$/, 'wants a chain id such as 8453, or *');

/** One engine's part of the settings; the README says what each key does. */
export const engineSettings = z.strictObject({
  enabled: z.boolean().default(true),
  baseUrl: baseUrl.nullable().default(null),
  statusUrl: baseUrl.nullable().default(null),
  apiKey: z.string().min(1).nullable().default(null),
  integrator: z.string().min(1).max(64).nullable().default(null),
  feeBps: z.number().int().min(0).max(1_000).default(0),
  feeTaker: address.nullable().default(null),
  allow: z.array(z.string().min(1)).max(100).default([]),
  deny: z.array(z.string().min(1)).max(100).default([]),
  signer: z
    .string()
    .regex(/^ed25519:[1-9A-HJ-NP-Za-km-z]{32,44}$/, 'wants "ed25519:" and a key in base58')
    .nullable()
    .default(null),
  chainIds: z.array(z.number().int().positive()).max(100).nullable().default(null),
  contracts: z.record(chainIdKey, z.array(address).min(1).max(100)).default({}),
  limit: z
    .strictObject({
      requests: z.number().int().min(1).max(100_000),
      perMs: z.number().int().min(1).max(86_400_000),
    })
    .nullable()
    .default(null),
});

export type EngineSettings = z.output<typeof engineSettings>;
