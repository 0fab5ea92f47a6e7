import { type ChainRef, chainToWire, RelayError } from '@interline/kernel';
import type { HttpDeps } from '../server/http-deps.ts';

interface Filter {
  readonly chain?: ChainRef;
  readonly engine?: string;
}

/**
 * A mistyped filter would look like books without entries. The books' entries still name what the
 * deployment no longer has. Throws `UNROUTABLE_LANE` and `BAD_REQUEST`.
 */
export async function assertKnown(
  { useCases, tokens }: Pick<HttpDeps, 'useCases' | 'tokens'>,
  { chain, engine }: Filter,
): Promise<void> {
  const hasEntries = async (filter: Filter): Promise<boolean> => {
    const all = { fromMs: 0, toMs: Number.MAX_SAFE_INTEGER, limit: 1 };
    return (await useCases.books.exportEntries({ ...all, ...filter })).rows.length > 0;
  };
  if (chain !== undefined && tokens.on(chain).length === 0 && !(await hasEntries({ chain })))
    throw new RelayError(
      'UNROUTABLE_LANE',
      { field: 'chain' },
      `chain ${chainToWire(chain)} is not one of this deployment, and the books have no entry on it`,
    );
  if (engine === undefined) return;
  const { rails } = await useCases.discovery.serviceTerms();
  const engines = rails.flatMap(({ ways }) => ways);
  if (!engines.includes(engine) && !(await hasEntries({ engine })))
    throw new RelayError(
      'BAD_REQUEST',
      { field: 'engine' },
      `"${engine}" is not an engine of this deployment, and the books have no entry of it; its engines: ${engines.join(', ')}`,
    );
}
