import type { CopyOfRepo } from './copy-of-repo.ts';

/**
 * A change of each kind that contributors make, small but whole: it compiles and keeps the fence.
 */
export interface Change {
  readonly kind: string;
  /** The folders that belong to what is added; a line anywhere else is a line of the host. */
  readonly own: readonly string[];
  make(copy: CopyOfRepo): void;
}

export const rail: Change = {
  kind: 'a rail',
  own: ['rails/ferry'],
  make: (copy) => {
    copy.run(process.execPath, 'plugins/bin/new-rail.js', 'ferry');
  },
};

export const endpoint: Change = {
  kind: 'an endpoint with its use case',
  own: ['core/webhooks', 'adapters/store/webhooks', 'apps/http/webhooks'],
  make(copy) {
    copy.write(
      'core/webhooks/count-hooks.ts',
      `import type { WebhookReads } from './repository.ts';

/** How many hooks a route has. */
export function countHooks(reads: {
  readonly webhooks: Pick<WebhookReads, 'hooksOf'>;
}): (routeId: string) => Promise<number> {
  return async (routeId) => (await reads.webhooks.hooksOf(routeId)).length;
}
`,
    );
    copy.insert(
      'core/webhooks/module.ts',
      "import { hookCourier } from './deliver-hook.ts';\n",
      "import { countHooks } from './count-hooks.ts';\n",
    );
    copy.insert(
      'core/webhooks/module.ts',
      '    readHook: readHook(store.reads),\n',
      '    countHooks: countHooks(store.reads),\n',
    );
    copy.append(
      'apps/http/webhooks/schemas.ts',
      '\nexport const hookCount = z.object({ hooks: z.int() });\n',
    );
    copy.insert(
      'apps/http/webhooks/endpoints.ts',
      "import { deadHooks, hookRegistered, hookState, registerHookBody } from './schemas.ts';\n",
      "import { hookCount } from './schemas.ts';\n",
    );
    copy.append(
      'apps/http/webhooks/endpoints.ts',
      `
export const countHooksEndpoint = defineEndpoint({
  method: 'GET',
  path: '/api/hooks/of/{id}',
  summary: 'How many webhooks a route has.',
  limit: readLimit('hook-count'),
  request: { params: recordId('rt', 'POST /api/route/execute') },
  response: hookCount,
  errors: ['STORE_DOWN'],
  async handle({ params, deps }) {
    return { hooks: await deps.useCases.webhooks.countHooks(params.id) };
  },
});
`,
    );
    copy.insert(
      'apps/http/server/endpoints.ts',
      '  webhooks.readHookEndpoint,\n',
      '  webhooks.countHooksEndpoint,\n',
    );
  },
};

export const record: Change = {
  kind: 'a record in the store',
  own: ['core/webhooks', 'adapters/store/webhooks'],
  make(copy) {
    copy.insert(
      'core/webhooks/repository.ts',
      'export interface WebhookReads {\n',
      '  /** Hosts that asked never to be told of anything. */\n  silentHosts(): Promise<readonly string[]>;\n',
    );
    copy.insert(
      'adapters/store/webhooks/tables.ts',
      'export const webhookTables = {\n',
      '  hook_silent: silentHostEntity,\n',
    );
    copy.insert(
      'adapters/store/webhooks/tables.ts',
      "import { column } from '../engine/column.ts';\n",
      `
const silentHostEntity = new EntitySchema<{ readonly host: string }>({
  name: 'hook_silent',
  columns: { host: column.text('host', { primary: true }) },
});
`,
    );
    copy.insert(
      'adapters/store/webhooks/repository.ts',
      'export function webhookReads(db: Db): WebhookReads {\n  return {\n',
      `    async silentHosts() {
      return (await db.select('hook_silent', 'ORDER BY host')).map(({ host }) => host);
    },

`,
    );
    addMigration(copy, 'hook_silent', 'host');
  },
};

export const wholeModule: Change = {
  kind: 'a whole module',
  own: ['core/gifts', 'adapters/store/gifts', 'apps/http/gifts'],
  make(copy) {
    copy.write(
      'core/gifts/repository.ts',
      `import type { StorePort } from '@interline/ports';

export interface GiftReads {
  gifts(): Promise<readonly string[]>;
}

export interface GiftWrites extends GiftReads {
  insertGift(name: string): Promise<void>;
}

export type GiftStore = StorePort<{ readonly gifts: GiftReads }, { readonly gifts: GiftWrites }>;
`,
    );
    copy.write(
      'core/gifts/module.ts',
      `import { defineModule } from '@interline/kernel';
import type { GiftStore } from './repository.ts';

export interface Ports {
  readonly store: GiftStore;
}

export const gifts = defineModule({
  needs: ['store'],
  create: ({ store }: Ports) => ({
    give: (name: string) => store.run('give', (tx) => tx.gifts.insertGift(name)),
    listGifts: () => store.reads.gifts.gifts(),
  }),
});
`,
    );
    copy.write(
      'core/gifts/index.ts',
      "export { gifts } from './module.ts';\nexport type { GiftReads, GiftStore, GiftWrites } from './repository.ts';\n",
    );
    copy.write('core/gifts/README.md', '# gifts\n');
    copy.write(
      'adapters/store/gifts/tables.ts',
      `import { EntitySchema } from 'typeorm';
import { column } from '../engine/column.ts';

const giftEntity = new EntitySchema<{ readonly name: string }>({
  name: 'gift',
  columns: { name: column.text('name', { primary: true }) },
});

export const giftTables = { gift: giftEntity };
`,
    );
    copy.write(
      'adapters/store/gifts/repository.ts',
      `import type { GiftReads, GiftWrites } from '@interline/core/gifts';
import type { Db } from '../engine/db.ts';

export function giftReads(db: Db): GiftReads {
  return {
    gifts: async () => (await db.select('gift', 'ORDER BY name')).map(({ name }) => name),
  };
}

export function giftWrites(db: Db): Omit<GiftWrites, keyof GiftReads> {
  return {
    async insertGift(name) {
      await db.insert('gift', { name });
    },
  };
}
`,
    );
    copy.write(
      'apps/http/gifts/endpoints.ts',
      `import * as z from 'zod';
import { defineEndpoint } from '../server/endpoint.ts';
import { readLimit } from '../server/limits/request-limit.ts';

export const listGiftsEndpoint = defineEndpoint({
  method: 'GET',
  path: '/api/gifts',
  summary: 'Every gift.',
  limit: readLimit('gifts'),
  request: {},
  response: z.object({ gifts: z.array(z.string()) }),
  errors: ['STORE_DOWN'],
  async handle({ deps }) {
    return { gifts: [...(await deps.useCases.gifts.listGifts())] };
  },
});
`,
    );
    const host = (path: string, anchor: string, text: string): void =>
      copy.insert(path, anchor, text);
    host(
      'core/modules.ts',
      "import { discovery } from './discovery/index.ts';\n",
      "import { gifts } from './gifts/index.ts';\n",
    );
    host('core/modules.ts', '  discovery,\n', '  gifts,\n');
    host(
      'core/store.ts',
      "import type { BookReads, BookWrites } from './books/index.ts';\n",
      "import type { GiftReads, GiftWrites } from './gifts/index.ts';\n",
    );
    host('core/store.ts', '  readonly books: BookReads;\n', '  readonly gifts: GiftReads;\n');
    host('core/store.ts', '  readonly books: BookWrites;\n', '  readonly gifts: GiftWrites;\n');
    host(
      'adapters/store/repositories.ts',
      "import type { UnitScope } from './engine/unit.ts';\n",
      "import { giftReads, giftWrites } from './gifts/repository.ts';\n",
    );
    host(
      'adapters/store/repositories.ts',
      '    books: bookReads(db),\n',
      '    gifts: giftReads(db),\n',
    );
    host(
      'adapters/store/repositories.ts',
      '    books: { ...reads.books, ...bookWrites(db, dialect) },\n',
      '    gifts: { ...reads.gifts, ...giftWrites(db) },\n',
    );
    host(
      'adapters/store/engine/tables.ts',
      "import { bookTables } from '../books/tables.ts';\n",
      "import { giftTables } from '../gifts/tables.ts';\n",
    );
    host('adapters/store/engine/tables.ts', '  ...bookTables,\n', '  ...giftTables,\n');
    host('test/architecture/module-arrows.ts', '  books: [],\n', '  gifts: [],\n');
    host(
      'apps/http/server/endpoints.ts',
      "import * as discovery from '../discovery/endpoints.ts';\n",
      "import * as gifts from '../gifts/endpoints.ts';\n",
    );
    host(
      'apps/http/server/endpoints.ts',
      '  discovery.chainsEndpoint,\n',
      '  gifts.listGiftsEndpoint,\n',
    );
    addMigration(copy, 'gift', 'name');
  },
};

export const command: Change = {
  kind: 'a command of the CLI',
  own: ['apps/cli/commands/ping.ts'],
  make(copy) {
    copy.write(
      'apps/cli/commands/ping.ts',
      `import { Command } from 'commander';

export function pingCommand(): Command {
  return new Command('ping').action(() => console.log('pong'));
}
`,
    );
    copy.insert(
      'apps/cli/command-table.ts',
      "        load: async () => (await import('./commands/status.ts')).statusCommand(),\n      },\n",
      `      {
        name: 'ping',
        does: 'answer',
        load: async () => (await import('./commands/ping.ts')).pingCommand(),
      },
`,
    );
  },
};

export const errorCode: Change = {
  kind: 'an error code',
  own: [],
  make: (copy) =>
    copy.insert(
      'core/kernel/error-catalogue.ts',
      "  RAIL_DOWN: entry(503, 'A rail is resting after repeated faults.', 'Try again shortly.', 15_000),\n",
      "  RAIL_ASLEEP: entry(503, 'A rail sleeps.', 'Try again in the morning.', 15_000),\n",
    ),
};

/** A migration is a file and its place in the list; the numbers leave room for those to come. */
function addMigration(copy: CopyOfRepo, table: string, key: string): void {
  const name = table.replace(/(^|_)(\w)/g, (_match, _bar, letter: string) => letter.toUpperCase());
  const folder = 'adapters/store/engine/migrations';
  copy.write(
    `${folder}/9999-${table.replace('_', '-')}.ts`,
    `import { type MigrationInterface, type QueryRunner, Table } from 'typeorm';
import { key, tableColumn as column } from './table-column.ts';

export class ${name} implements MigrationInterface {
  readonly name = '${name}1999999999999';

  async up(runner: QueryRunner): Promise<void> {
    await runner.createTable(new Table({ name: '${table}', columns: [column.text('${key}', key)] }));
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.dropTable('${table}');
  }
}
`,
  );
  copy.insert(
    `${folder}/migrations.ts`,
    "import { Duties } from './0014-duties.ts';\n",
    `import { ${name} } from './9999-${table.replace('_', '-')}.ts';\n`,
  );
  copy.insert(`${folder}/migrations.ts`, '  EffectReorgs,\n', `  ${name},\n`);
}
