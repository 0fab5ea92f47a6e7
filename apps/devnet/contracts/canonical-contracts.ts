import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import permit2 from './canonical/permit2.json' with { type: 'json' };

/**
 * A contract that has one address on every real chain, because a fixed deployer creates it from
 * fixed bytes.
 */
export type CanonicalContract = {
  readonly name: string;
  readonly address: string;
  readonly salt: string;
  readonly initcode: string;
  readonly deployGas: number;
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
  // Read when chains are seeded: EntryPoint's Solidity is under the GPL, so its package is
  // optional, and an installation for real chains leaves it out.
  get initcode() {
    return packagedArtifact('@account-abstraction/contracts/artifacts/EntryPoint.json').bytecode;
  },
  deployGas: 6_000_000,
};

/** The delegate of accounts with sponsored calls; viem's default. */
const simple7702Contract: CanonicalContract = {
  name: 'Simple7702Account of account-abstraction v0.8',
  address: '0xe6Cae83BdE06E4c305530e199D7217f42808555B',
  salt: `0x${'00'.repeat(32)}`,
  get initcode() {
    return packagedArtifact('@account-abstraction/contracts/artifacts/Simple7702Account.json')
      .bytecode;
  },
  deployGas: 1_200_000,
};

export const canonicalContracts: readonly CanonicalContract[] = [
  permit2Contract,
  entryPointContract,
  simple7702Contract,
];

function packagedArtifact(path: string): { readonly bytecode: string } {
  const file = createRequire(import.meta.url).resolve(path);
  return JSON.parse(readFileSync(file, 'utf8')) as { readonly bytecode: string }; // CAST: a pinned package's compiler output; a test derives its CREATE2 address.
}
