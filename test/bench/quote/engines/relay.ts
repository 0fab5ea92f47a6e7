import { Interface } from 'ethers';
import { callTemplate } from './call-template.ts';
import { type BenchEngine, lane, less, usdc } from './engine.ts';

const depository = '0x4cd00e387622c35bddb9b4c962c136462338bc31';
const orderId = `0x${'c4'.repeat(32)}`;
const requestId = `0x${'3b'.repeat(32)}`;
const contracts = new Interface([
  'function approve(address spender, uint256 amount)',
  'function depositErc20(address depositor, address token, uint256 amount, bytes32 id)',
]);
const approveCall = callTemplate((units) =>
  contracts.encodeFunctionData('approve', [depository, units]),
);
const depositCall = callTemplate((units, depositor: string, token: string) =>
  contracts.encodeFunctionData('depositErc20', [depositor, token, units, orderId]),
);

export const relay: BenchEngine = {
  name: 'relay',
  latencyMs: 18,
  path: '/quote/v2',
  answer({ body }) {
    const { user, recipient, originCurrency, destinationCurrency, amount } = body as Record<
      'user' | 'recipient' | 'originCurrency' | 'destinationCurrency' | 'amount',
      string
    >; // CAST: as documented.
    const units = BigInt(amount);
    const [source, destination] = [
      usdc(lane.from, originCurrency),
      usdc(lane.to, destinationCurrency),
    ];
    const step = (id: string, to: string, data: string) => ({
      id,
      action: 'Confirm transaction in your wallet',
      description: id,
      kind: 'transaction',
      requestId,
      items: [
        {
          status: 'incomplete',
          data: { from: user, to, data, value: '0', chainId: lane.from },
          check: { endpoint: `/intents/status/v3?requestId=${requestId}`, method: 'GET' },
        },
      ],
    });
    return {
      steps: [
        step('approve', originCurrency, approveCall(units)),
        step('deposit', depository, depositCall(units, user, originCurrency)),
      ],
      fees: {
        relayer: { currency: source, amount: '31200', amountUsd: '0.0312', minimumAmount: '31200' },
      },
      details: {
        operation: 'swap',
        sender: user,
        recipient,
        timeEstimate: 2,
        rate: '0.9997',
        currencyIn: { currency: source, amount, minimumAmount: amount },
        currencyOut: {
          currency: destination,
          amount: less(units, 3n),
          minimumAmount: less(units, 53n),
        },
      },
      protocol: {
        v2: {
          orderId,
          orderSignature: '0x1234',
          paymentDetails: { chainId: 'base', depository, currency: originCurrency, amount },
        },
      },
    };
  },
};
