import { z } from 'zod';
import { engineSettings } from './engine/engine-settings.ts';
import type { Upstream } from './upstream/upstream.ts';

/** Millionths of a dollar, as digits: money is never a JSON number. */
const microUsd = z
  .string()
  .regex(
    /^(0|[1-9][0-9]{0,17})$/,
    'wants millionths of a dollar in a string of digits, such as "5000000"',
  )
  .transform(BigInt);

const common = {
  /** For an engine's price, everything included. Below the host's own deadline for offers. */
  engineDeadlineMs: z.number().int().min(50).max(30_000).default(2_500),
  /** For one build; a plan may take two. */
  buildDeadlineMs: z.number().int().min(50).max(30_000).default(3_500),
  statusDeadlineMs: z.number().int().min(50).max(30_000).default(5_000),
  quoteLifeSec: z.number().int().min(5).max(600).default(60),
  cacheMs: z.number().int().min(0).max(60_000).default(5_000),
  maxNativeFeeMicroUsd: microUsd.prefault('5000000'),
  maxSubsidyPerTransferMicroUsd: microUsd.prefault('1000000'),
  maxResponseBytes: z.number().int().min(1_024).max(16_777_216).default(1_048_576),
  faultsToRest: z.number().int().min(1).max(100).default(5),
  restMs: z.number().int().min(1).max(3_600_000).default(15_000),
};

/** Every key has a default, so `{}` is a working rail; the README says what each one does. */
export function settingsFor(upstreams: readonly Upstream[]) {
  const engines = Object.fromEntries(
    upstreams.map(({ name }) => [name, engineSettings.prefault({})]),
  );
  return z.strictObject({ ...common, engines: z.strictObject(engines).prefault({}) });
}

export type AggregatorSettings = z.output<ReturnType<typeof settingsFor>>;
