import type { Wallet } from 'ethers';
import { followRoute, serviceClient, signAndSend, textField } from '@interline/cli';
import { evmAddress } from '@interline/kernel';
import { freshWallet } from '../../support/fresh-wallet.ts';
import type { BenchScene } from '../scene/bench-scene.ts';
import { approvePermit2, setBalance } from '../scene/token-slots.ts';
import { routeUnits } from '../settle/presigned-routes.ts';
import { gasOf, hashBefore } from './gas-of.ts';
import type { GasRow } from './gas-row.ts';

const heldUnits = 100n * routeUnits;

/**
 * What the service sent to the chains for two transfers of a payer who had approved Permit2 and one
 * of a payer who had not.
 */
export async function serviceGas(scene: BenchScene): Promise<readonly GasRow[]> {
  const { source, destination } = scene;
  const [regular, newcomer] = [await walletOn(scene, true), await walletOn(scene, false)];
  // The first payout finds an empty account, the second one that holds a balance.
  const first = await settled(scene, regular, 1);
  const second = await settled(scene, regular, 1);
  const start = await settled(scene, newcomer, 2);
  const sentBy = 'service';
  return [
    {
      key: 'our-first',
      what: "pull, a payer's first",
      sentBy,
      seen: await gasOf(source, first.srcTx),
    },
    {
      key: 'our-second',
      what: "pull, the payer's second",
      sentBy,
      seen: await gasOf(source, second.srcTx),
    },
    {
      key: 'our-allowance',
      what: 'EIP-2612 permit of a start with no gas',
      sentBy,
      seen: await gasOf(source, await hashBefore(source, start.srcTx)),
    },
    {
      key: 'our-start',
      what: 'pull of that start',
      sentBy,
      seen: await gasOf(source, start.srcTx),
    },
    { key: 'our-payout', what: 'payout', sentBy, seen: await gasOf(destination, second.destTx) },
    {
      key: 'our-payout-new',
      what: 'payout to one who holds nothing',
      sentBy,
      seen: await gasOf(destination, first.destTx),
    },
  ];
}

async function walletOn({ source }: BenchScene, isApproved: boolean): Promise<Wallet> {
  const wallet = freshWallet();
  const owner = evmAddress(wallet.address);
  const { link, usdc, slots } = source;
  await link.batch([
    setBalance(usdc, slots, owner, heldUnits),
    ...(isApproved ? [approvePermit2(usdc, slots, owner)] : []),
  ]);
  return wallet;
}

async function settled(
  { service, source, destination }: BenchScene,
  wallet: Wallet,
  signatures: number,
): Promise<{ readonly srcTx: string; readonly destTx: string }> {
  const client = serviceClient(service.url);
  const sent = await signAndSend(client, wallet, {
    fromChain: String(source.chainId),
    toChain: String(destination.chainId),
    token: 'USDC',
    amount: routeUnits.toString(),
    toAddress: wallet.address,
  });
  if (sent.signatures !== signatures)
    throw new Error(
      `the payer was asked for ${sent.signatures} signatures; ${signatures} were expected`,
    );
  const receipt = await followRoute(client, textField(sent.receipt, 'id'), () => undefined, 20_000);
  if (receipt['status'] !== 'DONE')
    throw new Error(`the transfer ended as ${JSON.stringify(receipt)}`);
  return { srcTx: textField(receipt, 'srcTx'), destTx: textField(receipt, 'destTx') };
}
