import entryPoint from '@account-abstraction/contracts/artifacts/EntryPoint.json' with { type: 'json' };
import permit2 from './canonical/permit2.json' with { type: 'json' };

/**
 * A contract that has one address on every real chain, because a fixed deployer creates it from
 * fixed bytes.
 */
export type CanonicalContract = {
  name: string;
  address: string;
  salt: string;
  initcode: string;
  deployGas: number;
};

/**
 * The deterministic deployer: sent `salt ++ initcode`, it creates with CREATE2. anvil starts with
 * it in place.
 */
export const deterministicDeployer = '0x4e59b44847b379578588920cA78FbF26c0B4956C';

export const permit2Contract: CanonicalContract = {
  name: 'Permit2',
  address: '0x000000000022D473030F116dDEE9F6B43aC78BA3',
  salt: '0x0000000000000000000000000000000000000000d3af2663da51c10215000000',
  initcode: permit2.initcode,
  deployGas: 2_500_000,
};

const entryPointContract: CanonicalContract = {
  name: 'EntryPoint v0.8',
  address: '0x4337084D9E255Ff0702461CF8895CE9E3b5Ff108',
  salt: '0x0a59dbff790c23c976a548690c27297883cc66b4c67024f9117b0238995e35e9',
  initcode: entryPoint.bytecode,
  deployGas: 6_000_000,
};

export const canonicalContracts: readonly CanonicalContract[] = [
  permit2Contract,
  entryPointContract,
];
