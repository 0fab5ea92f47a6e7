import { asHex, asUnits, type EvmAddress, type Hex } from '@interline/kernel';
import type { OperationOutcome, SponsorFee } from '@interline/ports';
import { AbiCoder } from 'ethers/abi';
import { revertWords } from '../prepare/revert-words.ts';
import { readAddress, readData, readHash, readList, readRecord } from '../rpc/read-fields.ts';
import { readTransfers } from '../watch/transfers.ts';
import {
  entryPointAddress,
  operationTopic,
  readExecuteError,
  revertReasonTopic,
} from './entry-point.ts';

export interface SoughtOperation {
  readonly hash: Hex;
  readonly account: EvmAddress;
  readonly fee: SponsorFee;
}

/**
 * How each operation ended, by the logs of one transaction in their order; null for an operation
 * that they do not show. The logs of an operation lie between the event of the previous operation
 * and its own.
 */
export function readOutcomes(
  logs: unknown,
  sought: readonly SoughtOperation[],
  relayer: EvmAddress,
): readonly (OperationOutcome | null)[] {
  const found = new Map<Hex, OperationOutcome>();
  let own: unknown[] = [];
  let reason: Hex | null = null;
  for (const log of readList(logs)) {
    const { address, topics, data } = readRecord(log);
    const [topic, hash] = readList(topics).map(readHash);
    const isEntryPoints = readAddress(address) === entryPointAddress && hash !== undefined;
    if (isEntryPoints && topic === revertReasonTopic) {
      reason = reasonIn(readData(data));
    } else if (isEntryPoints && topic === operationTopic) {
      const one = sought.find((each) => each.hash === hash);
      const [, success, , gasUsed] = wordsOf(readData(data));
      if (one !== undefined)
        found.set(one.hash, {
          isSuccess: success === 1n,
          gasUsed: gasUsed ?? 0n,
          feePaid: asUnits(success === 1n ? paidIn(own, one, relayer) : 0n),
          innerError: success === 1n ? null : wordsFor(reason),
        });
      own = [];
      reason = null;
    } else own.push(log);
  }
  return sought.map(({ hash }) => found.get(hash) ?? null);
}

function paidIn(
  logs: readonly unknown[],
  { account, fee }: SoughtOperation,
  relayer: EvmAddress,
): bigint {
  const paid = readTransfers(logs).filter(
    ({ token, from, to }) => token === fee.token && from === account && to === relayer,
  );
  // Anything else that the payer sends there is not a fee.
  return paid.some(({ units }) => units === fee.units) ? fee.units : 0n;
}

function wordsOf(data: Hex): readonly bigint[] {
  const words = data.slice(2).match(/.{64}/g) ?? [];
  return words.map((word) => BigInt(`0x${word}`));
}

/** The second field of `UserOperationRevertReason`. */
function reasonIn(data: Hex): Hex | null {
  try {
    const revert: unknown = AbiCoder.defaultAbiCoder().decode(['uint256', 'bytes'], data)[1];
    return typeof revert === 'string' ? asHex(revert) : null;
  } catch {
    return null;
  }
}

function wordsFor(reason: Hex | null): string | null {
  const failed = reason === null ? null : readExecuteError(reason);
  if (failed === null) return null;
  return failedCallWords(failed.call, revertWords(failed.revert));
}

/** The first call is the fee; the payer's calls are counted from 0. */
function failedCallWords(call: number, why: string | null): string {
  const what = call === 0 ? 'the fee transfer' : `call ${call - 1}`;
  return why === null ? `${what} reverted` : `${what} reverted: ${why}`;
}
