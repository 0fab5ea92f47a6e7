import { systemClock } from '@interline/adapters/clock';
import { stellarFamily } from '@interline/adapters/custody/stellar';
import { outboundHttp } from '@interline/adapters/outbound-http';
import { startStellarLedger } from '@interline/devnet/stellar-ledger';
import { asAddress } from '@interline/kernel';
import { Keypair, StrKey } from '@stellar/stellar-sdk';
import { randomBytes } from 'node:crypto';
import { collectedLog } from '../../contract/custody/collected-log.ts';
import type { ContractScene } from '../contract/contract-scene.ts';
import { Float } from '../contract/float.ts';
import { StellarPeople } from './stellar-people.ts';

const { signal } = new AbortController();
const silentUrl = 'http://127.0.0.1:9/key-of-a-provider';

/** USDC of a float on the strict ledger, which closes on request. */
export async function openStellarScene(): Promise<ContractScene> {
  const ledger = await startStellarLedger({ automine: false });
  const http = outboundHttp();
  const log = collectedLog();
  const secret = randomBytes(32);
  const { chain, finality } = stellarFamily;
  const { passphrase, usdc } = ledger;
  const over = (horizonUrl: string) =>
    stellarFamily.open(stellarFamily.onDevnet({ horizonUrl, passphrase, usdc }), {
      secret,
      bookedDeposits: async () => [],
      clock: systemClock,
      http,
      log,
    });
  const people = new StellarPeople(ledger);
  const opened = over(ledger.horizonUrl);
  const float = opened.custody.account(chain, 'float');
  const stranger = await people.one();
  const bare = Keypair.random();

  const scene: ContractScene = {
    chain,
    token: `${usdc.code}:${usdc.issuer}`,
    custody: opened.custody,
    unreachable: over(silentUrl).custody,
    finality,
    logged: log.lines,
    secrets: [
      secret.toString('hex'),
      StrKey.encodeEd25519SecretSeed(secret),
      ledger.horizonUrl,
      silentUrl,
      'key-of-a-provider',
    ],
    recipient: async () => asAddress((await people.one()).publicKey()),
    async unpayable() {
      const missing = asAddress(Keypair.random().publicKey());
      return [asAddress(bare.publicKey()), missing].map((to) => ({
        ...{ to, units: 20_000n, code: 'TRUSTLINE_MISSING' as const },
      }));
    },
    payFloat: (units) => people.pay(stranger, float, units),
    node: {
      held: (by) => people.dollarsOf(by),
      heldByFloat: () => people.dollarsOf(float),
      cost: async (hash) => BigInt((await people.shown(hash)).fee_charged),
      bytes: async (hash) => (await people.shown(hash)).envelope_xdr,
    },
    closeBlock: async () => ledger.close(),
    takeBlockBack: () => Promise.reject(new Error('a closed ledger is final')),
    async inDemand(act) {
      await people.setBaseFee(1_000);
      // Horizon shows the fee of the newest ledger.
      ledger.close();
      try {
        return await act();
      } finally {
        await people.setBaseFee(100);
        ledger.close();
      }
    },
    async close() {
      await opened.close();
      await http.close();
      await ledger.stop();
    },
  };
  await people.give(stranger.publicKey(), 100_000_000n);
  await people.friendbot(bare.publicKey());
  await people.friendbot(float);
  await open(scene);
  await people.give(float, 100_000_000n);
  return scene;
}

/** Makes what the account needs before it pays, as the service does when it starts. */
async function open(scene: ContractScene): Promise<void> {
  const { chain, custody } = scene;
  const float = new Float(scene);
  for (;;) {
    const missing = await custody.prepareAccount(chain, 'float', signal);
    if (missing === null) return;
    await float.settle(...(await float.commit([missing])));
  }
}
