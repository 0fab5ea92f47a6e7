import type { Answer, Refusal, StandIn } from '../stand-in.ts';
import { quote } from './quote.ts';
import { status } from './status.ts';

/** LI.FI: one GET that prices and builds at once; status by the source transaction. */
export const lifi: StandIn = {
  engine: 'lifi',
  chainIds: [
    1, 10, 56, 100, 130, 137, 146, 480, 999, 1135, 1868, 4663, 5000, 8453, 33139, 34443, 42161,
    43114, 57073, 59144, 81457,
  ],
  tariff: { spreadPpm: 1_200n, flatMicroUsd: 0n, feeWei: 0n, fillMs: 900, answerMs: 35 },
  quotes: [quote],
  statuses: [status],
  refusal,
};

function refusal(refused: Refusal): Answer {
  switch (refused.kind) {
    case 'missing':
      return invalid(`must have required property '${refused.field}'`);
    case 'malformed':
      return invalid(`${refused.field} must not be ${refused.found}`);
    case 'rate-limited':
      return {
        status: 429,
        body: { message: 'Rate limit exceeded, retry in 2 hours', code: 1005 },
      };
    case 'no-route':
      return noRoute('NO_POSSIBLE_ROUTE', 'No route was found for this action.');
    case 'too-low':
      return noRoute('FEES_HIGHER_THAN_AMOUNT', 'The fees are higher than the amount.');
  }
}

function invalid(message: string): Answer {
  return { status: 400, body: { message, code: 1011 } };
}

function noRoute(code: string, message: string): Answer {
  const failed = [
    {
      overallPath: 'stargateV2',
      subpaths: { stargateV2: [{ errorType: 'NO_QUOTE', code, tool: 'stargateV2', message }] },
    },
  ];
  return {
    status: 404,
    body: {
      message: 'No available quotes for the requested transfer',
      code: 1002,
      errors: { filteredOut: [], failed },
    },
  };
}
