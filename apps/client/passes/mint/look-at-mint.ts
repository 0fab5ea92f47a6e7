import type { Client } from '../../client.ts';
import { checkMint, type MintCheck, type MintCheckOptions, type MintView } from './check-mint.ts';

/** Downloads what the mint shows and checks it; by a second way too, where there is one. */
export async function lookAtMint(
  client: Pick<Client, 'call'>,
  options: MintCheckOptions,
  second?: Pick<Client, 'call'>,
): Promise<MintCheck> {
  const view = await client.call('GET /api/plus/mint-head', {});
  const check = await checkMint(view, options);
  if (second === undefined) return check;
  const isSame = showTheSame(view, await second.call('GET /api/plus/mint-head', {}));
  return {
    ...check,
    isSound: check.isSound && isSame,
    findings: [
      ...check.findings,
      {
        what: 'history',
        holds: isSame,
        words: isSame
          ? 'it shows the same by the second way'
          : 'it shows another key or log by the second way: it tells callers apart',
      },
    ],
  };
}

/** One log may be a rotation ahead of the other; what both have must be the same. */
function showTheSame(one: MintView, other: MintView): boolean {
  const shared = Math.min(one.leaves.length, other.leaves.length);
  const beginningOf = ({ origin, leaves }: MintView): string =>
    JSON.stringify([origin, leaves.slice(0, shared)]);
  return (
    beginningOf(one) === beginningOf(other) &&
    JSON.stringify([one.head, one.publicKeyJwk]) ===
      JSON.stringify([other.head, other.publicKeyJwk])
  );
}
