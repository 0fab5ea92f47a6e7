import type { ErrorCode } from '@interline/kernel';

/** Codes that an earlier version wrote, by what they are called now. */
const renamedCodes: Readonly<Record<string, ErrorCode>> = { LANE_STOPPED: 'ACCOUNT_STOPPED' };

export function withTodaysCode<T extends { readonly code: ErrorCode }>(coded: T): T {
  const code = renamedCodes[coded.code];
  return code === undefined ? coded : { ...coded, code };
}
