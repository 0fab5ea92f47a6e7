import { clockToleranceMs } from '../passes/mint/count-witnesses.ts';
import { beginningsIn } from './lane-history.ts';
import { type KeyWindow, wrongInWindows } from '../passes/mint/key-windows.ts';

const leafForm =
  /^svc-lane-keys\/v2 ([1-9][0-9]{0,14}) ([0-9]{1,15}) ([0-9]{1,15}) ([0-9a-f]{64})$/;
const days = 7;
/** Where its witnesses are down a service hands the old keys out for a day longer. */
const graceMs = 86_400_000;

/** The leaves that are of keys, and none that says that the log was begun anew. */
export function keyLeavesIn(texts: readonly string[]): readonly string[] {
  const begun = new Set(beginningsIn(texts).map(({ kept }) => kept));
  return texts.filter((_, at) => !begun.has(at));
}

/**
 * Why the keys of that digest are not those that everybody has now; null where they are. Of a log there
 * are one key's at any time, two for ten minutes around a change: clocks are that far apart.
 */
export function wrongInLaneKeys(
  digest: string,
  texts: readonly string[],
  nowMs: number,
): string | null {
  const windows = texts.flatMap(windowIn);
  const unread = texts.findIndex((text) => !leafForm.test(text));
  if (unread !== -1)
    return `leaf ${unread + 1} of the log is not spelt as svc-lane-keys/v2: it may be of an earlier version`;
  const wrong = wrongInWindows(windows, days);
  if (wrong !== null) return `${wrong}: they may be for you alone`;
  const own = windows.find(({ key }) => key === digest);
  if (own === undefined) return 'they are not in its log: they may be for you alone';

  const next = windows[own.seq];
  const fromMs = own.notBefore - clockToleranceMs;
  const untilMs = Math.min(
    own.notAfter + graceMs,
    next === undefined ? Infinity : next.notBefore + clockToleranceMs,
  );
  if (fromMs <= nowMs && nowMs < untilMs) return null;
  const [from, until] = [own.notBefore, own.notAfter].map((ms) => new Date(ms).toISOString());
  return `they are those of ${from} to ${until}, and it is ${new Date(nowMs).toISOString()}: they may be for you alone`;
}

/** The end of the week of the keys of that digest; null where they have no leaf. */
export function endOfWeek(digest: string, texts: readonly string[]): number | null {
  return texts.flatMap(windowIn).find(({ key }) => key === digest)?.notAfter ?? null;
}

function windowIn(text: string): readonly KeyWindow[] {
  const [, seq, notBefore, notAfter, key] = leafForm.exec(text) ?? [];
  if (key === undefined) return [];
  return [{ seq: Number(seq), key, notBefore: Number(notBefore), notAfter: Number(notAfter) }];
}
