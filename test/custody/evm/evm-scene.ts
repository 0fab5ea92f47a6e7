import { signerFromHex } from '@interline/adapters/custody/evm';
import { evmAddress, finalityOf, productionFinality } from '@interline/kernel';
import { randomBytes } from 'node:crypto';
import { type CustodyScene, custodyScene } from '../../contract/custody/custody-scene.ts';
import type { NodeRpc } from '../../contract/custody/node-rpc.ts';
import { freshWallet } from '../../support/fresh-wallet.ts';
import type { ContractScene } from '../contract/contract-scene.ts';

const silentUrl = 'http://127.0.0.1:9/v3/key-of-a-provider';

/** USDC of a float on anvil. */
export async function openEvmScene(): Promise<ContractScene> {
  const keys = { spender: randomBytes(32).toString('hex'), float: randomBytes(32).toString('hex') };
  const scene = await custodyScene({
    spender: signerFromHex(keys.spender),
    float: signerFromHex(keys.float),
  });
  const { chain, usdc, rpc, rpcUrl } = scene;
  const float = scene.custody.account(chain, 'float');
  const [stranger] = (await rpc('eth_accounts')) as readonly string[]; // CAST: anvil's own shape.
  if (stranger === undefined) throw new Error('anvil has accounts of its own');
  await scene.give('USDC', float, 100_000_000n);
  await scene.give('USDC', stranger, 100_000_000n);
  await rpc('evm_setAutomine', [false]);
  const held = (by: string): Promise<bigint> => usdcOf(rpc, usdc, by);

  return {
    chain,
    token: usdc,
    custody: scene.custody,
    unreachable: scene.over([silentUrl]),
    finality: finalityOf(productionFinality, chain),
    logged: scene.log.lines,
    secrets: [keys.spender, keys.float, rpcUrl, silentUrl, 'key-of-a-provider'],
    recipient: async () => evmAddress(freshWallet().address),
    // The token refuses a transfer to the zero address.
    unpayable: async () => [
      { to: evmAddress(`0x${'0'.repeat(40)}`), units: 20_000n, code: 'SIMULATION_FAILED' },
    ],
    payFloat: (units) => transfer(scene, stranger, float, units),
    node: {
      held,
      heldByFloat: () => held(float),
      async cost(hash) {
        // CAST: anvil's own shape.
        const { gasUsed, effectiveGasPrice } = (await rpc('eth_getTransactionReceipt', [
          hash,
        ])) as Readonly<Record<'gasUsed' | 'effectiveGasPrice', string>>;
        return BigInt(gasUsed) * BigInt(effectiveGasPrice);
      },
      bytes: async (hash) => String(await rpc('eth_getRawTransactionByHash', [hash])),
    },
    closeBlock: async () => void (await rpc('evm_mine')),
    takeBlockBack: async () => void (await rpc('anvil_reorg', [1, []])),
    inDemand: (act) => act(),
    close: () => scene.close(),
  };
}

async function usdcOf(rpc: NodeRpc, token: string, of: string): Promise<bigint> {
  const data = `0x70a08231${of.slice(2).padStart(64, '0')}`;
  return BigInt(String(await rpc('eth_call', [{ to: token, data }, 'latest'])));
}

async function transfer(
  { rpc, usdc }: Pick<CustodyScene, 'rpc' | 'usdc'>,
  from: string,
  to: string,
  units: bigint,
): Promise<string> {
  const data = `0xa9059cbb${to.slice(2).padStart(64, '0')}${units.toString(16).padStart(64, '0')}`;
  return String(await rpc('eth_sendTransaction', [{ from, to: usdc, gas: '0x30d40', data }]));
}
