import { openPostgresStore } from '@interline/adapters/store';
import { announcingStore } from '@interline/core';
import { asChild, type MovesJob } from './measure-event-numbers.ts';

// One process of the fleet: accepts routes of the wallets in turn, at the rate that it was given.
const { url, schema, name, wallets, moves, everyMs } = JSON.parse(
  process.argv[2] ?? '',
) as MovesJob; // CAST: the parent wrote it.
const opened = await openPostgresStore({ url, schema });
const store = announcingStore(opened, { now: () => Date.now() });
await asChild(store, { name, wallets, moves, everyMs });
await opened.close();
