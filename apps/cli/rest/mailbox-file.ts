import { createMailbox, type Mailbox } from '@interline/client/messages';
import { mkdir, open } from 'node:fs/promises';
import { homedir } from 'node:os';
import { dirname, join } from 'node:path';
import { readKept } from './kept-files.ts';

/** The caller's own mailbox, made the first time it is asked for. One for all services. */
export async function ownMailbox(): Promise<{ readonly file: string; readonly mailbox: Mailbox }> {
  const file = process.env['INTERLINE_MAILBOX'] ?? join(homedir(), '.interline', 'mailbox.json');
  const mailbox = (await readKept<Mailbox>(file)) ?? (await create(file));
  return { file, mailbox };
}

async function create(path: string): Promise<Mailbox> {
  const mailbox = await createMailbox();
  await mkdir(dirname(path), { recursive: true, mode: 0o700 });
  const file = await open(path, 'wx', 0o600);
  try {
    await file.writeFile(`${JSON.stringify(mailbox, null, 2)}\n`);
    await file.sync();
  } finally {
    await file.close();
  }
  return mailbox;
}
