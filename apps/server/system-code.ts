/**
 * Why the system would not, in its own word such as `EACCES`: for messages whose readers can look
 * it up.
 */
export function systemCode(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : 'no reason given';
}
