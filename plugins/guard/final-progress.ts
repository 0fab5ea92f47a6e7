import type { Json, JsonObject, Progress } from '@interline/domain';

/** Remembers which transfers a rail called final, oldest forgotten first: DONE and FAILED are never taken back. */
export class FinalProgress {
  readonly #byRef = new Map<string, Progress>();
  readonly #maxEntries: number;

  constructor(maxEntries = 10_000) {
    this.#maxEntries = maxEntries;
  }

  of(ref: JsonObject): Progress | undefined {
    return this.#byRef.get(keyOf(ref));
  }

  /** What to believe after the rail spoke: its first final word, with transaction ids it only learned later. */
  settle(ref: JsonObject, heard: Progress): Progress {
    const key = keyOf(ref);
    const earlier = this.#byRef.get(key);
    const believed = earlier === undefined ? heard : { ...heard, ...earlier };
    if (believed.status === 'DONE' || believed.status === 'FAILED') this.#remember(key, believed);
    return believed;
  }

  #remember(key: string, progress: Progress): void {
    this.#byRef.set(key, progress);
    if (this.#byRef.size <= this.#maxEntries) return;
    const oldest = this.#byRef.keys().next();
    if (!oldest.done) this.#byRef.delete(oldest.value);
  }
}

/** One text for one ref, whatever the order of its keys. */
function keyOf(ref: JsonObject): string {
  return JSON.stringify(ref, (_key, value: Json) => isObject(value) ? Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1))) : value);
}

function isObject(value: Json): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
