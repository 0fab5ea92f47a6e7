import { Interface } from 'ethers/abi';
import { MaxUint256, ZeroAddress, ZeroHash } from 'ethers/constants';
import { zeroPadValue } from 'ethers/utils';
import type { Ask, Asset, Offer } from '../order.ts';
import { usdText } from '../exchange.ts';
import { RequestFields } from '../read-request.ts';
import type { Call, Calldata, EngineRequest, QuoteEndpoint } from '../stand-in.ts';
import { addressOrZeros, approval } from '../stand-in-bridge.ts';

const usualSlippagePpm = 5_000n;
const depositGas = 250_000;
const fillWithinSec = 7_200;

/**
 * A bridged coin is named by its wrapped token; the devnet has none, so a usual address is used.
 */
const wrappedCoin = '0x4200000000000000000000000000000000000006';

/** The API appends this to its calldata to distinguish deposits; decoders ignore it. */
const tagMark = '1dc0de';

/** As in every deposit seen live; the bridge takes the older `depositV3` as well. */
const pool = new Interface([
  `function deposit(bytes32 depositor, bytes32 recipient, bytes32 inputToken, bytes32 outputToken, uint256 inputAmount,
    uint256 outputAmount, uint256 destinationChainId, bytes32 exclusiveRelayer, uint32 quoteTimestamp, uint32 fillDeadline,
    uint32 exclusivityDeadline, bytes message)`,
]);

export const quote: QuoteEndpoint = {
  method: 'GET',
  path: '/api/swap/approval',
  read,
  calldata,
  body,
};

function read({ query }: EngineRequest): Ask {
  const fields = new RequestFields(query);
  fields.oneOf('tradeType', ['exactInput']);
  const depositor = fields.address('depositor');
  const slippagePpm =
    query.slippage === 'auto' ? usualSlippagePpm : fields.optionalMillionths('slippage');
  return {
    fromChainId: fields.integer('originChainId'),
    toChainId: fields.integer('destinationChainId'),
    fromToken: fields.token('inputToken', ZeroAddress),
    toToken: fields.token('outputToken', ZeroAddress),
    units: fields.units('amount'),
    depositor,
    recipient: fields.optionalAddress('recipient') ?? depositor,
    refundTo: fields.optionalAddress('refundAddress') ?? null,
    least: { slippagePpm: slippagePpm ?? usualSlippagePpm },
  };
}

function calldata({ id, ask, from, to, minOutput, quotedAtMs, said }: Offer): Calldata {
  const quotedAtSec = Math.floor(quotedAtMs / 1_000);
  const deposit = pool.encodeFunctionData('deposit', [
    zeroPadValue(ask.refundTo ?? ask.depositor, 32),
    zeroPadValue(said.recipient, 32),
    zeroPadValue(said.token ?? wrappedCoin, 32),
    zeroPadValue(to.address ?? wrappedCoin, 32),
    ask.units,
    minOutput,
    to.chainId,
    ZeroHash,
    quotedAtSec,
    quotedAtSec + fillWithinSec,
    0,
    '0x',
  ]);
  return {
    data: deposit + tagMark + id.slice(2),
    valueWei: from.address === null ? ask.units : 0n,
  };
}

function body(offer: Offer, call: Call | null): object {
  const { id, ask, from, to, output, minOutput, feeUnits, durationSec, bridge, expiresAtMs } =
    offer;
  const input = tokenOf(from);
  const total = { amount: String(feeUnits), amountUsd: usdText(feeUnits, from), token: input };
  return {
    crossSwapType: 'bridgeableToBridgeable',
    amountType: 'exactInput',
    id,
    checks: {
      allowance: {
        token: input.address,
        spender: bridge,
        actual: '0',
        expected: String(ask.units),
      },
      balance: { token: input.address, actual: '0', expected: String(ask.units) },
    },
    // Without an upper bound, as the API writes it.
    approvalTxns:
      from.address === null
        ? []
        : [{ chainId: from.chainId, to: from.address, data: approval(bridge, MaxUint256) }],
    steps: {
      bridge: {
        inputAmount: String(ask.units),
        outputAmount: String(output),
        tokenIn: input,
        tokenOut: tokenOf(to),
        provider: 'across',
        fees: { amount: total.amount, token: input },
      },
    },
    inputToken: input,
    outputToken: tokenOf(to),
    refundToken: input,
    fees: { total, totalMax: total, originGas: { amount: '0', amountUsd: '0' } },
    inputAmount: String(ask.units),
    maxInputAmount: String(ask.units),
    expectedOutputAmount: String(output),
    minOutputAmount: String(minOutput),
    expectedFillTime: durationSec,
    quoteExpiryTimestamp: Math.floor(expiresAtMs / 1_000),
    swapTx: call && {
      ecosystem: 'evm',
      simulationSuccess: false,
      chainId: from.chainId,
      to: call.to,
      data: call.data,
      value: String(call.valueWei),
      gas: String(depositGas),
    },
  };
}

function tokenOf(asset: Asset): {
  address: string;
  chainId: number;
  symbol: string;
  decimals: number;
} {
  return {
    address: addressOrZeros(asset),
    chainId: asset.chainId,
    symbol: asset.symbol,
    decimals: asset.decimals,
  };
}
