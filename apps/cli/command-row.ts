import type { Command } from 'commander';

/** A command as the help lists it; what it needs is loaded once it is asked for. */
export interface CommandRow {
  readonly name: string;
  readonly does: string;
  readonly load: () => Promise<Command>;
}
