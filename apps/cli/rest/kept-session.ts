import type { SessionBegun } from '@interline/client';
import { mkdir, rm } from 'node:fs/promises';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { WrongStateError } from '../exit-codes.ts';
import { readKept, writeWhole } from './kept-files.ts';

/** The session at one service that this machine signed in with, for its user alone. */
export interface SessionKept {
  readonly file: string;
  keep(session: SessionBegun): Promise<void>;
  /** Throws where there is none, or its time is over. */
  read(nowMs: number): Promise<SessionBegun>;
  forget(): Promise<void>;
}

/** In ~/.interline/sessions, or the folder that INTERLINE_SESSIONS names. */
export function sessionOf(url: string): SessionKept {
  const folder = process.env['INTERLINE_SESSIONS'] ?? join(homedir(), '.interline', 'sessions');
  const file = join(folder, `${new URL(url).host.replaceAll(':', '_')}.session`);
  return {
    file,
    async keep(session) {
      await mkdir(folder, { recursive: true, mode: 0o700 });
      await writeWhole(file, session);
    },
    async read(nowMs) {
      const kept = await readKept<SessionBegun>(file);
      if (kept !== null && kept.expiresAt > nowMs) return kept;
      throw new WrongStateError(
        `${kept === null ? 'there is no session' : 'the session is over'} at ${url}; run "interline account login"`,
      );
    },
    forget: () => rm(file, { force: true }),
  };
}
