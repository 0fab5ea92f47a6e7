import { type Fault, faultFamilies, type FaultFamilies } from './fault.ts';

/** `recipient` null: every recipient's; `times` null: until it is taken away. */
export interface PostedFault {
  readonly fault: Fault;
  readonly recipient: string | null;
  readonly times: number | null;
}

/**
 * What one engine is told to do wrong: at most one fault for everybody, and one for each recipient
 * that goes before it.
 */
export class FaultBoard {
  readonly #posted = new Map<string | null, PostedFault>();

  post(fault: PostedFault): void {
    this.#posted.set(lowered(fault.recipient), fault);
  }

  /** Takes away everybody's fault, or one recipient's; each leaves the others'. */
  clear(recipient: string | null): void {
    this.#posted.delete(lowered(recipient));
  }

  list(): readonly PostedFault[] {
    return [...this.#posted.values()];
  }

  active(recipient: string | null): Fault | undefined {
    return this.#postedFor(recipient)?.fault;
  }

  /** The active fault if it is of this family; one of its times is used up. */
  take<Family extends keyof FaultFamilies>(
    family: Family,
    recipient: string | null,
  ): FaultFamilies[Family] | undefined {
    const posted = this.#postedFor(recipient);
    const families: { [Each in keyof FaultFamilies]: readonly FaultFamilies[Each][] } =
      faultFamilies;
    const fault = families[family].find((each) => each === posted?.fault);
    if (posted === undefined || fault === undefined) return undefined;
    // Stuck is a state that somebody ends, not an event that can be counted.
    if (posted.times !== null && fault !== 'stuck') this.#useUp(posted, posted.times);
    return fault;
  }

  #useUp(posted: PostedFault, times: number): void {
    if (times > 1) this.#posted.set(lowered(posted.recipient), { ...posted, times: times - 1 });
    else this.#posted.delete(lowered(posted.recipient));
  }

  #postedFor(recipient: string | null): PostedFault | undefined {
    return this.#posted.get(lowered(recipient)) ?? this.#posted.get(null);
  }
}

function lowered(recipient: string | null): string | null {
  return recipient?.toLowerCase() ?? null;
}
