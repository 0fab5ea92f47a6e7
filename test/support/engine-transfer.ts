import { type JsonRecord, signIntent, textField } from '@interline/cli';
import { Wallet } from 'ethers';
import type { EngineHouse } from './engine-house.ts';
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
  house: EngineHouse,
  engine: EngineName,
  fault: string,
  others: readonly EngineName[] = [],
): Promise<EngineTransfer> {
  return {
    engine,
    fault,
    others,
    payer: await freshPayer(house, source, sentUnits),
    recipient: Wallet.createRandom().address,
  };
}

/** The signed execute body. */
export async function signTransfer(
  { client }: EngineHouse,
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
  return (await signIntent(client, payer.wallet, request)).body;
}

export function breakEngine(
  house: EngineHouse,
  { engine, fault, recipient }: EngineTransfer,
): Promise<void> {
  return house.misbehave(engine, fault, { recipient });
}

export function mendEngine(
  house: EngineHouse,
  { engine, recipient }: EngineTransfer,
): Promise<void> {
  return house.misbehave(engine, null, { recipient });
}

/** Signed while all is well, executed under the fault. Answers the route's id. */
export async function startTransfer(house: EngineHouse, transfer: EngineTransfer): Promise<string> {
  const body = await signTransfer(house, transfer);
  await breakEngine(house, transfer);
  return textField(await house.client.post('/api/route/execute', body), 'id');
}

/** The receipt once it shows this stage. */
export async function untilStage(
  { client }: EngineHouse,
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
