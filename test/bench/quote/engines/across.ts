import { Interface, zeroPadValue } from 'ethers';
import { callTemplate } from './call-template.ts';
import { type BenchEngine, lane, less, said, usdc, zeroAddress } from './engine.ts';

const spokePool = '0x09aea4b2242abc8bb4bb78d537a67a245a7bec64';
const pool = new Interface([
  'function deposit(bytes32 depositor, bytes32 recipient, bytes32 inputToken, bytes32 outputToken, uint256 inputAmount, uint256 outputAmount, uint256 destinationChainId, bytes32 exclusiveRelayer, uint32 quoteTimestamp, uint32 fillDeadline, uint32 exclusivityDeadline, bytes message)',
]);
const depositCall = callTemplate(
  (units, payer: string, recipient: string, from: string, to: string) =>
    pool.encodeFunctionData('deposit', [
      ...[payer, recipient, from, to].map((address) => zeroPadValue(address, 32)),
      units,
      1n,
      lane.to,
      zeroPadValue(zeroAddress, 32),
      1_800_000_000,
      1_800_010_000,
      0,
      '0x',
    ]),
);
const lifeSec = 60;

export const across: BenchEngine = {
  name: 'across',
  latencyMs: 22,
  path: '/api/swap/approval',
  answer(question) {
    const [amountIn, input, output, recipient, payer] = said(
      question,
      'amount',
      'inputToken',
      'outputToken',
      'recipient',
      'refundAddress',
    );
    const units = BigInt(amountIn);
    const [inputToken, outputToken, inputAmount] = [
      usdc(lane.from, input),
      usdc(lane.to, output),
      units.toString(),
    ];
    return {
      crossSwapType: 'bridgeableToBridgeable',
      amountType: 'exactInput',
      id: 'bench',
      checks: {
        allowance: { token: input, spender: spokePool, actual: '0', expected: inputAmount },
        balance: { token: input, actual: '0', expected: inputAmount },
      },
      approvalTxns: [{ chainId: lane.from, to: input, data: '0x095ea7b3' }],
      steps: {
        bridge: {
          inputAmount,
          outputAmount: less(units, 10n),
          tokenIn: inputToken,
          tokenOut: outputToken,
          fees: { amount: '100000', pct: '1000000000000000' },
          provider: 'across',
        },
      },
      inputToken,
      outputToken,
      refundToken: inputToken,
      inputAmount,
      maxInputAmount: inputAmount,
      expectedOutputAmount: less(units, 10n),
      minOutputAmount: less(units, 15n),
      expectedFillTime: 3,
      swapTx: {
        ecosystem: 'evm',
        simulationSuccess: false,
        chainId: lane.from,
        to: spokePool,
        data: depositCall(units, payer, recipient, input, output),
        gas: '122554',
      },
      quoteExpiryTimestamp: Math.floor(Date.now() / 1_000) + lifeSec,
    };
  },
};
