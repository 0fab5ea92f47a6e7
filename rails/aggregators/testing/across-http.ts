import {
  asAmount,
  evmAddress,
  type OutboundHttp,
  type OutboundResponse,
  type TokenRef,
} from '@interline/plugins';
import { testTokens } from '@interline/plugins/testing';
import { quoteBody } from '../upstream/across/testing/quote-body.ts';
import type { Ask } from '../upstream/upstream.ts';

/**
 * Across's two endpoints as documented: every price is 99.90 dollars with six decimals, at least
 * 99.85, and every deposit is filled. Other paths and other tokens are not found.
 */
export const acrossHttp: OutboundHttp = {
  async request({ url }) {
    const { pathname, searchParams } = new URL(url);
    switch (pathname) {
      case '/api/swap/approval': {
        const ask = askIn(searchParams);
        return isSixDecimalDollar(ask.from) && isSixDecimalDollar(ask.to)
          ? found(quoteBody(ask))
          : notFound;
      }
      case '/api/deposit/status':
        return found({ status: 'filled', fillTxnRef: `0x${'f1'.repeat(32)}` });
      default:
        return notFound;
    }
  },
};

const notFound: OutboundResponse = {
  status: 404,
  headers: {},
  body: '{"message":"not found"}',
};

function isSixDecimalDollar({ asset, decimals }: TokenRef): boolean {
  return asset === 'USD' && decimals === 6;
}

function found(body: object): OutboundResponse {
  return {
    status: 200,
    headers: {},
    body: JSON.stringify(body, (_key, value: unknown) =>
      typeof value === 'bigint' ? String(value) : value,
    ),
  };
}

function askIn(query: URLSearchParams): Ask {
  const said = (name: string): string => query.get(name) ?? '';
  return {
    fromChainId: Number(said('originChainId')),
    toChainId: Number(said('destinationChainId')),
    from: tokenAt(said('inputToken')),
    to: tokenAt(said('outputToken')),
    units: asAmount(BigInt(said('amount'))),
    minOutput: null,
    // CAST: no reader of a body looks at it.
    slippage: 0 as Ask['slippage'],
    depositor: evmAddress(said('depositor')),
    payer: evmAddress(said('refundAddress')),
    recipient: evmAddress(said('recipient')),
  };
}

function tokenAt(address: string): TokenRef {
  const token = testTokens.find((one) => one.address === address);
  if (token === undefined) throw new Error(`${address} is no token of this test`);
  return token;
}
