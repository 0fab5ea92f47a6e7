import { evmAddress, type Hex, type Json } from '@interline/plugins';
import { usdcOnBase } from '@interline/plugins/testing';
import { contractOf } from '../../../testing/contract.ts';
import { depositor, recipient } from '../../../testing/test-ask.ts';

export const depository = evmAddress('0x4cd00e387622c35bddb9b4c962c136462338bc31');
export const requestId: Hex = `0x${'3b'.repeat(32)}`;
export const orderId: Hex = `0x${'c4'.repeat(32)}`;
export const srcTx: Hex = `0x${'a1'.repeat(32)}`;
export const sentTx: Hex = `0x${'b2'.repeat(32)}`;
export const zero = '0x0000000000000000000000000000000000000000';

export const contracts = contractOf(
  'function approve(address spender, uint256 amount)',
  'function depositErc20(address depositor, address token, uint256 amount, bytes32 id)',
  'function depositNative(address depositor, bytes32 id)',
);

export const approveCall = (spender: string = depository): Hex =>
  contracts.encode('approve', [spender, 100_000_000n]);
export const nativeCall = (id: string = orderId): Hex =>
  contracts.encode('depositNative', [depositor, id]);

/** The calldata of the test ask's deposit, with the changes of a test. */
export function depositCall(
  changes: {
    readonly depositor?: string;
    readonly token?: string;
    readonly amount?: bigint;
    readonly id?: string;
  } = {},
): Hex {
  const made = {
    depositor,
    token: usdcOnBase.address,
    amount: 100_000_000n,
    id: orderId,
    ...changes,
  };
  return contracts.encode('depositErc20', [made.depositor, made.token, made.amount, made.id]);
}

export interface StepParts {
  readonly step?: Readonly<Record<string, Json>>;
  readonly tx?: Readonly<Record<string, Json>>;
  readonly check?: Json;
}

const checkAt = (id: string): Json => ({
  endpoint: `/intents/status/v3?requestId=${id}`,
  method: 'GET',
});

export function approveStep({ step = {}, tx = {} }: StepParts = {}): Json {
  return {
    id: 'approve',
    action: 'Confirm transaction in your wallet',
    description: 'Sign an approval for USDC',
    kind: 'transaction',
    requestId,
    items: [
      {
        status: 'incomplete',
        data: {
          from: depositor,
          to: '0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913',
          data: approveCall(),
          value: '0',
          chainId: 8453,
          maxFeePerGas: '5937131',
          maxPriorityFeePerGas: '1009381',
          ...tx,
        },
      },
    ],
    ...step,
  };
}

export function depositStep({
  step = {},
  tx = {},
  check = checkAt(requestId),
}: StepParts = {}): Json {
  return {
    id: 'deposit',
    action: 'Confirm transaction in your wallet',
    description: 'Depositing funds to the relayer to execute the swap for USDC',
    kind: 'transaction',
    requestId,
    depositAddress: '',
    items: [
      {
        status: 'incomplete',
        data: {
          from: depositor,
          to: '0x4cD00E387622C35bDDB9b4c962C136462338BC31',
          data: depositCall(),
          value: '0',
          chainId: 8453,
          gas: 84_000,
          maxFeePerGas: '5937131',
          maxPriorityFeePerGas: '1009381',
          ...tx,
        },
        check,
      },
    ],
    ...step,
  };
}

export const signatureStep: Json = {
  id: 'authorize1',
  action: 'Sign authorization',
  description: 'Sign to approve swap',
  kind: 'signature',
  items: [
    {
      status: 'incomplete',
      data: {
        sign: { signatureKind: 'eip712' },
        post: { endpoint: '/execute/permits', method: 'POST', body: {} },
      },
    },
  ],
};

export interface QuoteParts {
  readonly steps?: readonly Json[];
  readonly details?: Readonly<Record<string, Json>>;
  readonly currencyIn?: Readonly<Record<string, Json>>;
  readonly currencyOut?: Readonly<Record<string, Json>>;
  readonly protocol?: Json;
}

/** A whole quote for the test ask. */
export function quoteBody(parts: QuoteParts = {}): Json {
  const {
    steps = [approveStep(), depositStep()],
    details = {},
    currencyIn = {},
    currencyOut = {},
  } = parts;
  const {
    protocol = {
      v2: {
        orderId,
        orderSignature: '0x1234',
        paymentDetails: {
          chainId: 'base',
          depository,
          currency: usdcOnBase.address,
          amount: '100000000',
        },
      },
    },
  } = parts;
  const source = {
    chainId: 8453,
    address: '0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913',
    symbol: 'USDC',
    name: 'USD Coin',
    decimals: 6,
    metadata: { verified: true },
  };
  return {
    steps: [...steps],
    fees: {
      gas: {
        currency: { chainId: 8453, address: zero, symbol: 'ETH', decimals: 18 },
        amount: '498722000000',
        amountUsd: '0.0015',
        minimumAmount: '498722000000',
      },
      relayer: { currency: source, amount: '31200', amountUsd: '0.0312', minimumAmount: '31200' },
      app: { currency: source, amount: '0', amountUsd: '0', minimumAmount: '0' },
    },
    details: {
      operation: 'swap',
      sender: depositor,
      recipient,
      currencyIn: {
        currency: source,
        amount: '100000000',
        amountFormatted: '100.0',
        amountUsd: '99.98',
        minimumAmount: '100000000',
        ...currencyIn,
      },
      currencyOut: {
        currency: {
          chainId: 42161,
          address: '0xaf88d065e77c8cC2239327C5EDb3A432268e5831',
          symbol: 'USDC',
          name: 'USD Coin',
          decimals: 6,
        },
        amount: '99968800',
        amountFormatted: '99.9688',
        amountUsd: '99.95',
        minimumAmount: '99468956',
        ...currencyOut,
      },
      refundCurrency: { currency: source, amount: '99900000' },
      totalImpact: { usd: '-0.03', percent: '-0.03' },
      rate: '0.999688',
      timeEstimate: 2,
      ...details,
    },
    protocol,
  };
}

/** The status answer about the test ask's deposit. */
export function statusBody(status: string, changes: Readonly<Record<string, Json>> = {}): Json {
  return {
    status,
    inTxHashes: [srcTx],
    txHashes: [sentTx],
    updatedAt: 1_800_000_002_145,
    originChainId: 8453,
    destinationChainId: 42161,
    ...changes,
  };
}
