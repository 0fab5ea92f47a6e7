import dai from './artifacts/DevnetDai.json' with { type: 'json' };
import memberPass from './artifacts/MemberPass.json' with { type: 'json' };
import bridge from './artifacts/StandInBridge.json' with { type: 'json' };
import exactProxy from './artifacts/StandInExactProxy.json' with { type: 'json' };
import usdc from './artifacts/DevnetUsdc.json' with { type: 'json' };

/**
 * Our own contracts: each takes one address as its only constructor argument, of its minter or
 * owner.
 */
export type DevnetContract = { bytecode: string; deployGas: number };

export const tokenContracts: readonly (DevnetContract & { symbol: string; decimals: number })[] = [
  { symbol: 'USDC', decimals: 6, bytecode: usdc.bytecode, deployGas: 3_000_000 },
  { symbol: 'DAI', decimals: 18, bytecode: dai.bytecode, deployGas: 2_500_000 },
];

export const memberPassContract: DevnetContract = {
  bytecode: memberPass.bytecode,
  deployGas: 2_500_000,
};

export const bridgeContract: DevnetContract = { bytecode: bridge.bytecode, deployGas: 6_000_000 };

/**
 * The contract that x402 clients sign Permit2 payments for. No package has its code, so our own is
 * placed at its address.
 */
export const exactProxy402 = {
  address: '0x402085c248EeA27D92E8b30b2C58ed07f9E20001',
  code: exactProxy.deployedBytecode,
} as const;
