import {
  answer,
  type ChainRef,
  evmAddress,
  type Address,
  type Hex,
  type RailOutcome,
  refuse,
} from '@interline/kernel';
import { sha256 } from 'ethers/crypto';
import type { RpcNode } from '../rpc/rpc-node.ts';
import { estimateGas } from '../rpc/state-calls.ts';
import { type ChainCosts, gasCeilings, leastGas, type OwnPurpose } from './chain-costs.ts';
import { least, middleOf, most } from './market.ts';

/** The gas that a transaction needs, including the chain's charge for posting its bytes. */
export interface GasNeed {
  readonly needed: bigint;
  /** `needed`, with room for what may change before the block. */
  readonly wanted: bigint;
  /** The part of `needed` that is posting. */
  readonly posting: bigint;
}

/** What every transaction pays before its bytes. */
export const baseGas = 21_000n;

/**
 * The most that a transaction pays before its code runs: every byte counted as non-zero, or the
 * floor of EIP-7623 if that is higher. A limit that is too high costs nothing; counting zero bytes
 * would take time.
 */
export function intrinsicGas(data: Hex): bigint {
  const bytes = BigInt((data.length - 2) / 2);
  return baseGas + 40n * bytes;
}

/**
 * The part of a limit that a payer's or recipient's code sees, because the bytes are paid before it
 * runs.
 */
export function executionGas(limit: bigint, data: Hex, posting = 0n): bigint {
  const bytes = (data.length - 2) / 2;
  let zeros = 0;
  for (let at = 2; at < data.length; at += 2) if (data.startsWith('00', at)) zeros += 1;
  const left = limit - baseGas - 4n * BigInt(zeros) - 16n * BigInt(bytes - zeros) - posting;
  return left > 1n ? left : 1n;
}

/**
 * For gas measured around one of several simulated calls. Earlier calls may have warmed slots that
 * are cold in the block. Base and calldata cost are added.
 */
export function needOfMeasured(
  data: Hex,
  gasUsed: bigint,
  posting: bigint,
  runsForeignCode = false,
): GasNeed {
  const intrinsic = intrinsicGas(data);
  return {
    needed: intrinsic + gasUsed + posting,
    wanted: intrinsic + withHeadroom(gasUsed, runsForeignCode) + postingRoom(posting),
    posting,
  };
}

/** For a node's own estimate, which includes everything. */
export function needOfEstimate(gas: bigint, posting: bigint, runsForeignCode = false): GasNeed {
  return { needed: gas, wanted: withHeadroom(gas, runsForeignCode), posting };
}

/**
 * How often the measured gas fits into the limit where code of a payer or recipient runs. In a
 * block the limit must also cover what the simulation did not need: a token slot of ours or the
 * recipient's that was emptied meanwhile (17,100 gas), what earlier simulated calls warmed (2,500
 * an account, 2,000 a slot, 2,800 for the first change of one), and the 64th that each nested call
 * leaves behind (EIP-150). Twice the measured gas, and at least 30,000 more, exceeds all of these
 * together. It is also the most that such code can burn beyond what it showed.
 */
const foreignCodeFactor = 2n;

function withHeadroom(gas: bigint, runsForeignCode: boolean): bigint {
  const ordinary = (gas * 13n) / 10n + 30_000n;
  return runsForeignCode ? most(foreignCodeFactor * gas, ordinary) : ordinary;
}

/** Highest gas limit that is signed for this purpose. */
export function gasCeilingOf(costs: ChainCosts, purpose: OwnPurpose, posting: bigint): bigint {
  const room = least(postingRoom(posting), costs.mostPostingGas);
  return least(ownCeiling(costs, purpose) + room, costs.mostGas);
}

/** The same without posting: the operator's figure, otherwise the chain's. */
export function ownCeiling(costs: ChainCosts, purpose: OwnPurpose): bigint {
  const ceiling = costs.ceilings?.[purpose] ?? gasCeilings[purpose] * costs.gasFactor;
  return least(ceiling, costs.mostGas);
}

/**
 * Lowest limit that is signed for a transaction without code of a payer or recipient, so that one
 * node's low estimate does not make it revert. Unused gas is not charged. Zero for a rail's calls,
 * which may take any amount, and on chains that multiply the EVM's gas: their factor changes, and a
 * fixed figure may exceed a block.
 */
export function leastLimitOf(
  costs: ChainCosts,
  of: OwnPurpose | 'coinPayment',
  posting: bigint,
): bigint {
  const gas = leastGas[of];
  return gas === undefined || costs.gasFactor !== 1n ? 0n : gas + postingRoom(posting);
}

/**
 * What a call may burn in a simulation: as much as in a transaction whose limit is the ceiling, so
 * that it ends in the same way.
 */
export function gasCapOf(costs: ChainCosts, purpose: OwnPurpose, data: Hex): bigint {
  return executionGas(ownCeiling(costs, purpose), data);
}

/** The gas limit to sign, at most the ceiling. Refuses with `GAS_CEILING` when more is needed. */
export function gasLimitOf(
  chain: { readonly ref: ChainRef; readonly costs: ChainCosts },
  purpose: OwnPurpose,
  { needed, wanted, posting }: GasNeed,
): RailOutcome<bigint> {
  const ceiling = gasCeilingOf(chain.costs, purpose, posting);
  if (needed <= ceiling) return answer(least(wanted, ceiling));
  const { what, burner } = words[purpose];
  return refuse(
    'GAS_CEILING',
    `the ${what} would take ${needed} gas, and ${ceiling} is the most for one on ${chain.ref}; look at ${burner}`,
  );
}

/** For transactions that run only our own code, whose gas is known in advance. Never refuses. */
export function knownGasLimit(
  costs: ChainCosts,
  purpose: OwnPurpose,
  gas: bigint,
  posting: bigint,
): bigint {
  return least(gas + postingRoom(posting), gasCeilingOf(costs, purpose, posting));
}

/** The clients' word for the transaction, and whose code can make it expensive. */
const words: Readonly<Record<OwnPurpose, { readonly what: string; readonly burner: string }>> = {
  allowance: { what: "payer's EIP-2612 permit", burner: 'the code of the payer and of the token' },
  pull: { what: 'pull', burner: 'the code of the payer and of the token' },
  approve: { what: 'approval', burner: 'the code of the token' },
  call: { what: 'call', burner: 'the code that it calls' },
  payout: { what: 'payout', burner: 'the code of the recipient and of the token' },
  refund: { what: 'refund', burner: 'the code of the payer and of the token' },
  noop: { what: 'empty transaction', burner: 'our account' },
  deploy: { what: 'deployment', burner: 'the batch executor' },
  delegate: { what: 'delegation', burner: 'our account' },
  sponsor: { what: 'sponsored call', burner: 'the code that it calls' },
  settle: { what: "payer's payment", burner: 'the code of the payer and of the token' },
};

// Arbitrum's chains and Mantle add the cost of posting to a transaction's gas, which no measurement
// inside the EVM shows. So a plain message is estimated from time to time; its gas beyond the EVM's
// own rules is the posting cost.

export const postingGasMaxAgeMs = 15_000;

/** Bytes that do not compress, like signatures and amounts. */
const sampleBytes = 512;
const sample: Hex = `0x${Array.from({ length: sampleBytes / 32 }, (_, index) => sha256(Uint8Array.of(index)).slice(2)).join('')}`;
const deadAddress = evmAddress('0x000000000000000000000000000000000000dead');

/** Posting gas per started 512 bytes of calldata, from one node; zero on most chains. */
export async function readPostingGas(node: RpcNode, from: Address): Promise<bigint> {
  const [estimate] = await node.ask([estimateGas({ from, to: deadAddress, data: sample })]);
  const expected = intrinsicGas(sample);
  return estimate.ok && estimate.gas > expected ? estimate.gas - expected : 0n;
}

/**
 * The median over all nodes, the higher of two, because a limit without posting is too low for a
 * block. Needs at least one answer.
 */
export function postingGasOfNodes(told: readonly bigint[]): bigint {
  return middleOf(told)[1];
}

/**
 * Posting gas of these bytes, before margin for a price change. Capped at the chain's bound, so
 * that one node's high figure does not make every order too expensive.
 */
export function postingGasOf(
  data: Hex,
  per512Bytes: bigint,
  { mostPostingGas }: Pick<ChainCosts, 'mostPostingGas'>,
): bigint {
  const bytes = (data.length - 2) / 2;
  return least(per512Bytes * BigInt(Math.ceil(bytes / sampleBytes) || 1), mostPostingGas);
}

/** Doubled, because the posting price can change before the block. */
export function postingRoom(posting: bigint): bigint {
  return 2n * posting;
}
