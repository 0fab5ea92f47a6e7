import type { SignableAnswer, WantedTransfer } from '../check-sign-request.ts';

export const owner = '0x1111111111111111111111111111111111111111';
export const token = '0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913';
const spender = '0x2222222222222222222222222222222222222222';
const permit2 = '0x000000000022D473030F116dDEE9F6B43aC78BA3';

const [name, version] = [
  { name: 'name', type: 'string' },
  { name: 'version', type: 'string' },
];
const [chainId, verifyingContract] = [
  { name: 'chainId', type: 'uint256' },
  { name: 'verifyingContract', type: 'address' },
];

export type Asked = SignableAnswer;

/** What was asked for to get it. */
export const sampleWanted: WantedTransfer = {
  fromChain: 8453,
  toChain: 42161,
  fromToken: 'USDC',
  toToken: 'native',
  amount: '5000000',
  toAddress: owner,
  minOut: '4990000',
};

/** Five USDC from Base, by a payer who never approved Permit2. */
export const sampleAsked: Asked = {
  execute: {
    fromChain: 8453,
    toChain: 42161,
    fromToken: token,
    toToken: 'native',
    amount: '5000000',
    toAddress: owner,
    mode: 'permit2',
    minOut: '4996000',
  },
  signRequest: {
    mode: 'permit2',
    chainId: 8453,
    spender,
    permit2,
    tokenAddress: token,
    amount: '5000000',
    nonce: '7',
    deadline: '1763601800',
    eip712: {
      domain: { name: 'Permit2', chainId: 8453, verifyingContract: permit2 },
      types: {
        EIP712Domain: [name, chainId, verifyingContract],
        PermitTransferFrom: [
          { name: 'permitted', type: 'TokenPermissions' },
          { name: 'spender', type: 'address' },
          { name: 'nonce', type: 'uint256' },
          { name: 'deadline', type: 'uint256' },
        ],
        TokenPermissions: [
          { name: 'token', type: 'address' },
          { name: 'amount', type: 'uint256' },
        ],
      },
      primaryType: 'PermitTransferFrom',
      message: {
        permitted: { token, amount: '5000000' },
        spender,
        nonce: '7',
        deadline: '1763601800',
      },
    },
    allowance: {
      kind: 'eip2612',
      eip712: {
        domain: { name: 'USD Coin', version: '2', chainId: 8453, verifyingContract: token },
        types: {
          EIP712Domain: [name, version, chainId, verifyingContract],
          Permit: [
            { name: 'owner', type: 'address' },
            { name: 'spender', type: 'address' },
            { name: 'value', type: 'uint256' },
            { name: 'nonce', type: 'uint256' },
            { name: 'deadline', type: 'uint256' },
          ],
        },
        primaryType: 'Permit',
        message: { owner, spender: permit2, value: '5000000', nonce: '0', deadline: '1763601800' },
      },
    },
  },
};
