import {
  type FirmQuote,
  type JsonObject,
  type Offer,
  type Order,
  type Plan,
  type Progress,
  type QuoteRequest,
  type RailOutcome,
  type Recall,
  refuse,
  RelayError,
} from '@interline/kernel';
import {
  type Clock,
  type Health,
  type Log,
  type RailManifest,
  type RailPort,
  type RailTerms,
  type WayExamination,
  type WayHealth,
  wayStates,
} from '@interline/ports';
import { z } from 'zod';
import { allowedTargets } from './allowed-targets.ts';
import { plain } from './boundary-shapes.ts';
import { coinRefusal } from './coin-refusal.ts';
import {
  defaultGuardSettings,
  type GuardHost,
  type GuardSettings,
  type RailStep,
} from './guard-settings.ts';
import { broken } from './plain-text.ts';
import { isRailFault, type RailBreaker, railBreaker, translateFault } from './rail-breaker.ts';
import { readExamination } from './read-examination.ts';
import { readOffers } from './read-offers.ts';
import { readPlan } from './read-plan.ts';
import { FinalProgress, readProgress } from './read-progress.ts';
import { readRecall } from './read-recall.ts';
import { readTerms } from './read-terms.ts';
import { withDeadline } from './with-deadline.ts';

export interface GuardOptions {
  readonly clock: Clock;
  readonly log: Log;
  readonly host: GuardHost;
  readonly settings?: GuardSettings;
}

/**
 * Guards a rail for the core: limits its time, validates its answers, translates its errors.
 * `offers` and `health` never reject. `plan` returns faults as refusals too, so that the next rail
 * is tried, and rejects only if its caller left. `track` rejects with a RelayError, because silence
 * is not a state of a transfer.
 */
export function guardRail(rail: RailPort, options: GuardOptions): RailPort {
  return new GuardedRail(rail, options);
}

class GuardedRail implements RailPort {
  readonly manifest: RailManifest;
  readonly #rail: RailPort;
  readonly #clock: Clock;
  readonly #log: Log;
  readonly #host: GuardHost;
  readonly #settings: GuardSettings;
  readonly #breakers: Readonly<Record<RailStep, RailBreaker>>;
  readonly #terms: RailTerms;
  readonly #final = new FinalProgress();

  constructor(rail: RailPort, { clock, log, host, settings = defaultGuardSettings }: GuardOptions) {
    this.manifest = Object.freeze(structuredClone(rail.manifest));
    this.#rail = rail;
    this.#clock = clock;
    this.#log = log;
    this.#host = { targets: allowedTargets(rail.manifest), ...host };
    this.#settings = settings;
    const asking = railBreaker(rail.manifest.id, settings, log);
    // Separate, so that a stuck transfer that is polled repeatedly cannot block quotes.
    const tracking = railBreaker(rail.manifest.id, settings, log);
    this.#terms = readTerms(rail, log);
    // Separate again: a rail that cannot produce a recall must still be asked whether it delivered.
    const recalling = railBreaker(rail.manifest.id, settings, log);
    this.#breakers = {
      offers: asking,
      plan: asking,
      health: asking,
      track: tracking,
      recall: recalling,
    };
  }

  async offers(request: QuoteRequest, caller: AbortSignal): Promise<readonly Offer[]> {
    try {
      return await this.#ask(
        'offers',
        caller,
        (signal) => this.#rail.offers(request, signal),
        (value) =>
          readOffers(value, { manifest: this.manifest, request, nowMs: this.#clock.now() }),
      );
    } catch (error) {
      const { code, message } = translateFault(this.manifest.id, 'offers', error);
      return this.manifest.ways.map((way) => ({ rail: way, outcome: refuse(code, message) }));
    }
  }

  async plan(order: Order, quote: FirmQuote, caller: AbortSignal): Promise<RailOutcome<Plan>> {
    try {
      const outcome = await this.#ask(
        'plan',
        caller,
        (signal) => this.#rail.plan(order, quote, signal),
        (value) => readPlan(value, order, this.manifest, this.#host),
      );
      return outcome.ok
        ? ((await coinRefusal(this.manifest.id, outcome.value, order, this.#host, caller)) ??
            outcome)
        : outcome;
    } catch (error) {
      const fault = translateFault(this.manifest.id, 'plan', error);
      // A refusal would make the core choose another rail, or refund, only because its caller
      // stopped.
      if (caller.aborted) throw fault;
      return refuse(fault.code, fault.message);
    }
  }

  async track(ref: JsonObject, caller: AbortSignal): Promise<Progress> {
    const heard = await this.#ask(
      'track',
      caller,
      (signal) => this.#rail.track(ref, signal),
      (value) => readProgress(value, this.manifest.id),
    );
    return this.#final.settle(ref, heard);
  }

  async recall(order: Order, ref: JsonObject, caller: AbortSignal): Promise<RailOutcome<Recall>> {
    const { id } = this.manifest;
    const rail = this.#rail;
    if (rail.recall === undefined) return refuse('NO_ROUTE', `${id} takes no transfer back`);
    try {
      return await this.#ask(
        'recall',
        caller,
        async (signal) => rail.recall?.(order, ref, signal),
        (value) => readRecall(value, id, order, this.#host, caller),
      );
    } catch (error) {
      const fault = translateFault(id, 'recall', error);
      if (caller.aborted) throw fault;
      return refuse(fault.code, fault.message);
    }
  }

  terms(): RailTerms {
    return this.#terms;
  }

  async examine(way: string, caller: AbortSignal): Promise<WayExamination | null> {
    if (this.#rail.examine === undefined) return null;
    return this.#ask(
      'plan',
      caller,
      async (signal) => this.#rail.examine?.(way, signal) ?? null,
      (value) => readExamination(value, this.manifest.id),
    );
  }

  async health(caller: AbortSignal): Promise<Health> {
    try {
      return await this.#ask(
        'health',
        caller,
        (signal) => this.#rail.health(signal),
        (value) => readHealth(value, this.manifest),
      );
    } catch (error) {
      return { isUp: false, reason: translateFault(this.manifest.id, 'health', error).message };
    }
  }

  async #ask<T>(
    step: RailStep,
    caller: AbortSignal,
    call: (signal: AbortSignal) => Promise<unknown>,
    read: (value: unknown) => T | Promise<T>,
  ): Promise<T> {
    return this.#breakers[step](async () => {
      try {
        return await read(await this.#answer(step, caller, call));
      } catch (error) {
        const fault = translateFault(this.manifest.id, step, error);
        if (isRailFault(fault))
          this.#log.warn('rail.fault', { step, code: fault.code, message: fault.message });
        throw fault;
      }
    });
  }

  /**
   * The rail's answer as our own data: a copy has no getters, no methods and no later changes.
   * Offers are many, so their reader copies what it uses.
   */
  async #answer(
    step: RailStep,
    caller: AbortSignal,
    call: (signal: AbortSignal) => Promise<unknown>,
  ): Promise<unknown> {
    const rail = this.manifest.id;
    const deadlineMs = this.#settings.deadlineMs[step];
    const waited = await withDeadline({ clock: this.#clock, deadlineMs, caller }, call);
    switch (waited.ended) {
      case 'answer':
        return step === 'offers' ? waited.value : structuredClone(waited.value);
      case 'error':
        throw waited.error;
      case 'deadline':
        throw new RelayError(
          'RAIL_TIMEOUT',
          { rail, step, deadlineMs },
          `${rail} did not answer ${step} within ${deadlineMs} ms`,
        );
      case 'abandoned':
        throw new RelayError(
          'RAIL_TIMEOUT',
          { rail, step, isAbandoned: true },
          `the caller stopped waiting for ${rail} at ${step}`,
        );
    }
  }
}

const wayShape = z.object({
  state: z.enum(wayStates),
  reason: plain().optional(),
  requestsLeft: z.int().min(0).optional(),
});

const shape = z.object({
  isUp: z.boolean(),
  reason: plain().optional(),
  ways: z.record(z.string(), wayShape).optional(),
});

/** Reads a rail's report about itself; an invalid one counts as down. */
function readHealth(value: unknown, { id, ways: known }: RailManifest): Health {
  const read = shape.safeParse(value);
  if (!read.success) return { isUp: false, reason: broken(id, 'it answered no health') };
  const { isUp, reason, ways } = read.data;
  return {
    isUp,
    ...(reason === undefined ? {} : { reason }),
    ...(ways === undefined
      ? {}
      : {
          ways: Object.fromEntries(
            known.flatMap((name) => {
              const way = ways[name];
              return way === undefined ? [] : [[name, readWay(way)]];
            }),
          ),
        }),
  };
}

function readWay({ state, reason, requestsLeft }: z.output<typeof wayShape>): WayHealth {
  return {
    state,
    ...(reason === undefined ? {} : { reason }),
    ...(requestsLeft === undefined ? {} : { requestsLeft }),
  };
}
