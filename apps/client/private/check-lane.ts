import type { LaneKeys } from '../generated/shapes/lane-keys.ts';
import {
  clockToleranceMs,
  countWitnesses,
  freshMs,
  policyOf,
  type WitnessPolicy,
} from '../passes/mint/count-witnesses.ts';
import { merkleRoot } from '../passes/mint/merkle-root.ts';
import { checkpointOrNull, type NoteKey, readVerifierKey } from '../passes/mint/read-note.ts';
import { hexOf } from '../passes/numbers.ts';
import { isOfLeaves, platformMlDsa, type VerifyMlDsa } from '../passes/mint/verify-signature.ts';
import { beginningsIn, wrongInBeginnings } from './lane-history.ts';
import { keyLeavesIn, wrongInLaneKeys } from './lane-leaves.ts';

/** What is remembered of the log of a service's lane keys: what it shows later must go on from here. */
export interface LanePin {
  readonly origin: string;
  readonly logKey: string;
  readonly size: number;
  readonly root: string;
  readonly policy: WitnessPolicy;
}

/** Where a caller keeps it: without it, a service can show it another log each time. */
export interface LanePins {
  read(): Promise<LanePin | null>;
  write(pin: LanePin): Promise<void>;
}

export interface LaneCheckOptions {
  /** Null at the first look. */
  readonly pin: LanePin | null;
  /** Whom the caller trusts to watch; else those of the pin, else those that the service names. */
  readonly policy?: WitnessPolicy;
  /** Where the platform's WebCrypto has no ML-DSA. */
  readonly mlDsa?: VerifyMlDsa | null;
  readonly nowMs?: number;
}

/** The service shows keys that may be for this caller alone: nothing was sealed to them. */
export class LaneError extends Error {
  constructor(why: string) {
    super(`nothing was sealed to the keys of this service: ${why}`);
    this.name = 'LaneError';
  }
}

/**
 * Looks for the digest of the keys in the public log, where it must be that of now.
 * Answers what to remember; null for a service that has no log yet and never showed one. Throws
 * `LaneError`.
 */
export async function checkLane(
  { digest, log }: Pick<LaneKeys, 'digest' | 'log'>,
  { pin, policy: asked, mlDsa: given, nowMs = Date.now() }: LaneCheckOptions,
): Promise<LanePin | null> {
  if (log === null) {
    if (pin !== null) throw new LaneError('it shows no log, and it had one when you last looked');
    return null;
  }
  const { origin, logKey, leaves } = log;
  const beginnings = beginningsIn(leaves);
  const wrong =
    wrongInBeginnings(origin, beginnings) ?? wrongInLaneKeys(digest, keyLeavesIn(leaves), nowMs);
  if (wrong !== null) throw new LaneError(wrong);

  const key = await readVerifierKey(logKey).catch(() => null);
  /** Where the log that was seen ended; null where it is this one. */
  const left = beginnings.find(({ after }) => after === pin?.origin) ?? null;
  if (pin !== null && ((left === null && pin.origin !== origin) || !(await isKeyOf(pin, key))))
    throw new LaneError(`its log is ${origin} now, with another key than when you last looked`);
  const checkpoint = checkpointOrNull(log.checkpoint);
  if (key?.name !== origin || checkpoint === null || !(await isOfLeaves(checkpoint, key, leaves)))
    throw new LaneError('what its log signed is not the root of the keys that it shows');
  // Of a log that lost leaves you may have seen more than what is left of it.
  const isWhole = left === null || (pin !== null && pin.size <= left.kept);
  if (pin !== null && isWhole && (await merkleRoot(leaves.slice(0, pin.size))) !== pin.root)
    throw new LaneError('its log has another history than you saw: there are two logs');

  const policy = asked ?? pin?.policy ?? policyOf(log);
  const mlDsa = given ?? (await platformMlDsa());
  const seen = await countWitnesses(checkpoint, policy, mlDsa, nowMs + clockToleranceMs);
  const fresh = seen.filter(({ atMs }) => nowMs - atMs <= freshMs);
  if (fresh.length < policy.quorum)
    throw new LaneError(
      `${fresh.length} witnesses cosigned its log within 7 days, and ${policy.quorum} are needed`,
    );
  return { origin, logKey, size: leaves.length, root: checkpoint.root, policy };
}

/** One pair of keys signs a log under all its names. */
async function isKeyOf({ logKey }: LanePin, key: NoteKey | null): Promise<boolean> {
  const seen = await readVerifierKey(logKey).catch(() => null);
  return seen !== null && key !== null && hexOf(seen.publicKey) === hexOf(key.publicKey);
}
