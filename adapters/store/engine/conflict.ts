/**
 * The database gave way to another process's transaction: nothing of ours was written, and it may
 * well succeed when run again.
 */
export class Conflict extends Error {
  override readonly name = 'Conflict';
}
