import { type DevnetReport, faucetWallet } from '@interline/devnet';
import { WrongStateError } from '../exit-codes.ts';

/** The wallet of the devnet's Bitcoin node. Throws with what to do where the devnet runs none. */
export function bitcoinNode({
  bitcoin,
  missing,
}: Pick<DevnetReport, 'bitcoin' | 'missing'>): ReturnType<typeof faucetWallet> {
  if (bitcoin !== null) return faucetWallet(bitcoin);
  const why = missing.find(({ chain }) => chain === 'bitcoin')?.why ?? 'it was started without one';
  throw new WrongStateError(`this demo needs a Bitcoin node, and the devnet runs none: ${why}`);
}
