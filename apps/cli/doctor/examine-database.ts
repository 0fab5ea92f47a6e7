import { type Deployment, ledgerMigrations } from '@interline/server';
import { type Finding, reasonOf } from './finding.ts';

/**
 * Whether the ledger can be reached, and is of this program's form. A service may be at work on it.
 */
export async function examineDatabase(
  ledger: Pick<Deployment, 'ledgerDir' | 'database'>,
): Promise<readonly Finding[]> {
  const where =
    ledger.database.kind === 'postgres'
      ? `PostgreSQL, schema ${ledger.database.schema}`
      : `a file in ${ledger.ledgerDir}`;
  try {
    const states = await ledgerMigrations(ledger);
    const [pending, unknown] = (['pending', 'unknown'] as const).map(
      (state) => states.filter((one) => one.state === state).length,
    );
    if (unknown !== 0)
      return [
        {
          part: 'database',
          ok: false,
          says: `${where}: a newer program made ${unknown} migrations that this one does not know; run that one`,
        },
      ];
    return [
      {
        part: 'database',
        ok: true,
        says: `${where}: ${pending === 0 ? `all ${states.length} migrations are applied` : `${pending} of ${states.length} migrations are pending; \`interline migrate up\`, or the next start, applies them`}`,
      },
    ];
  } catch (error) {
    return [{ part: 'database', ok: false, says: `${where}: ${reasonOf(error)}` }];
  }
}
