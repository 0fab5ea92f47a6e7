import { answer, type RailOutcome, unlessAborted } from '@interline/plugins';
import type { UpstreamApi } from '../upstream.ts';
import { type OneclickAsset, readAssets } from './assets.ts';
import { refusalOf } from './errors.ts';

const lifeMs = 600_000;

interface AssetList {
  readonly flight: Promise<RailOutcome<readonly OneclickAsset[]>>;
  readonly staleAtMs: number;
}

const lists = new WeakMap<UpstreamApi, AssetList>();

/**
 * The tokens that 1Click lists, fetched once in ten minutes for all callers. Only a list is cached;
 * after a refusal or a fault it is requested again.
 */
export async function assetList(
  api: UpstreamApi,
  signal: AbortSignal,
): Promise<RailOutcome<readonly OneclickAsset[]>> {
  const known = lists.get(api);
  const { flight } = known !== undefined && known.staleAtMs > api.nowMs() ? known : begin(api);
  return unlessAborted(flight, signal);
}

function begin(api: UpstreamApi): AssetList {
  const list: AssetList = { flight: fetchAssets(api), staleAtMs: api.nowMs() + lifeMs };
  lists.set(api, list);
  const forget = (): void => {
    if (lists.get(api) === list) lists.delete(api);
  };
  list.flight.then((outcome) => {
    if (!outcome.ok) forget();
  }, forget);
  return list;
}

async function fetchAssets(api: UpstreamApi): Promise<RailOutcome<readonly OneclickAsset[]>> {
  // Many callers wait for it, so a single caller's signal does not end it; the client's own
  // deadline does.
  const answered = await api.ask(
    { method: 'GET', path: '/v0/tokens' },
    new AbortController().signal,
  );
  return refusalOf(answered) ?? answer(readAssets(answered.body));
}
