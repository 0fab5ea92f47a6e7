import { AbiCoder } from 'ethers/abi';
import { ZeroAddress } from 'ethers/constants';
import type { Ask, Asset, Offer } from '../order.ts';
import { estimate } from './estimate.ts';
import { RequestFields } from '../read-request.ts';
import { addressOrZeros, standInBridge } from '../stand-in-bridge.ts';
import type { Call, Calldata, EngineRequest, QuoteEndpoint } from '../stand-in.ts';

/** How the API spells a chain's coin. */
const coin = '';

export function quoteAt(path: string): QuoteEndpoint {
  return { method: 'POST', path, read, calldata, body, estimate };
}

function read({ body: sent }: EngineRequest): Ask {
  const fields = new RequestFields(sent);
  const tokenIn = fields.inside('tokenAmountIn');
  const tokenOut = fields.inside('tokenOut');
  for (const token of [tokenIn, tokenOut]) {
    token.integer('decimals');
    token.text('symbol');
  }
  return {
    fromChainId: tokenIn.integer('chainId'),
    toChainId: tokenOut.integer('chainId'),
    fromToken: tokenIn.token('address', coin),
    toToken: tokenOut.token('address', coin),
    units: tokenIn.units('amount'),
    depositor: fields.address('from'),
    recipient: fields.address('to'),
    // Its `refundAddress` is for deposits on Bitcoin.
    refundTo: null,
    least: { slippagePpm: BigInt(fields.integer('slippage')) * 100n },
  };
}

// Recipient and destination are in the other side's part, which is not read on this one.
function calldata({ id, ask, bridge, feeWei, said }: Offer): Calldata {
  const nativeIn = said.token === null;
  const route = {
    firstSwapCalldata: '0x',
    secondSwapCalldata: '0x',
    approvedTokens: [addressOrZeros({ address: said.token })],
    firstDexRouter: ZeroAddress,
    secondDexRouter: ZeroAddress,
    amount: ask.units,
    nativeIn,
    relayRecipient: bridge,
    otherSideCalldata: AbiCoder.defaultAbiCoder().encode(
      ['bytes32', 'uint256', 'address'],
      [id, ask.toChainId, said.recipient],
    ),
  };
  return {
    data: standInBridge.encodeFunctionData('metaRoute', [route]),
    valueWei: feeWei + (nativeIn ? ask.units : 0n),
  };
}

function body(offer: Offer, call: Call | null): object {
  const { from, to, bridge, feeUnits, said } = offer;
  const tokenIn = { ...from, address: said.token };
  return {
    type: 'evm',
    kind: 'crosschain-swap',
    ...(call === null
      ? {}
      : { tx: { to: call.to, data: call.data, value: String(call.valueWei) } }),
    approveTo: bridge,
    fees: [
      { provider: 'symbiosis', description: 'Cross-chain fee', value: amountOf(tokenIn, feeUnits) },
    ],
    tokenAmountOut: amountOf(to, offer.output),
    tokenAmountOutMin: amountOf(to, offer.minOutput),
    priceImpact: '0',
    estimatedTime: offer.durationSec,
    routes: [{ provider: 'symbiosis', tokens: [tokenOf(tokenIn), tokenOf(to)] }],
  };
}

function amountOf(token: Asset, units: bigint): object {
  return { ...tokenOf(token), amount: String(units) };
}

function tokenOf({ address, chainId, decimals, symbol }: Asset): object {
  return { address: address ?? coin, chainId, decimals, symbol };
}
