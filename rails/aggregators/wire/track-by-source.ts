import type { Hex, Progress } from '@interline/plugins';
import type { z } from 'zod';
import type {
  Upstream,
  UpstreamAnswer,
  UpstreamApi,
  UpstreamRequest,
  UpstreamSettings,
} from '../upstream/upstream.ts';
import { engineFault } from './engine-fault.ts';
import { bridging, notIndexed } from './progress.ts';
import { readBody } from './read-body.ts';

/** How an engine reports the state of a transfer. */
interface SourceTracking<Ref extends object, Said extends z.ZodType> {
  readonly engine: string;
  /** What the engine's own `ref` holds. */
  readonly ref: z.ZodType<Ref>;
  readonly request: (transfer: Tracked<Ref>, settings: UpstreamSettings) => UpstreamRequest;
  readonly said: Said;
  readonly progressOf: (
    said: z.output<Said>,
    transfer: Tracked<Ref>,
    again: StatusAsk,
  ) => Progress | Promise<Progress>;
  /** The status that an answer means, where that is not its HTTP status. */
  readonly statusOf?: (answered: UpstreamAnswer) => number;
}

type Tracked<Ref extends object> = Ref & { readonly srcTx: Hex };

interface StatusAsk {
  readonly api: UpstreamApi;
  readonly signal: AbortSignal;
}

/**
 * Tracks a transfer from its source transaction on. Before that is mined no engine has a state, and
 * some would report the transfer as expired.
 */
export function trackBySource<Ref extends object, Said extends z.ZodType>({
  engine,
  ref,
  request,
  said,
  progressOf,
  statusOf,
}: SourceTracking<Ref, Said>): Upstream['track'] {
  return async (written, srcTx, api, signal) => {
    if (srcTx === null) return bridging('SENDING');
    const read = ref.safeParse(written);
    if (!read.success)
      throw engineFault(engine, 'status', `this ref is not of a transfer over ${engine}`);
    const transfer = { ...read.data, srcTx };
    const asked = { engine, request: request(transfer, api.settings), said, statusOf };
    const told = await askStatus(asked, api, signal);
    return told === null ? notIndexed : progressOf(told, transfer, { api, signal });
  };
}

interface StatusQuestion<Said extends z.ZodType> {
  readonly engine: string;
  readonly request: UpstreamRequest;
  readonly said: Said;
  readonly statusOf?: ((answered: UpstreamAnswer) => number) | undefined;
}

/**
 * An engine's report about a transfer; null if it does not know it. Any other refusal is
 * `RAIL_FAULT`.
 */
export async function askStatus<Said extends z.ZodType>(
  { engine, request, said, statusOf = ({ status }) => status }: StatusQuestion<Said>,
  api: Pick<UpstreamApi, 'ask'>,
  signal: AbortSignal,
): Promise<z.output<Said> | null> {
  const answered = await api.ask(request, signal);
  const status = statusOf(answered);
  if (status === 404) return null;
  if (status >= 400)
    throw engineFault(
      engine,
      'status',
      `${engine} refuses to say where a transfer stands, with HTTP status ${status}`,
    );
  return readBody(said, answered.body, engine, 'status');
}
