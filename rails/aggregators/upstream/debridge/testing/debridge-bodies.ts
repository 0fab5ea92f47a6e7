import type { Hex, Json } from '@interline/plugins';
import { usdcOnArbitrum, usdcOnBase } from '@interline/plugins/testing';
import { contractOf, packedHash } from '../../../testing/contract.ts';
import { depositor, payer, recipient } from '../../../testing/test-ask.ts';

export const dlnSource = '0xef4fb24ad0916217251f553c0596f8edc630eb66';
export const allowanceTarget = '0x663dc15d3c1ac63ff12e45ab68fea3f0a883c251';
export const fillTx = `0x${'9c29'.repeat(16)}`;
export const refundTx = `0x${'5ef0'.repeat(16)}`;

export const dlnContract = contractOf(`function createSaltedOrder(
  (address giveTokenAddress, uint256 giveAmount, bytes takeTokenAddress, uint256 takeAmount, uint256 takeChainId, bytes receiverDst,
   address givePatchAuthoritySrc, bytes orderAuthorityAddressDst, bytes allowedTakerDst, bytes externalCall, bytes allowedCancelBeneficiarySrc) orderCreation,
  uint64 salt, bytes affiliateFee, uint32 referralCode, bytes permitEnvelope, bytes metadata)`);

const soundOrder = {
  giveTokenAddress: usdcOnBase.address,
  giveAmount: 100_000_000n,
  takeTokenAddress: usdcOnArbitrum.address,
  takeAmount: 99_760_000n,
  takeChainId: 42_161n,
  receiverDst: recipient as string,
  givePatchAuthoritySrc: depositor,
  orderAuthorityAddressDst: depositor as string,
  allowedTakerDst: '0x',
  externalCall: '0x',
  allowedCancelBeneficiarySrc: payer as string,
};

/** The calldata of the test ask's order, with the changes of a test. */
export function orderCalldata(changes: Partial<typeof soundOrder> = {}): Hex {
  return dlnContract.encode('createSaltedOrder', [
    { ...soundOrder, ...changes },
    1_790_000_000_123n,
    '0x',
    0,
    '0x',
    '0x',
  ]);
}

type Decoded = readonly (string | bigint)[];

/**
 * The id that the contract gives the order of that calldata on Base, after the protocol's 4 bps; some
 * other id for calldata that holds none.
 */
export function orderIdIn(data: Hex, protocolFee?: bigint): Hex {
  const held = data.startsWith('0x4d8160ba') ? innerCall(data) : data;
  const read = held.startsWith('0xb9303701') ? decoded(held) : null;
  if (read === null) return `0x${'8c21'.repeat(16)}`;
  const [
    [give, given, take, takeAmount, chain, receiver, patch, authority, taker, call, refund],
    salt,
  ] = read;
  const units = BigInt(given ?? 0);
  const fee = protocolFee ?? (units * 4n) / 10_000n;
  const sized = (bytes: string | bigint | undefined): readonly (readonly [string, unknown])[] => [
    ['uint8', String(bytes).length / 2 - 1],
    ['bytes', bytes],
  ];
  const parts: readonly (readonly [string, unknown])[] = [
    ['uint64', salt],
    ...sized(depositor),
    ['uint256', 8453],
    ...sized(give),
    ['uint256', units - fee],
    ['uint256', chain],
    ...sized(take),
    ['uint256', takeAmount],
    ...sized(receiver),
    ...sized(patch),
    ...sized(authority),
    ...sized(taker),
    ...sized(refund),
    ['bool', call !== '0x'],
  ];
  return packedHash(parts);
}

function decoded(data: Hex): readonly [Decoded, bigint] | null {
  try {
    // CAST: the arguments of the call above.
    return dlnContract.decode('createSaltedOrder', data) as unknown as readonly [Decoded, bigint];
  } catch {
    return null;
  }
}

function innerCall(data: Hex): Hex {
  try {
    return (forwarder.decode('strictlySwapAndCall', data)?.[9] ?? '0x') as Hex; // CAST: its last argument.
  } catch {
    return '0x';
  }
}

const forwarder = contractOf(
  'function strictlySwapAndCall(address,uint256,bytes,address,bytes,address,uint256,address,address,bytes)',
);

/** The same order behind a swap, as the engine's forwarder takes both. */
export function swapCalldata(): Hex {
  return forwarder.encode('strictlySwapAndCall', [
    usdcOnBase.address,
    100_000_000n,
    '0x',
    allowanceTarget,
    '0x2213bc0b',
    usdcOnArbitrum.address,
    99_800_000n,
    payer,
    dlnSource,
    orderCalldata(),
  ]);
}

export interface CreateTxTerms {
  readonly given?: Readonly<Record<string, Json>>;
  readonly taken?: Readonly<Record<string, Json>>;
  readonly tx?: Readonly<Record<string, Json>>;
}

/** A whole answer of `create-tx` to the test ask. */
export function createTxBody({ given = {}, taken = {}, tx = {} }: CreateTxTerms = {}): Json {
  return {
    estimation: {
      srcChainTokenIn: {
        address: '0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913',
        chainId: 8453,
        decimals: 6,
        name: 'USD Coin',
        symbol: 'USDC',
        amount: '100000000',
        approximateOperatingExpense: '120000',
        mutatedWithOperatingExpense: false,
        ...given,
      },
      dstChainTokenOut: {
        address: '0xaf88d065e77c8cC2239327C5EDb3A432268e5831',
        chainId: 42161,
        decimals: 6,
        name: 'USD Coin',
        symbol: 'USDC',
        amount: '99760000',
        recommendedAmount: '99760000',
        maxTheoreticalAmount: '99800000',
        ...taken,
      },
      costsDetails: [
        {
          chain: '8453',
          tokenIn: usdcOnBase.address,
          tokenOut: usdcOnBase.address,
          amountIn: '100000000',
          amountOut: '99960000',
          type: 'DlnProtocolFee',
          payload: { feeAmount: '40000', feeBps: '4' },
        },
        {
          chain: '42161',
          tokenIn: usdcOnArbitrum.address,
          tokenOut: usdcOnArbitrum.address,
          amountIn: '99960000',
          amountOut: '99920000',
          type: 'TakerMargin',
          payload: { feeAmount: '40000', feeBps: '4' },
        },
      ],
      recommendedSlippage: 0,
    },
    tx: {
      to: dlnSource,
      data: orderCalldata(),
      value: '1000000000000000',
      allowanceTarget,
      allowanceValue: '100000000',
      ...tx,
    },
    prependedOperatingExpenseCost: '0',
    order: { approximateFulfillmentDelay: 8, salt: 1_790_000_000_123, metadata: '0x0101' },
    orderId: orderIdIn((tx['data'] ?? orderCalldata()) as Hex), // CAST: a test's own calldata.
    fixFee: '1000000000000000',
    protocolFee: '40000',
    usdPriceImpact: -0.24,
    estimatedTransactionFee: {
      total: '210000000000',
      details: { gasLimit: '260000', baseFee: '1000000' },
    },
  };
}

/** Of the order of `createTxBody`. */
export const orderId = orderIdIn(orderCalldata());

/** The stats service's answer about an order. */
export function storyBody(
  state: string,
  hashes: { readonly fill?: string; readonly refund?: string } = {},
): Json {
  return {
    orderId: { stringValue: orderId },
    state,
    makerSrc: { stringValue: depositor },
    createdSrcEventMetadata: {
      transactionHash: { stringValue: `0x${'11'.repeat(32)}` },
      blockTimeStamp: 1_790_000_010,
    },
    fulfilledDstEventMetadata: hashes.fill === undefined ? null : metadata(hashes.fill),
    claimedOrderCancelSrcEventInfo:
      hashes.refund === undefined ? null : { transactionMetadata: metadata(hashes.refund) },
  };
}

function metadata(hash: string): Json {
  return { transactionHash: { stringValue: hash }, blockTimeStamp: 1_790_000_030 };
}
