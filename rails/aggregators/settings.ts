import {
  evmAddress,
  isEvmAddressShape,
  microUsdSetting,
  subsidySettings,
} from '@interline/plugins';
import { z } from 'zod';
import type { Upstream } from './upstream/upstream.ts';

/** A URL without a query, because the request's path and query are appended to it. */
const baseUrl = z
  .url({ protocol: /^https?$/ })
  .refine((text) => !/[?#]/.test(text), 'wants a URL without query');

const address = z.string().refine(isEvmAddressShape, 'wants an EVM address').transform(evmAddress);

const chainIdKey = z
  .string()
  .regex(/^(\*|[1-9][0-9]{0,14})$/, 'wants a chain id such as 8453, or *');

/** Settings common to all engines; the README documents each key. */
const likeSettings = z.strictObject({
  enabled: z
    .boolean()
    .default(true)
    .describe('Whether it makes offers and plans; what is under way is tracked all the same.'),
  baseUrl: baseUrl
    .nullable()
    .default(null)
    .describe("Where its API is, without a query. Null: the engine's own address."),
  statusUrl: baseUrl
    .nullable()
    .default(null)
    .describe(
      "Where its statuses are read. Null: baseUrl where that is given, else the engine's own address.",
    ),
  apiKey: z
    .string()
    .min(1)
    .nullable()
    .default(null)
    .describe('The key it wants, such as { env: NAME }. Null: it is asked without one.'),
  feeBps: z
    .number()
    .int()
    .min(0)
    .max(1_000)
    .default(0)
    .describe('A fee inside the engine, beside our own charge, in basis points.'),
  feeTaker: address
    .nullable()
    .default(null)
    .describe(
      'The address that gets that fee, for an engine that pays it to one. Null or left out: none, so such an engine takes no fee.',
    ),
  allow: z
    .array(z.string().min(1))
    .max(100)
    .default([])
    .describe('The only bridges inside it to ride on, in its own words; empty for all.'),
  deny: z
    .array(z.string().min(1))
    .max(100)
    .default([])
    .describe('Bridges inside it not to ride on, in its own words.'),
  signer: z
    .string()
    .regex(/^ed25519:[1-9A-HJ-NP-Za-km-z]{32,44}$/, 'wants "ed25519:" and a key in base58')
    .nullable()
    .default(null)
    .describe("Whose signature a deposit address must bear. Null: the engine's own key."),
  chainIds: z
    .array(z.number().int().positive())
    .max(100)
    .nullable()
    .default(null)
    .describe('The only chains to ask it for, by their EIP-155 numbers. Null: all that it lists.'),
  contracts: z
    .record(chainIdKey, z.array(address).min(1).max(100))
    .default({})
    .describe(
      'By chain id, or * for all: the only contracts that its calls may go to and its approvals be for. Left out: any that the guard lets pass.',
    ),
  recallContracts: z
    .record(chainIdKey, address)
    .default({})
    .describe(
      "By chain id, or * for all: the contract there that takes back what it has not delivered, where it has one. Left out: the engine's own.",
    ),
  limit: z
    .strictObject({
      requests: z.number().int().min(1).max(100_000).describe('So many requests.'),
      perMs: z.number().int().min(1).max(86_400_000).describe('In so many milliseconds.'),
    })
    .nullable()
    .default(null)
    .describe("How much it may be asked. Null: the engine's own limit."),
});

/** Each engine has its own format for our name. */
function engineSettings({ name, traits: { integrator } }: Upstream) {
  const form =
    integrator === null
      ? z.never(`${name} takes none`)
      : z.string().regex(integrator.pattern, `wants ${integrator.wants}`);
  return likeSettings.extend({
    integrator: form
      .nullable()
      .default(null)
      .describe('Our name at the engine, in its own form. Null: none.'),
  });
}

export type EngineSettings = z.output<ReturnType<typeof engineSettings>>;

const common = {
  engineDeadlineMs: z
    .number()
    .int()
    .min(50)
    .max(30_000)
    .default(2_500)
    .describe(
      "The deadline of one engine's price with everything in it, in milliseconds. Keep it below the host's own deadline for offers.",
    ),
  buildDeadlineMs: z
    .number()
    .int()
    .min(50)
    .max(30_000)
    .default(3_500)
    .describe('The deadline of one build, in milliseconds; a plan may take two.'),
  statusDeadlineMs: z
    .number()
    .int()
    .min(50)
    .max(30_000)
    .default(5_000)
    .describe('The deadline of one status, in milliseconds.'),
  quoteLifeSec: z
    .number()
    .int()
    .min(5)
    .max(600)
    .default(60)
    .describe("How long a quote holds, in seconds; no longer than the engine's own."),
  cacheMs: z
    .number()
    .int()
    .min(0)
    .max(60_000)
    .default(5_000)
    .describe('How long prices and refusals answer the same question again, in milliseconds.'),
  maxNativeFeeMicroUsd: microUsdSetting
    .prefault('5000000')
    .describe('Most that a call may carry beside the amount, in millionths of a dollar.'),
  maxRecallMicroUsd: microUsdSetting
    .prefault('10000000')
    .describe(
      'Most coin that is paid to take back a transfer that no engine delivers, in millionths of a dollar. What costs more waits for the operator.',
    ),
  ...subsidySettings('source'),
  maxResponseBytes: z
    .number()
    .int()
    .min(1_024)
    .max(16_777_216)
    .default(1_048_576)
    .describe('The largest answer that is read, in bytes.'),
  faultsToRest: z
    .number()
    .int()
    .min(1)
    .max(100)
    .default(5)
    .describe('After how many faults in a row an engine rests.'),
  restMs: z
    .number()
    .int()
    .min(1)
    .max(3_600_000)
    .default(15_000)
    .describe('For how long it then rests, in milliseconds.'),
};

/** Every key has a default, so `{}` is a working rail; the README documents each key. */
export function settingsFor(upstreams: readonly Upstream[]) {
  const engines = Object.fromEntries(
    upstreams.map((upstream) => [
      upstream.name,
      engineSettings(upstream).prefault({}).describe(`The engine ${upstream.name}.`),
    ]),
  );
  return z.strictObject({
    ...common,
    engines: z.strictObject(engines).prefault({}).describe('The engines, by name.'),
  });
}

export type AggregatorSettings = z.output<ReturnType<typeof settingsFor>>;
