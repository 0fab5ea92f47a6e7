/** What V8's sampling profiler writes, as far as it is read here. */
export interface CpuProfile {
  readonly nodes: readonly ProfileNode[];
  readonly samples: readonly number[];
  /** Microseconds before each sample. */
  readonly timeDeltas: readonly number[];
}

export interface ProfileNode {
  readonly id: number;
  readonly callFrame: {
    readonly functionName: string;
    readonly url: string;
    readonly lineNumber: number;
  };
  readonly children?: readonly number[];
}

/** Time by node id, in microseconds: a sample's delta is what passed before it was taken. */
export function selfTimes({ samples, timeDeltas }: CpuProfile): ReadonlyMap<number, number> {
  const times = new Map<number, number>();
  samples.forEach((id, at) =>
    times.set(id, (times.get(id) ?? 0) + Math.max(0, timeDeltas[at] ?? 0)),
  );
  return times;
}

/** Each node's caller by id; the root has none. */
export function callersOf({ nodes }: CpuProfile): ReadonlyMap<number, number> {
  return new Map(
    nodes.flatMap(({ id, children = [] }) => children.map((child) => [child, id] as const)),
  );
}
