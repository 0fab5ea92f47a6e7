/** One leaf of a log that says it was begun anew: all leaves in front of it were another one's. */
export interface LaneBeginning {
  /** The name of the log before it. */
  readonly after: string;
  /** How many of that one's leaves were left. */
  readonly kept: number;
  /** When its operator ordered it. */
  readonly atMs: number;
}

const beginningForm = /^svc-log-begun\/v1 ([0-9]{1,15}) ([^\s+]+)$/u;

/** Where the log was begun anew, the first time first. */
export function beginningsIn(texts: readonly string[]): readonly LaneBeginning[] {
  return texts.flatMap((text, kept) => {
    const [, atMs, after] = beginningForm.exec(text) ?? [];
    return after === undefined ? [] : [{ after, kept, atMs: Number(atMs) }];
  });
}

/**
 * Why the log of that name is not the one that was begun so; null where it is. Its names count up from
 * the first one's, so of logs that are begun none can be shown for another.
 */
export function wrongInBeginnings(
  origin: string,
  beginnings: readonly LaneBeginning[],
): string | null {
  const first = beginnings[0]?.after ?? origin;
  const nameOf = (number: number): string => (number === 1 ? first : `${first}/${number}`);
  const names = [...beginnings.map(({ after }) => after), origin];
  const wrong = names.findIndex((name, at) => name !== nameOf(at + 1));
  return wrong === -1 ? null : `its log is ${names[wrong]} where ${nameOf(wrong + 1)} is next`;
}
