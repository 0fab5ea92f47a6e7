/** A capability of the service as a value: what it needs, and its use cases made from that. */
export interface Module<Ports extends object = never, UseCases extends object = object> {
  /** The names of the ports that `create` is given. */
  readonly needs: readonly string[];
  create(ports: Ports): UseCases;
}

interface ModuleOf<Ports extends object, UseCases extends object, Needs> {
  /** Every port that `create` names; a port left out does not compile. */
  readonly needs: Needs & ([keyof Ports] extends [ElementOf<Needs>] ? unknown : never);
  create(ports: Ports): UseCases;
}

type ElementOf<List> = List extends readonly (infer Element)[] ? Element : never;

export function defineModule<
  Ports extends object,
  UseCases extends object,
  const Needs extends readonly (keyof Ports & string)[],
>(module: ModuleOf<Ports, UseCases, Needs>): Module<Ports, UseCases> {
  return module;
}

/** Work of a module that the service repeats for as long as it runs. */
export interface Duty {
  readonly name: string;
  readonly everyMs: number;
  /**
   * Done by every process: it is about what this one has seen. Else one process does it for all.
   */
  readonly isOwn?: true;
  run(): Promise<unknown>;
}
