import { keccak256 } from 'ethers/crypto';
import { randomBytes } from 'node:crypto';
import { assetAt, otherAsset } from './chain-assets.ts';
import { deliver, type Payer } from './delivery.ts';
import { FaultBoard, type OfferFault } from './fault-board.ts';
import { OrderShelf } from './order-shelf.ts';
import type { Ask, Asset, Deposit, Offer } from './order.ts';
import { priceOffer } from './price-offer.ts';
import {
  type Call,
  type EngineRequest,
  type QuoteEndpoint,
  Refused,
  type StandIn,
} from './stand-in.ts';

/** What all desks of one devnet share. */
export interface Bridging extends Payer {
  readonly assets: readonly Asset[];
  readonly signal: AbortSignal;
  readonly log: (line: string) => void;
  bridgeOf(chainId: number): string | undefined;
  nextDepositAddress(): string;
  /** Makes the chain's bridge revert exactly this calldata; resolves once it does. */
  bar(chainId: number, calldataHash: string): Promise<unknown>;
  /** Looks for deposits of the offer from now on. */
  watch(offer: Offer): void;
}

/** The wrong address that the `wrong-...` faults put in place of the right one. */
const stranger = '0xBAdBadbADBaDBADBadbADbaDBadBaDBADBadBAD0';

const quoteLifeMs = 60_000;

/** One engine: makes offers, remembers them, and delivers deposits for them. */
export class UpstreamDesk {
  readonly standIn: StandIn;
  readonly faults = new FaultBoard();
  readonly orders = new OrderShelf();
  readonly #bridging: Bridging;

  constructor(standIn: StandIn, bridging: Bridging) {
    this.standIn = standIn;
    this.#bridging = bridging;
  }

  get assets(): readonly Asset[] {
    return this.#bridging.assets;
  }

  /** The answer's body; throws `Refused`. */
  async quote(endpoint: QuoteEndpoint, request: EngineRequest, ask: Ask): Promise<object> {
    const fault = this.faults.take('offer', ask.recipient);
    if (fault === 'no-route') throw new Refused({ kind: 'no-route' });
    const depositAddress =
      endpoint.takesTransfers?.(request) === true ? this.#bridging.nextDepositAddress() : null;
    const made = this.#offer(ask, fault, depositAddress);
    const contract = endpoint.contractOrder?.(made, request) ?? null;
    const offer = contract === null ? made : { ...made, id: contract.id, contract };

    const calldata = endpoint.calldata(offer, request);
    const call = calldata && {
      ...calldata,
      to: fault === 'wrong-target' ? stranger : offer.bridge,
    };
    if (call !== null) await this.#expectCall(offer, call, fault);
    if (depositAddress !== null) this.#expect(offer, depositAddress);
    return endpoint.body(offer, call, request);
  }

  /** True when the deposit pays for an order of this engine. */
  takeDeposit(deposit: Deposit): boolean {
    const order = this.orders.claim(deposit);
    if (order === undefined) return false;
    const { assets, signal, log } = this.#bridging;
    const {
      engine,
      tariff: { fillMs },
    } = this.standIn;
    deliver({
      order,
      deposit,
      fillMs,
      assets,
      signal,
      faults: this.faults,
      payer: this.#bridging,
      move: (state) => this.orders.move(order, state),
    }).catch((error: unknown) => {
      if (!signal.aborted) log(`${engine} could not settle ${order.offer.id}: ${String(error)}`);
    });
    return true;
  }

  async #expectCall(offer: Offer, { data }: Call, fault: OfferFault | undefined): Promise<void> {
    const key = keccak256(data);
    if (fault === 'reverting-call') await this.#bridging.bar(offer.from.chainId, key);
    this.#expect(offer, key);
  }

  #expect(offer: Offer, key: string): void {
    this.orders.put(offer, key);
    this.#bridging.watch(offer);
  }

  #offer(ask: Ask, fault: OfferFault | undefined, depositAddress: string | null): Offer {
    const { from, to, bridge } = this.#laneOf(ask);
    const { tariff } = this.standIn;
    const price = priceOffer(ask, from, to, tariff);
    const nowMs = Date.now();
    const nonce = `0x${randomBytes(32).toString('hex')}`;
    return {
      ...price,
      minOutput: fault === 'lower-minimum' ? (price.minOutput * 9n) / 10n : price.minOutput,
      id: nonce,
      nonce,
      contract: null,
      ask,
      from,
      to,
      bridge,
      depositAddress,
      feeWei: tariff.feeWei,
      durationSec: Math.ceil(tariff.fillMs / 1_000),
      quotedAtMs: nowMs,
      expiresAtMs: fault === 'expired-quote' ? nowMs - 1_000 : nowMs + quoteLifeMs,
      said: {
        recipient: fault === 'wrong-recipient' ? stranger : ask.recipient,
        token: fault === 'wrong-token' ? otherAsset(this.assets, from).address : from.address,
        depositAddress:
          fault === 'wrong-target' && depositAddress !== null ? stranger : depositAddress,
      },
    };
  }

  #laneOf({ fromChainId, toChainId, fromToken, toToken }: Ask): {
    from: Asset;
    to: Asset;
    bridge: string;
  } {
    const { chainIds } = this.standIn;
    const from = assetAt(this.assets, fromChainId, fromToken);
    const to = assetAt(this.assets, toChainId, toToken);
    const bridge = this.#bridging.bridgeOf(fromChainId);
    const listed =
      chainIds.includes(fromChainId) && chainIds.includes(toChainId) && fromChainId !== toChainId;
    if (from === undefined || to === undefined || bridge === undefined || !listed)
      throw new Refused({ kind: 'no-route' });
    return { from, to, bridge };
  }
}
