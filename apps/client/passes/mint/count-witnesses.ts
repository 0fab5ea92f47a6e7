import { type Checkpoint, readVerifierKey } from './read-note.ts';
import { cosignedAt, platformMlDsa, type VerifyMlDsa } from './verify-signature.ts';

/** Whom one trusts to watch, by their verifier keys, and how many of them must agree. */
export interface WitnessPolicy {
  readonly witnesses: readonly string[];
  readonly quorum: number;
}

/** A cosignature that is older says nothing of today. */
export const freshMs = 604_800_000;
/** How far the clock of a witness may be ahead of ours. */
export const clockToleranceMs = 600_000;

/** Whom a log itself names. */
export function policyOf({
  witnesses,
  quorum,
}: {
  readonly witnesses: readonly { readonly vkey: string }[];
  readonly quorum: number;
}): WitnessPolicy {
  return { witnesses: witnesses.map(({ vkey }) => vkey), quorum };
}

/**
 * The witnesses that cosigned the checkpoint, the earliest first. One with several keys counts once,
 * and only where every cosignature that this platform can verify is there; later than `notAfterMs`
 * it does not count.
 */
export async function countWitnesses(
  checkpoint: Checkpoint,
  { witnesses }: WitnessPolicy,
  mlDsa: VerifyMlDsa | null,
  notAfterMs: number,
): Promise<readonly { readonly name: string; readonly atMs: number }[]> {
  const times = new Map<string, (number | null)[]>();
  for (const vkey of witnesses) {
    const key = await readVerifierKey(vkey).catch(() => null);
    if (key === null) continue;
    const atMs = await cosignedAt(checkpoint, key, mlDsa);
    const known = times.get(key.name) ?? [];
    times.set(key.name, atMs === undefined ? known : [...known, atMs]);
  }
  return [...times]
    .flatMap(([name, all]) => {
      const atMs = all.reduce<number | null>(
        (latest, one) => (latest === null || one === null ? null : Math.max(latest, one)),
        0,
      );
      return atMs === null || atMs === 0 || atMs > notAfterMs ? [] : [{ name, atMs }];
    })
    .sort((a, b) => a.atMs - b.atMs);
}

/**
 * The name of a witness whose signature is there and does not verify; null where there is none. One
 * that this platform cannot verify is passed over.
 */
async function wrongCosigner(
  checkpoint: Checkpoint,
  { witnesses }: WitnessPolicy,
  mlDsa: VerifyMlDsa | null,
): Promise<string | null> {
  for (const vkey of witnesses) {
    const key = await readVerifierKey(vkey).catch(() => null);
    if (key === null) continue;
    for (const one of checkpoint.signatures)
      if (
        one.name === key.name &&
        one.keyId === key.keyId &&
        (await cosignedAt({ ...checkpoint, signatures: [one] }, key, mlDsa)) === null
      )
        return key.name;
  }
  return null;
}

/**
 * The witnesses that cosigned the checkpoint of a proof, as many as the policy wants. Throws what
 * `refusal` makes of the words for what is wrong: a cosignature that does not verify, or too few.
 */
export async function enoughCosigners(
  checkpoint: Checkpoint,
  policy: WitnessPolicy,
  {
    mlDsa: given,
    nowMs,
  }: { readonly mlDsa?: VerifyMlDsa | null | undefined; readonly nowMs: number },
  refusal: (words: string) => Error,
): ReturnType<typeof countWitnesses> {
  const mlDsa = given ?? (await platformMlDsa());
  const wrong = await wrongCosigner(checkpoint, policy, mlDsa);
  if (wrong !== null) throw refusal(`the cosignature of ${wrong} does not verify`);
  const cosigned = await countWitnesses(checkpoint, policy, mlDsa, nowMs + clockToleranceMs);
  if (cosigned.length < policy.quorum)
    throw refusal(
      `${cosigned.length} of the witnesses that you know cosigned the proof, and ${policy.quorum} are needed`,
    );
  return cosigned;
}
