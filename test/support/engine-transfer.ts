import { type JsonRecord, signOrder, textField } from '@interline/cli';
import { endOfRoute } from './end-of-route.ts';
import type { EngineHarness } from './engine-harness.ts';
import { freshAddress } from './fresh-wallet.ts';
import { freshPayer, type Payer } from './payer.ts';
import { until } from './until.ts';

export const engineNames = [
  'lifi',
  'relay',
  'across',
  'socket',
  'debridge',
  'symbiosis',
  'stargate',
  'oneclick',
] as const;
export type EngineName = (typeof engineNames)[number];

export const source = 8453;
export const destination = 42161;

/**
 * Ten thousand dollars, all that a payer has: the flat fees of some engines are small beside it.
 */
export const sentUnits = 10_000_000_000n;
/** A percent less, which the dearest engine meets. */
export const leastUnits = 9_900_000_000n;

export interface EngineTransfer {
  /** The one that misbehaves, for this recipient alone. */
  readonly engine: EngineName;
  readonly fault: string;
  /** Who else may have the transfer. */
  readonly others: readonly EngineName[];
  readonly payer: Payer;
  readonly recipient: string;
}

export async function newTransfer(
  harness: EngineHarness,
  engine: EngineName,
  fault: string,
  others: readonly EngineName[] = [],
): Promise<EngineTransfer> {
  return {
    engine,
    fault,
    others,
    payer: await freshPayer(harness, source, sentUnits),
    recipient: freshAddress(),
  };
}

/** The signed execute body. */
export async function signTransfer(
  { client }: EngineHarness,
  { engine, others, payer, recipient }: EngineTransfer,
): Promise<JsonRecord> {
  const request = {
    fromChain: String(source),
    toChain: String(destination),
    token: 'USDC',
    amount: sentUnits.toString(),
    minOut: leastUnits.toString(),
    toAddress: recipient,
    excludeRails: engineNames.filter((one) => one !== engine && !others.includes(one)),
  };
  return (await signOrder(client, payer.wallet, request)).body;
}

export function breakEngine(
  harness: EngineHarness,
  { engine, fault, recipient }: EngineTransfer,
): Promise<void> {
  return harness.misbehave(engine, fault, { recipient });
}

export function mendEngine(
  harness: EngineHarness,
  { engine, recipient }: EngineTransfer,
): Promise<void> {
  return harness.misbehave(engine, null, { recipient });
}

/** Signed while all is well, executed under the fault. Answers the route's id. */
export async function startTransfer(
  harness: EngineHarness,
  transfer: EngineTransfer,
): Promise<string> {
  const body = await signTransfer(harness, transfer);
  await breakEngine(harness, transfer);
  return textField(await harness.client.post('/api/route/execute', body), 'id');
}

/** Of a route that never ends, the error also tells what the engines did with its deposit. */
export function endOfTransfer(
  harness: EngineHarness,
  { recipient }: EngineTransfer,
  id: string,
): ReturnType<typeof endOfRoute> {
  return endOfRoute(harness.client, id, async () =>
    (await harness.deposits()).filter(
      (one) => String(one['recipient']).toLowerCase() === recipient.toLowerCase(),
    ),
  );
}

/** The receipt once it shows this stage. */
export async function untilStage(
  { client }: EngineHarness,
  id: string,
  stage: string,
): Promise<JsonRecord> {
  return until(
    `the stage ${stage}`,
    async () => {
      const receipt = await client.get(`/api/route/status?id=${id}`);
      return receipt['stage'] === stage && receipt;
    },
    200,
  );
}
