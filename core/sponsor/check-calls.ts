import { type EvmAddress, RelayError } from '@interline/kernel';
import type { AccountCall, SponsoredCallPort } from '@interline/ports';

const callsAtMost = 16;
const bytesAtMost = 8_192;

/**
 * What no account may call at our cost: our accounts and the EntryPoint, which would run other operations,
 * and itself, which would hide calls in calls. Granting rights needs the payer's explicit consent. Throws
 * `BAD_REQUEST`.
 */
export function assertCallable(
  { forbidden, approvalsIn }: Pick<SponsoredCallPort, 'forbidden' | 'approvalsIn'>,
  account: EvmAddress,
  calls: readonly AccountCall[],
  allowApprove: boolean,
): void {
  if (calls.length === 0 || calls.length > callsAtMost)
    throw refused('calls', `${calls.length} calls; wanted 1 to ${callsAtMost}`);
  const bytes = calls.reduce((sum, { data }) => sum + (data.length - 2) / 2, 0);
  if (bytes > bytesAtMost)
    throw refused('calls', `${bytes} bytes of calldata; wanted ${bytesAtMost} at most`);
  for (const [at, { to }] of calls.entries()) {
    if (forbidden.includes(to))
      throw refused(
        `calls[${at}].to`,
        'a sponsored call must not go to the relayer or the EntryPoint',
      );
    if (to === account)
      throw refused(
        `calls[${at}].to`,
        'an account must not call itself: list its calls one by one',
      );
  }
  const [given] = allowApprove ? [] : approvalsIn(calls);
  if (given !== undefined)
    throw refused(
      'allowApprove',
      `calls[${given.call}] gives ${given.spender} rights over the account's assets; send allowApprove: true if that is intended`,
    );
}

function refused(field: string, reason: string): RelayError {
  return new RelayError('BAD_REQUEST', { field }, reason);
}
