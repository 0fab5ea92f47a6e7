import { evmAddress, isEvmAddressShape, standardSubsidy } from '@interline/plugins';
import { z } from 'zod';
import type { Upstream } from './upstream/upstream.ts';

/** Millionths of a dollar, as digits: money is never a JSON number. */
const microUsd = z
  .string()
  .regex(
    /^(0|[1-9][0-9]{0,17})$/,
    'wants millionths of a dollar in a string of digits, such as "5000000"',
  )
  .transform(BigInt);

/** A URL without a query, because the request's path and query are appended to it. */
const baseUrl = z
  .url({ protocol: /^https?$/ })
  .refine((text) => !/[?#]/.test(text), 'wants a URL without query');

const address = z.string().refine(isEvmAddressShape, 'wants an EVM address').transform(evmAddress);

const chainIdKey = z
  .string()
  .regex(/^(\*|[1-9][0-9]{0,14})$/, 'wants a chain id such as 8453, or *');

/** The settings that all engines have alike; the README says what each key does. */
const likeSettings = z.strictObject({
  enabled: z.boolean().default(true),
  baseUrl: baseUrl.nullable().default(null),
  statusUrl: baseUrl.nullable().default(null),
  apiKey: z.string().min(1).nullable().default(null),
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

/** Our name at an engine is of the engine's own form. */
function engineSettings({ name, traits: { integrator } }: Upstream) {
  const form =
    integrator === null
      ? z.never(`${name} takes none`)
      : z.string().regex(integrator.pattern, `wants ${integrator.wants}`);
  return likeSettings.extend({ integrator: form.nullable().default(null) });
}

export type EngineSettings = z.output<ReturnType<typeof engineSettings>>;

const common = {
  /** The deadline of one engine's price. Keep it below the host's own deadline for offers. */
  engineDeadlineMs: z.number().int().min(50).max(30_000).default(2_500),
  /** The deadline of one build; a plan may take two. */
  buildDeadlineMs: z.number().int().min(50).max(30_000).default(3_500),
  statusDeadlineMs: z.number().int().min(50).max(30_000).default(5_000),
  quoteLifeSec: z.number().int().min(5).max(600).default(60),
  cacheMs: z.number().int().min(0).max(60_000).default(5_000),
  maxNativeFeeMicroUsd: microUsd.prefault('5000000'),
  subsidisedChains: z.enum(['low-cost', 'all']).default('low-cost'),
  maxSubsidyPerTransferMicroUsd: microUsd.prefault(standardSubsidy.perTransferMicroUsd.toString()),
  dailySubsidyMicroUsd: microUsd.prefault(standardSubsidy.perDayMicroUsd.toString()),
  maxResponseBytes: z.number().int().min(1_024).max(16_777_216).default(1_048_576),
  faultsToRest: z.number().int().min(1).max(100).default(5),
  restMs: z.number().int().min(1).max(3_600_000).default(15_000),
};

/** Every key has a default, so `{}` is a working rail; the README says what each one does. */
export function settingsFor(upstreams: readonly Upstream[]) {
  const engines = Object.fromEntries(
    upstreams.map((upstream) => [upstream.name, engineSettings(upstream).prefault({})]),
  );
  return z.strictObject({ ...common, engines: z.strictObject(engines).prefault({}) });
}

export type AggregatorSettings = z.output<ReturnType<typeof settingsFor>>;
