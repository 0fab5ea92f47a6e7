import {
  answer,
  asUnits,
  type Bps,
  defineRail,
  feeOf,
  type FirmQuote,
  matchLane,
  noUnits,
  type QuoteRequest,
  type RailContext,
  type RailManifest,
  type RailOutcome,
  type RailPort,
  refuse,
  rescale,
} from '@interline/plugins';
import { z } from 'zod';
import { planTransfer } from './plan-transfer.ts';
import { progressAt, readTransferRef } from './simulated-transfer.ts';

const manifest: RailManifest = {
  id: 'sandbox',
  api: '2.0.0',
  version: '0.1.0',
  title: 'The whole lifecycle on a timer; nothing moves',
  ways: ['sandbox'],
  lanes: [{ from: '*', to: '*', settles: 'firm' }],
  broadcast: 'by-default',
  minOut: 'enforced',
  effects: 'simulated',
  capabilities: [],
};

export const sandboxSettings = z.strictObject({
  lifecycleSec: z
    .int()
    .min(1)
    .max(600)
    .default(40)
    .describe('The duration of a simulated transfer, from plan to DONE, in seconds.'),
});

type SandboxSettings = z.infer<typeof sandboxSettings>;

export const rail = defineRail({
  manifest,
  settings: sandboxSettings,
  create: sandboxRail,
});

const quoteLifeMs = 60_000;

function sandboxRail(
  { clock, standardFeeBps }: RailContext,
  { lifecycleSec }: SandboxSettings,
): RailPort {
  return {
    manifest,
    offers: async (request) => [
      {
        rail: 'sandbox',
        outcome: priceOneToOne(request, {
          feeRate: standardFeeBps,
          nowMs: clock.now(),
          durationSec: lifecycleSec,
        }),
      },
    ],
    plan: async (order, quote) => planTransfer(order, quote, clock.now(), lifecycleSec * 1_000),
    track: async (ref) => progressAt(readTransferRef(ref), clock.now()),
    health: async () => ({ isUp: true }),
  };
}

interface SandboxTerms {
  readonly feeRate: Bps;
  readonly nowMs: number;
  readonly durationSec: number;
}

/**
 * One whole token for one whole token, less the standard fee: a simulation needs no market. An
 * order with an agreed minimum was priced live, and its minimum is the only price known here. It is
 * simulated at the minimum if that is higher, and always if the two tokens are different assets,
 * for which one to one means nothing. Within one asset a minimum above par is refused, as live.
 */
function priceOneToOne(
  request: QuoteRequest,
  { feeRate, nowMs, durationSec }: SandboxTerms,
): RailOutcome<FirmQuote> {
  const { lane, from, to, amount } = request;
  if (matchLane(manifest.lanes, lane) === null)
    return refuse(
      'UNROUTABLE_LANE',
      `the sandbox moves between chains; ${lane.from} to itself is no lane`,
    );
  const standard = feeOf(amount, feeRate);
  const atStandard = asUnits(rescale(amount - standard, from.decimals, to.decimals));
  const { minOutput: agreed = noUnits } = request;
  const isOneAsset = from.asset === to.asset;
  const isAgreed = agreed > (isOneAsset ? atStandard : noUnits);
  const output = isAgreed ? agreed : atStandard;
  if (output === 0n)
    return refuse('NO_ROUTE', `amount ${amount} leaves nothing after the fee of ${standard}`);
  const par = asUnits(rescale(amount, from.decimals, to.decimals));
  if (isOneAsset && output > par)
    return refuse('BELOW_AGREED_OUTPUT', `output ${par} is below the agreed ${output}`);
  const fee =
    isAgreed && isOneAsset
      ? asUnits(amount - rescale(output, to.decimals, from.decimals))
      : standard;
  return answer({
    kind: 'firm',
    rail: 'sandbox',
    bridge: 'sandbox',
    via: ['sandbox'],
    input: amount,
    output,
    minOutput: output,
    fee,
    durationSec,
    note: `simulated: priced ${isAgreed ? 'as agreed' : 'one to one'}, nothing moves`,
    expiresAtMs: nowMs + quoteLifeMs,
    memo: { outcome: 'done' },
  });
}
