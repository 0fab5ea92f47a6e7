import { systemClock } from '@interline/adapters/clock';
import { bitcoinFamily } from '@interline/adapters/custody/bitcoin';
import { outboundHttp } from '@interline/adapters/outbound-http';
import { faucetWallet, type RegtestNode } from '@interline/devnet';
import { asAddress, nativeAddress } from '@interline/kernel';
import { randomBytes } from 'node:crypto';
import { collectedLog } from '../../contract/custody/collected-log.ts';
import type { ContractScene } from '../contract/contract-scene.ts';

const silentUrl = 'http://127.0.0.1:9/key-of-a-provider';
/** Of mainnet, which a regtest node does not pay. */
const mainnetAddress = 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4';

/** Coins of a float on regtest. */
export async function openBitcoinScene(node: RegtestNode): Promise<ContractScene> {
  const http = outboundHttp();
  const log = collectedLog();
  const secret = randomBytes(32);
  const { chain, finality } = bitcoinFamily;
  const over = (rpcUrl: string) => {
    const { user, password } = node;
    return bitcoinFamily.open(bitcoinFamily.onDevnet({ rpcUrl, user, password }), {
      secret,
      bookedDeposits: async () => [],
      clock: systemClock,
      http,
      log,
    });
  };
  const wallet = faucetWallet(node);
  const opened = over(node.rpcUrl);
  const float = opened.custody.account(chain, 'float');
  const recipient = async () => asAddress(await wallet.freshAddress());
  // The float's wallet is watched from its first reading on.
  await opened.custody.queue(chain, float, new AbortController().signal);
  for (const sats of [2_000_000n, 3_000_000n])
    await node.pay(opened.custody.fundingAddress(chain), sats);
  await node.mine();

  return {
    chain,
    token: nativeAddress,
    custody: opened.custody,
    unreachable: over(silentUrl).custody,
    finality,
    logged: log.lines,
    secrets: [secret.toString('hex'), node.rpcUrl, node.password, silentUrl, 'key-of-a-provider'],
    recipient,
    unpayable: async () => [
      { to: asAddress(mainnetAddress), units: 20_000n, code: 'SIMULATION_FAILED' },
      { to: await recipient(), units: 329n, code: 'SIMULATION_FAILED' },
    ],
    payFloat: (units) => node.pay(opened.custody.fundingAddress(chain), units),
    node: {
      held: (by) => wallet.held(by),
      heldByFloat: async () =>
        (await wallet.held(float)) + (await wallet.held(opened.custody.fundingAddress(chain))),
      async cost(hash) {
        // CAST: by Bitcoin Core's documentation of the method; coins with eight decimals.
        const { fee } = (await node.rpc('getrawtransaction', [hash, 2])) as {
          readonly fee: number;
        };
        return BigInt(Math.round(fee * 1e8));
      },
      bytes: async (hash) => String(await node.rpc('getrawtransaction', [hash])),
    },
    closeBlock: async () => void (await node.mine()),
    async takeBlockBack() {
      const newest = await node.rpc('getbestblockhash');
      await node.rpc('invalidateblock', [newest]);
      await node.rpc('generateblock', [await node.rpc('getnewaddress'), []]);
    },
    inDemand: (act) => act(),
    async close() {
      await opened.close();
      await http.close();
    },
  };
}
