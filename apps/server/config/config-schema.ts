import { evmNodes } from '@interline/kernel';
import { z } from 'zod';
import { families } from '../families.ts';
import { standardOpenPullsShareBps } from '../standard-policy.ts';
import { chainSchema, digits, tokenSchema } from './chain-schema.ts';
import { checkAccounts } from './check-accounts.ts';
import { checkAgentRegistration } from './check-agent-registration.ts';
import { checkChainPolicies } from './check-chain-policies.ts';
import { checkFamilies } from './check-families.ts';
import { checkFloat } from './check-float.ts';
import { checkKeys } from './check-keys.ts';
import { checkPlaces } from './check-places.ts';
import { checkPrivacy } from './check-privacy.ts';
import { commonFields } from './common-fields.ts';
import { keysSchema } from './keys-schema.ts';
import { pricesSchema } from './prices-schema.ts';
import { mainnetServerSchema } from './server-schema.ts';

const devnetChainId = z.int().refine((id) => evmNodes.some(({ chainId }) => chainId === id), {
  error: `the devnet has no such chain; it has ${evmNodes.map(({ chainId }) => chainId).join(', ')}`,
});

/** Local chains, keys made on the spot, money of no worth. */
const devnetConfigSchema = z
  .strictObject({
    profile: z
      .literal('devnet')
      .describe('Local chains, keys made on the spot, money of no worth.'),
    ...commonFields,
    chainIds: z
      .array(devnetChainId)
      .min(1)
      .optional()
      .describe('Which chains to start, by their EIP-155 numbers. Left out: all 22.'),
    rpcUrls: z
      .record(
        z.string().regex(/^[1-9][0-9]*$/),
        z.array(z.url({ protocol: /^https?$/, error: 'wanted an http or https URL' })).min(1),
      )
      .default({})
      .describe('URLs by chain id: a chain that has one is not started.'),
    batching: z
      .array(devnetChainId)
      .default([])
      .describe('Chains on which transactions are merged into batches.'),
    keys: keysSchema
      .optional()
      .describe(
        "The keys of its accounts, to try what a deployment will have, such as a KMS. Left out: keys are made on the spot, in the store's folder.",
      ),
  })
  .superRefine(checkKeys);

/** Real chains and real money: everything is named, nothing is assumed. */
export const mainnetConfigSchema = z
  .strictObject({
    profile: z
      .literal('mainnet')
      .describe('Real chains and real money: everything is named, nothing is assumed.'),
    ...commonFields,
    server: mainnetServerSchema.prefault({}).describe('Where it listens, and who may ask.'),
    chains: z.array(chainSchema).min(1).describe('The EVM chains that it moves money on.'),
    tokens: z.array(tokenSchema).min(1).describe('The tokens that it moves.'),
    bitcoinNetwork: z
      .enum(['mainnet', 'testnet', 'regtest'])
      .default('mainnet')
      .describe('The network whose addresses `bitcoin` takes.'),
    keys: keysSchema.describe(
      'The keys of its accounts: an encrypted keystore, or each by reference, the EVM ones also in a KMS.',
    ),
    families: z
      .record(z.string(), z.record(z.string(), z.unknown()))
      .default({})
      .refine((given) => Object.keys(given).every((id) => families.some((one) => one.id === id)), {
        error: `known families are ${families.map(({ id }) => id).join(', ')}`,
      })
      .describe("Chains beside EVM that it holds money on; each family's own settings."),
    prices: pricesSchema
      .optional()
      .describe(
        'Where prices come from. Left out: nothing has a price, and what needs one is refused or left out.',
      ),
    revertBudgetWei: digits
      .default('50000000000000000')
      .describe(
        'Most that reverted pulls may cost a chain in a day: in wei of ether, as much in other coins.',
      ),
    clientRevertBudgetWei: digits
      .default('5000000000000000')
      .describe('The same for the pulls of one client there, in wei.'),
    payerRevertBudgetWei: digits
      .default('5000000000000000')
      .describe('The same for the pulls of one payer there, in wei.'),
    engineRevertBudgetWei: digits
      .default('50000000000000000')
      .describe(
        'Most that reverted calls of one engine may cost a chain in a day, in wei: then it is not taken there.',
      ),
    slowBumpSec: z
      .int()
      .min(15)
      .max(86_400)
      .default(600)
      .describe(
        "How long a transaction waits for each dearer replacement after the first six, which follow each other every 15 seconds, in seconds; they go on up to the chain's cap.",
      ),
    maxOpenPullsUsd: z
      .int()
      .positive()
      .default(100_000)
      .describe(
        "Most value of accepted, unmined pulls on one chain, in whole dollars. Allowances of agents' mandates that are open have as much beside it, and as much again for those beyond what their wallets held: the relayer's key could be used to take at most three times this there.",
      ),
    openPullsShareBps: z
      .int()
      .min(1)
      .max(10_000)
      .default(standardOpenPullsShareBps)
      .describe(
        'The part of maxOpenPullsUsd that one client, or one payer, may take, in basis points: also the largest single transfer.',
      ),
  })
  .superRefine(checkPlaces)
  .superRefine(checkFamilies)
  .superRefine(checkPrivacy)
  .superRefine(checkAccounts)
  .superRefine(checkAgentRegistration)
  .superRefine(checkKeys)
  .superRefine(checkChainPolicies)
  .superRefine(checkFloat);

export const configSchema = z.discriminatedUnion('profile', [
  devnetConfigSchema,
  mainnetConfigSchema,
]);

export type Config = z.infer<typeof configSchema>;
export type DevnetConfig = z.infer<typeof devnetConfigSchema>;
export type MainnetConfig = z.infer<typeof mainnetConfigSchema>;
