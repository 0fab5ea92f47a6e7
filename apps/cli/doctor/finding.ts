/** What is known of one part. */
export interface Finding {
  readonly part: string;
  readonly ok: boolean;
  readonly says: string;
}

export function reasonOf(error: unknown): string {
  return error instanceof Error ? error.message : 'it failed without saying why';
}
