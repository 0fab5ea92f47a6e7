import { deskKinds, type ReadDesk } from '@interline/core/operations';
import { Gauge } from 'prom-client';
import type { Meters } from './meters.ts';

/** A higher count changes nothing for the operator. */
const shownAtMost = 500;

/** How much waits for a person, by kind, read from the store when scraped. */
export function watchDesk({ registry }: Pick<Meters, 'registry'>, readDesk: ReadDesk): void {
  new Gauge({
    name: 'interline_desk_entries',
    help: 'What waits for a person, by kind; interline desk lists it, 500 at most.',
    labelNames: ['kind'],
    registers: [registry],
    async collect() {
      const { entries } = await readDesk(shownAtMost);
      for (const kind of deskKinds)
        this.set({ kind }, entries.filter((entry) => entry.kind === kind).length);
    },
  });
}
