import type {
  FirmQuote,
  JsonObject,
  Offer,
  Order,
  Plan,
  QuoteRequest,
  RailOutcome,
} from '@interline/kernel';
import type { RailManifest, RailPort } from '@interline/ports';
import { testOrder } from '../testing/test-request.ts';
import type { ConformanceCases, MakeRail, WorldParts } from './cases.ts';
import { canary, makeWorld, type Weather, type World } from './world.ts';

export interface Seat {
  readonly rail: RailPort;
  readonly world: World;
}

export interface QuotedCase {
  readonly request: QuoteRequest;
  readonly offers: readonly Offer[];
}

export interface FirmCase {
  readonly request: QuoteRequest;
  readonly quote: FirmQuote;
  readonly order: Order;
}

/** The environment of a check: every seat is a new rail in a separate world. */
export class Bench {
  readonly cases: ConformanceCases;
  readonly #make: MakeRail;

  constructor(make: MakeRail, cases: ConformanceCases) {
    this.#make = make;
    this.cases = cases;
  }

  /** `parts` replace those of the cases. */
  seat(weather: Weather = 'fair', parts: WorldParts = {}): Seat {
    const world = makeWorld({ ...this.cases.world?.(), ...parts }, weather);
    return { world, rail: this.#make(world.context, canary) };
  }

  get manifest(): RailManifest {
    return this.seat().rail.manifest;
  }

  async quoted({ rail }: Seat = this.seat()): Promise<readonly QuotedCase[]> {
    const quoted: QuotedCase[] = [];
    for (const request of this.cases.requests)
      quoted.push({ request, offers: await rail.offers(request, never()) });
    return quoted;
  }

  /** Every firm quote of the cases, with an order that asks for the quote's own minimum. */
  async firm(seat: Seat = this.seat()): Promise<readonly FirmCase[]> {
    const quoted = await this.quoted(seat);
    return quoted.flatMap(({ request, offers }) =>
      offers.flatMap(({ outcome }) =>
        outcome.ok && outcome.value.kind === 'firm'
          ? [
              {
                request,
                quote: outcome.value,
                order: testOrder(request, { minOutput: outcome.value.minOutput }),
              },
            ]
          : [],
      ),
    );
  }

  async planned(
    seat: Seat = this.seat(),
  ): Promise<readonly (FirmCase & { readonly outcome: RailOutcome<Plan> })[]> {
    const planned: (FirmCase & { readonly outcome: RailOutcome<Plan> })[] = [];
    for (const one of await this.firm(seat))
      planned.push({ ...one, outcome: await seat.rail.plan(one.order, one.quote, never()) });
    return planned;
  }

  /** Calls everything once for its side effects; errors are another check's concern. */
  async exercise({ rail }: Seat): Promise<void> {
    const firm = await this.firm();
    const refs = await this.refs();
    const calls: readonly (() => Promise<unknown>)[] = [
      ...this.cases.requests.map((request) => () => rail.offers(request, never())),
      ...firm.map(
        ({ order, quote }) =>
          () =>
            rail.plan(order, quote, never()),
      ),
      ...refs.map((ref) => () => rail.track(ref, never())),
      () => rail.health(never()),
    ];
    for (const call of calls) await call().catch(() => undefined);
  }

  /** The cases' refs and those of the rail's own plans. */
  async refs(): Promise<readonly JsonObject[]> {
    const planned = await this.planned();
    const own = planned.flatMap(({ outcome }) =>
      outcome.ok ? outcome.value.steps.flatMap((step) => ('ref' in step ? [step.ref] : [])) : [],
    );
    return [...(this.cases.refs ?? []), ...own];
  }
}

export function never(): AbortSignal {
  return new AbortController().signal;
}
