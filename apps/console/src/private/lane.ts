import { type Client, createClient, NoAnswerError } from '@interline/client';
import { type LanePin, privateFetch } from '@interline/client/private';
import { privacyStore, PrivateTrouble } from '../state/privacy.ts';
import { baseUrl, keptAs } from '../state/service.ts';
import { createStore } from '../state/store.ts';
import { lanePins } from './pins.ts';
import { purseOn } from './purse.ts';
import { showPass } from './show-pass.ts';

export const purse = purseOn(keptAs('passes'));

/** What of the lane is shown beside it. */
export const laneStore = createStore<{
  readonly left: number;
  readonly aside: number;
  /** The name of the log of the lane's keys, where it was begun anew after this browser had seen it. */
  readonly begun: string | null;
}>({ ...purse.count(), begun: null });

/** Other tabs change it too. */
export function lookIntoPurse(): void {
  laneStore.change(purse.count());
}
addEventListener('storage', lookIntoPurse);

let client: Client | null = null;

function laneClient(): Client {
  client ??= createClient({
    baseUrl,
    sendsRefusedOnce: true,
    // Its keys are not kept for their week: the page itself comes from the service, which thus knows that
    // it is open, and a devnet that is begun anew has another relay.
    fetch: privateFetch({ baseUrl, pins: { ...lanePins, write: notePin } }),
  });
  return client;
}

async function notePin(pin: LanePin): Promise<void> {
  const before = await lanePins.read();
  if (before !== null && before.origin !== pin.origin) laneStore.change({ begun: pin.origin });
  await lanePins.write(pin);
}

/** So that what is kept of it is read again. */
export function closeLane(): void {
  client = null;
  laneStore.change({ begun: null });
}

/** What passes are spent on: the questions about a transfer, and its execution. */
const payable: readonly string[] = [
  'POST /api/route/compare',
  'POST /api/route/preflight',
  'POST /api/agent/do',
  'POST /api/route/execute',
];

/**
 * Asks through the relay, with a pass where its owner has said so. Throws `ServiceError`; `NoAnswerError`
 * where an execution may have arrived; and `PrivateTrouble` for all else that came to nothing.
 */
export const askPrivately: Client['call'] = async (name, asked, how = {}) => {
  const lane = laneClient();
  const { spending } = privacyStore.get();
  try {
    return await showPass(purse, payable.includes(name) ? spending : 'never', (headers) =>
      lane.call(name, asked, { ...how, headers: { ...how.headers, ...headers } }),
    );
  } catch (error) {
    const mayHaveArrived = name === 'POST /api/route/execute';
    if (!(error instanceof NoAnswerError) || (mayHaveArrived && !error.isUnsent)) throw error;
    throw new PrivateTrouble(error.message, { cause: error });
  } finally {
    lookIntoPurse();
  }
};
