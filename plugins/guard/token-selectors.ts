import type { Hex } from '@interline/kernel';

/**
 * Functions that move, or let somebody move, what their caller holds in the contract that is
 * called.
 */
const tokenSelectors: Readonly<Record<string, string>> = {
  '0xa9059cbb': 'transfer(address,uint256)',
  '0x23b872dd': 'transferFrom(address,address,uint256)',
  '0x095ea7b3': 'approve(address,uint256)',
  '0x39509351': 'increaseAllowance(address,uint256)',
  '0xd73dd623': 'increaseApproval(address,uint256)',
  '0xd505accf': 'permit, EIP-2612',
  '0x9fd5a6cf': 'permit, EIP-2612 with whole bytes',
  '0x8fcbaf0c': 'permit, DAI',
  '0xe3ee160e': 'transferWithAuthorization, EIP-3009',
  '0xef55bec6': 'receiveWithAuthorization, EIP-3009',
  '0x4000aea0': 'transferAndCall(address,uint256,bytes)',
  '0x1296ee62': 'transferAndCall(address,uint256)',
  '0xd8fbe994': 'transferFromAndCall(address,address,uint256)',
  '0xc1d34b89': 'transferFromAndCall(address,address,uint256,bytes)',
  '0xcae9ca51': 'approveAndCall(address,uint256,bytes)',
  '0x3177029f': 'approveAndCall(address,uint256)',
  '0x9bd9bbc6': 'send(address,uint256,bytes), ERC-777',
  '0x62ad1b83': 'operatorSend, ERC-777',
  '0x959b8c3f': 'authorizeOperator(address), ERC-777',
  '0x87517c45': 'approve, Permit2',
  '0x36c78516': 'transferFrom, Permit2',
  '0x0d58b1db': 'transferFrom of several, Permit2',
  '0x2b67b570': 'permit, Permit2',
  '0x2a2d80d1': 'permit of several, Permit2',
  '0x30f28b7a': 'permitTransferFrom, Permit2',
  '0xedd9444b': 'permitTransferFrom of several, Permit2',
  '0x137c29fe': 'permitWitnessTransferFrom, Permit2',
  '0xfe8ec1a7': 'permitWitnessTransferFrom of several, Permit2',
  '0xa22cb465': 'setApprovalForAll(address,bool)',
  '0x42842e0e': 'safeTransferFrom(address,address,uint256)',
  '0xb88d4fde': 'safeTransferFrom(address,address,uint256,bytes)',
  '0xf242432a': 'safeTransferFrom, ERC-1155',
  '0x2eb2c2d6': 'safeBatchTransferFrom, ERC-1155',
};

/**
 * Whether calldata starts like a call on a token or on Permit2, wherever it is sent: a token that
 * is not listed may stand there.
 */
export function isTokenCall(data: Hex): boolean {
  return Object.hasOwn(tokenSelectors, data.slice(0, 10).toLowerCase());
}
