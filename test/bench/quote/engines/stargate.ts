import { Interface } from 'ethers';
import { callTemplate } from './call-template.ts';
import { type BenchEngine, less, said } from './engine.ts';

const pool = '0x27a16dc786820b16e5c9028b75b99f6f604b5d26';
const messageFee = '181457290023101';
const arbitrumEndpoint = 30_110;
const contracts = new Interface([
  'function approve(address spender, uint256 amount)',
  'function sendToken((uint32 dstEid, bytes32 to, uint256 amountLD, uint256 minAmountLD, bytes extraOptions, bytes composeMsg, bytes oftCmd) sendParam, (uint256 nativeFee, uint256 lzTokenFee) fee, address refundAddress) payable',
]);
const approveCall = callTemplate((units) => contracts.encodeFunctionData('approve', [pool, units]));
const sendCall = callTemplate((units, to: string, refundTo: string) =>
  contracts.encodeFunctionData('sendToken', [
    [arbitrumEndpoint, `0x${to.slice(2).padStart(64, '0')}`, units, 1n, '0x', '0x', '0x'],
    [messageFee, 0n],
    refundTo,
  ]),
);

export const stargate: BenchEngine = {
  name: 'stargate',
  latencyMs: 25,
  path: '/api/v1/quotes',
  answer(question) {
    const { query } = question;
    const [amountIn, srcToken, srcAddress, dstAddress] = said(
      question,
      'srcAmount',
      'srcToken',
      'srcAddress',
      'dstAddress',
    );
    const units = BigInt(amountIn);
    const step = (type: string, transaction: object) => ({
      type,
      sender: srcAddress,
      chainKey: 'base',
      transaction: { from: srcAddress, ...transaction },
    });
    const steps = [
      step('approve', { to: srcToken, data: approveCall(units) }),
      step('bridge', {
        to: pool,
        data: sendCall(units, dstAddress, srcAddress),
        value: messageFee,
      }),
    ];
    const quote = {
      ...Object.fromEntries(query),
      error: null,
      srcAmountMax: '743280512009',
      dstNativeAmount: '0',
      fees: [{ token: srcToken, chainKey: 'base', amount: messageFee, type: 'message' }],
      steps,
    };
    return {
      quotes: [
        {
          ...quote,
          route: 'stargate/v2/taxi',
          dstAmount: less(units, 1n),
          duration: { estimated: 41.272 },
        },
        {
          ...quote,
          route: 'stargate/v2/bus',
          dstAmount: less(units, 2n),
          duration: { estimated: 402 },
        },
      ],
    };
  },
};
