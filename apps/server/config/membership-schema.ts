import { chainRef, evmAddress } from '@interline/kernel';
import { z } from 'zod';

const collection = z.strictObject({
  chain: z
    .string()
    .regex(/^eip155:[1-9][0-9]{0,15}$/, 'wanted an EVM chain such as eip155:8453')
    .transform(chainRef)
    .describe('The EVM chain that it is on, such as eip155:8453.'),
  address: z
    .string()
    .regex(/^0x[0-9a-fA-F]{40}$/, 'wanted the address of an ERC-721 collection')
    .transform(evmAddress)
    .describe('Its contract (ERC-721), which lists what an owner has (ERC-721 Enumerable).'),
  name: z
    .string()
    .regex(/^[\p{L}\p{N}][\p{L}\p{N} .,'&#()-]{0,59}$/u, 'wanted a short name in plain words')
    .describe('What clients are shown, in plain words.'),
  budgetPerDay: z
    .number()
    .int()
    .min(1)
    .max(10_000)
    .default(10)
    .describe('How many transfers of the micro tier each of its NFTs has for nothing in a day.'),
  minHeldSeconds: z
    .number()
    .int()
    .min(0)
    .max(30 * 86_400)
    .default(3_600)
    .describe(
      'How long an owner must have had one before it counts, in seconds; until no reorg can take it back in any case.',
    ),
});

/** Whose NFTs make members. */
export const membershipSchema = z.strictObject({
  collections: z
    .array(collection)
    .max(32)
    .default([])
    .describe(
      "Collections whose holders move micro amounts for nothing on the float lane. Left out: none but a devnet's own.",
    ),
});
