import { type BenchEngine, lane, less, said, usdc } from './engine.ts';

const gateway = '0x3a23f943181408eac424116af7b7790c94cb97a5';
const routeCall = `0x1028c2bd${'00'.repeat(31)}2a${'ab'.repeat(64)}`;

export const socket: BenchEngine = {
  name: 'socket',
  latencyMs: 33,
  path: '/v3/swap/quote',
  answer(question) {
    const [amountIn, input, output, depositor, receiver] = said(
      question,
      'inputAmount',
      'inputToken',
      'outputToken',
      'userAddress',
      'receiverAddress',
    );
    const units = BigInt(amountIn);
    const route = (quoteId: string, bps: bigint) => ({
      userOp: 'tx',
      quoteId,
      expiresAt: Math.floor(Date.now() / 1_000) + 60,
      routeTags: ['SUGGESTED'],
      estimatedTime: 42,
      slippage: 0.5,
      output: {
        token: usdc(lane.to, output),
        amount: less(units, bps),
        minAmountOut: less(units, bps + 50n),
        valueInUsd: '999',
      },
      approval: {
        spenderAddress: gateway,
        amount: units.toString(),
        tokenAddress: input,
        userAddress: depositor,
      },
      txData: {
        kind: 'evm_tx',
        object: { chainId: lane.from, to: gateway, value: '0', data: routeCall },
      },
      statusCheck: { endpoint: '/v3/swap/status', method: 'GET', intervalSec: 5 },
    });
    return {
      success: true,
      statusCode: 200,
      message: null,
      result: {
        originChainId: lane.from,
        destinationChainId: lane.to,
        userAddress: depositor,
        receiverAddress: receiver,
        input: { token: usdc(lane.from, input), amount: units.toString(), valueInUsd: '1000' },
        routes: [route('bench-1', 30n), route('bench-2', 20n)],
      },
    };
  },
};
