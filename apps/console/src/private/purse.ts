import type { Pass } from '@interline/client/passes';

/** A pass that this browser keeps. */
export interface KeptPass extends Pass {
  /** Until when the service takes it, in epoch milliseconds. */
  readonly untilMs: number;
}

/** One that was taken out to be shown. Until its end is known it counts as perhaps spent. */
export interface HeldPass {
  readonly pass: Pass;
  end(how: 'spent' | 'unshown' | 'unknown'): Promise<void>;
}

interface Kept {
  readonly passes: readonly KeptPass[];
  /** Shown, and nobody knows whether they were taken; or their page was closed meanwhile. */
  readonly aside: readonly KeptPass[];
}

type Shelf = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>;
/** Runs one change at a time, over all tabs: of two that read the same list, one would spend a pass twice. */
type Alone = <T>(change: () => T) => Promise<T>;

const none: Kept = { passes: [], aside: [] };

const overAllTabs: Alone = (change) => navigator.locks.request('interline.passes', change);

/**
 * The passes of this browser. What cannot be written throws, before a pass leaves: one that stays in the list
 * after it was shown would be shown twice.
 */
export function purseOn(
  key: string,
  shelf: () => Shelf = () => localStorage,
  alone: Alone = overAllTabs,
) {
  const read = (): Kept => {
    try {
      const found: unknown = JSON.parse(shelf().getItem(key) ?? '{}');
      if (typeof found !== 'object' || found === null) return none;
      const { passes, aside }: Partial<Record<keyof Kept, unknown>> = found;
      return { passes: passesIn(passes), aside: passesIn(aside) };
    } catch {
      return none;
    }
  };
  const change = (by: (before: Kept) => Kept): Promise<void> =>
    alone(() => {
      const after = by(read());
      if (after.passes.length + after.aside.length === 0) shelf().removeItem(key);
      else shelf().setItem(key, JSON.stringify(after));
    });

  return {
    count(nowMs = Date.now()): { readonly left: number; readonly aside: number } {
      const { passes, aside } = read();
      return { left: passes.filter(isGood(nowMs)).length, aside: aside.length };
    },
    put: (passes: readonly KeptPass[]): Promise<void> =>
      change((before) => ({ ...before, passes: [...before.passes, ...passes] })),
    /** Null where none is left. */
    async take(nowMs = Date.now()): Promise<HeldPass | null> {
      let taken: KeptPass | undefined;
      await change(({ passes, aside }) => {
        const good = passes.filter(isGood(nowMs));
        taken = good[0];
        return { passes: good.slice(1), aside: taken === undefined ? aside : [...aside, taken] };
      });
      const held = taken;
      if (held === undefined) return null;
      const { preparedMsg, sig } = held;
      return {
        pass: { preparedMsg, sig },
        async end(how) {
          if (how === 'unknown') return;
          await change(({ passes, aside }) => {
            const rest = aside.filter((one) => one.sig !== held.sig);
            // What was forgotten meanwhile stays forgotten.
            const isBack = how === 'unshown' && rest.length < aside.length;
            return { passes: isBack ? [held, ...passes] : passes, aside: rest };
          });
        },
      };
    },
    /** Some of them may be refused as spent. */
    putBackAside: (): Promise<void> =>
      change(({ passes, aside }) => ({ passes: [...passes, ...aside], aside: [] })),
    forget: (): Promise<void> => change(() => none),
  };
}

export type Purse = ReturnType<typeof purseOn>;

function isGood(nowMs: number): (pass: KeptPass) => boolean {
  return ({ untilMs }) => nowMs < untilMs;
}

function passesIn(value: unknown): readonly KeptPass[] {
  return Array.isArray(value) ? value.filter(isPass) : [];
}

function isPass(value: unknown): value is KeptPass {
  if (typeof value !== 'object' || value === null) return false;
  const { preparedMsg, sig, untilMs }: Partial<Record<keyof KeptPass, unknown>> = value;
  return typeof preparedMsg === 'string' && typeof sig === 'string' && typeof untilMs === 'number';
}
