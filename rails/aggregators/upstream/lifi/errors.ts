import { type Refusal, refuse } from '@interline/plugins';
import { z } from 'zod';
import { engineFault } from '../../wire/engine-fault.ts';
import type { UpstreamAnswer } from '../upstream.ts';

/** LI.FI's own numbers, 1000 to 1013. A 2xx may contain one, then without an estimate. */
const errorBody = z.object({ code: z.number(), estimate: z.undefined().optional() });

const noQuote = 1002;

const refusals = new Map<number, string>([
  [1003, 'lifi does not know one of the chains or tokens'],
  [1004, 'lifi cannot process this transfer'],
  [1007, 'the price moves by more than the slippage allows on lifi'],
  [1011, 'lifi does not accept a value of the request'],
]);

const faults = new Map<number, string>([
  [1000, 'lifi failed on its side'],
  [1001, 'lifi could not make its transaction'],
  [1006, 'lifi failed on its side'],
  [1008, 'a bridge behind lifi failed'],
  [1010, 'lifi does not accept our key'],
  [1012, 'lifi could not read a chain'],
  [1013, 'lifi could not read its own answer'],
]);

/** Why there is no quote, or null if there may be one. LI.FI states no minimum input. */
export function refusalOf({ status, body }: UpstreamAnswer): Refusal | null {
  const error = errorBody.safeParse(body);
  if (status < 400 && !error.success) return null;

  const code = error.data?.code ?? statusCodes.get(status);
  if (code === noQuote) return refuse('NO_ROUTE', noRouteReason(body));
  if (code === 1005) throw engineFault('lifi', 'quote', 'lifi asks us to slow down', 'RAIL_DOWN');
  if (code === 1009)
    throw engineFault('lifi', 'quote', 'lifi waited too long for its bridges', 'RAIL_TIMEOUT');
  const fault = faults.get(code ?? 0);
  if (fault !== undefined) throw engineFault('lifi', 'quote', fault);
  return refuse('NO_ROUTE', refusals.get(code ?? 0) ?? `lifi refuses, with HTTP status ${status}`);
}

/** The code that corresponds to a bare status. */
const statusCodes = new Map([
  [400, 1011],
  [401, 1010],
  [403, 1010],
  [404, noQuote],
]);

/** Why its bridges have no route; the reason that a client can do most about comes first. */
const toolReasons: readonly (readonly [code: string, reason: string])[] = [
  ['AMOUNT_TOO_LOW', 'the amount is too low for the bridges of lifi'],
  ['FEES_HIGHER_THAN_AMOUNT', 'the fees on lifi are higher than the amount'],
  ['AMOUNT_TOO_HIGH', 'the amount is too high for the bridges of lifi'],
  ['DIFFERENT_RECIPIENT_NOT_SUPPORTED', 'the bridges of lifi pay only the depositor on this lane'],
  ['CANNOT_GUARANTEE_MIN_AMOUNT', 'the bridges of lifi cannot promise the minimum'],
  ['INSUFFICIENT_LIQUIDITY', 'the bridges of lifi have too little liquidity for the amount'],
  ['RATE_LIMIT_EXCEEDED', 'the bridges of lifi are over their limits now'],
  ['TOOL_TIMEOUT', 'the bridges of lifi did not answer it in time'],
  ['RPC_ERROR', 'the bridges of lifi could not read a chain'],
  ['TOOL_SPECIFIC_ERROR', 'the bridges of lifi refuse this transfer'],
  ['UNKNOWN_ERROR', 'the bridges of lifi failed'],
  ['NO_POSSIBLE_ROUTE', 'lifi finds no route for this pair and amount'],
];

const failedTools = z.object({
  errors: z.object({
    failed: z.array(
      z.object({ subpaths: z.record(z.string(), z.array(z.object({ code: z.string() }))) }),
    ),
  }),
});

function noRouteReason(body: unknown): string {
  const said = failedTools.safeParse(body);
  const codes = said.success
    ? said.data.errors.failed.flatMap(({ subpaths }) =>
        Object.values(subpaths)
          .flat()
          .map(({ code }) => code),
      )
    : [];
  return (
    toolReasons.find(([code]) => codes.includes(code))?.[1] ??
    'lifi finds no route for this pair and amount'
  );
}
