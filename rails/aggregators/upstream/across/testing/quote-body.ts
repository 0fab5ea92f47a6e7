import { type Hex, nativeAddress, type TokenRef } from '@interline/plugins';
import { contractOf } from '../../../testing/contract.ts';
import type { Ask } from '../../upstream.ts';

export const spokePool = '0x09aea4b2242abc8bb4bb78d537a67a245a7bec64';
export const wrappedEther = '0x4200000000000000000000000000000000000006';
const zeroAddress = '0x0000000000000000000000000000000000000000';

export const spokePoolContract = contractOf(
  'function depositV3(address depositor, address recipient, address inputToken, address outputToken, uint256 inputAmount, uint256 outputAmount, uint256 destinationChainId, address exclusiveRelayer, uint32 quoteTimestamp, uint32 fillDeadline, uint32 exclusivityDeadline, bytes message) payable',
  'function deposit(bytes32 depositor, bytes32 recipient, bytes32 inputToken, bytes32 outputToken, uint256 inputAmount, uint256 outputAmount, uint256 destinationChainId, bytes32 exclusiveRelayer, uint32 quoteTimestamp, uint32 fillDeadline, uint32 exclusivityDeadline, bytes message) payable',
);

export interface DepositTerms {
  readonly depositor?: string;
  readonly recipient?: string;
  readonly inputToken?: string;
  readonly outputToken?: string;
}

/** The deposit of the ask, refundable to the payer, with a minimum of 99.85 dollars. */
export function depositCall(
  ask: Ask,
  terms: DepositTerms = {},
  name: 'depositV3' | 'deposit' = 'depositV3',
): Hex {
  const parties = [
    terms.depositor ?? ask.payer,
    terms.recipient ?? ask.recipient,
    terms.inputToken ?? deposited(ask.from),
    terms.outputToken ?? deposited(ask.to),
  ];
  const written = (address: string): string =>
    name === 'deposit' ? `0x${address.slice(2).padStart(64, '0')}` : address;
  return spokePoolContract.encode(name, [
    ...parties.map(written),
    ask.units,
    99_850_000n,
    ask.toChainId,
    written(zeroAddress),
    1_799_999_990,
    1_800_010_000,
    0,
    '0x',
  ]);
}

/** What the documentation shows for a 200, with the fields no reader looks at. */
export function quoteBody(ask: Ask, data: Hex = depositCall(ask), value?: string) {
  const inputToken = {
    address: deposited(ask.from),
    chainId: ask.fromChainId,
    symbol: ask.from.symbol,
    decimals: ask.from.decimals,
  };
  const outputToken = {
    address: deposited(ask.to),
    chainId: ask.toChainId,
    symbol: ask.to.symbol,
    decimals: ask.to.decimals,
  };
  return {
    crossSwapType: 'bridgeableToBridgeable',
    amountType: 'exactInput',
    id: '6pl4c-1754347045980-2353645c0fb7',
    checks: {
      allowance: {
        token: ask.from.address,
        spender: spokePool,
        actual: '0',
        expected: ask.units.toString(),
      },
      balance: { token: ask.from.address, actual: '0', expected: ask.units.toString() },
    },
    approvalTxns: [{ chainId: ask.fromChainId, to: ask.from.address, data: '0x095ea7b3' }],
    steps: {
      bridge: {
        inputAmount: ask.units.toString(),
        outputAmount: '99900000',
        tokenIn: inputToken,
        tokenOut: outputToken,
        fees: { amount: '100000', pct: '1000000000000000' },
        provider: 'across',
      },
    },
    inputToken,
    outputToken,
    refundToken: inputToken,
    fees: {
      total: { amount: '100000', pct: '1000000000000000' },
      totalMax: { amount: '150000' },
      originGas: { amount: '0' },
    },
    inputAmount: ask.units.toString(),
    maxInputAmount: ask.units.toString(),
    expectedOutputAmount: '99900000',
    minOutputAmount: '99850000',
    expectedFillTime: 3,
    swapTx: {
      ecosystem: 'evm',
      simulationSuccess: false,
      chainId: ask.fromChainId,
      to: spokePool,
      data,
      gas: '122554',
      maxFeePerGas: '1100569',
      maxPriorityFeePerGas: '1100000',
      ...(value === undefined ? {} : { value }),
    },
    quoteExpiryTimestamp: 1_800_000_060,
  };
}

function deposited(token: TokenRef): string {
  return token.address === nativeAddress ? wrappedEther : token.address;
}
