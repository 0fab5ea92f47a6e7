import type { RunningStellarLedger } from '@interline/devnet/stellar-ledger';
import {
  Asset,
  BASE_FEE,
  Horizon,
  Keypair,
  Operation,
  TransactionBuilder,
  type xdr,
} from '@stellar/stellar-sdk';

/** People with accounts of their own on a ledger that closes on request, by the unmodified SDK. */
export class StellarPeople {
  readonly #ledger: RunningStellarLedger;
  readonly #server: Horizon.Server;
  readonly #usdc: Asset;

  constructor(ledger: RunningStellarLedger) {
    this.#ledger = ledger;
    this.#server = new Horizon.Server(ledger.horizonUrl, { allowHttp: true });
    this.#usdc = new Asset(ledger.usdc.code, ledger.usdc.issuer);
  }

  /** Someone fresh who trusts the dollars. */
  async one(): Promise<Keypair> {
    const key = Keypair.random();
    await this.friendbot(key.publicKey());
    await this.#send(key, Operation.changeTrust({ asset: this.#usdc }));
    this.#ledger.close();
    return key;
  }

  /** The payment waits for its ledger; answers its hash. */
  async pay(from: Keypair, destination: string, units: bigint): Promise<string> {
    const amount = `0.${units.toString().padStart(7, '0')}`;
    return this.#send(from, Operation.payment({ destination, asset: this.#usdc, amount }));
  }

  async friendbot(address: string): Promise<void> {
    await this.#post(`/friendbot?addr=${address}`, null);
  }

  async give(to: string, units: bigint): Promise<void> {
    await this.#post('/devnet/faucet', { to, amount: String(units) });
  }

  async setBaseFee(stroops: number): Promise<void> {
    await this.#post('/devnet/base-fee', { stroops });
  }

  async dollarsOf(account: string): Promise<bigint> {
    const { balances } = await this.#server.loadAccount(account);
    const line = balances.find((one) => 'asset_code' in one);
    return BigInt((line?.balance ?? '0').replace('.', ''));
  }

  async shown(hash: string): Promise<{ fee_charged: string | number; envelope_xdr: string }> {
    return this.#server.transactions().transaction(hash).call();
  }

  async #send(from: Keypair, operation: xdr.Operation): Promise<string> {
    const account = await this.#server.loadAccount(from.publicKey());
    const transaction = new TransactionBuilder(account, {
      fee: BASE_FEE,
      networkPassphrase: this.#ledger.passphrase,
    })
      .addOperation(operation)
      .setTimeout(0)
      .build();
    transaction.sign(from);
    const { tx_status: status, hash } = await this.#server.submitAsyncTransaction(transaction);
    if (status !== 'PENDING') throw new Error(`the ledger does not take it: ${status}`);
    return hash;
  }

  async #post(path: string, body: object | null): Promise<void> {
    const init = body === null ? {} : { method: 'POST', body: JSON.stringify(body) };
    const response = await fetch(`${this.#ledger.horizonUrl}${path}`, init);
    if (!response.ok) throw new Error(`${path}: ${await response.text()}`);
  }
}
