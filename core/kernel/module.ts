/**
 * A capability of the service as a value: the ports it needs, and the use cases built from them.
 */
export interface Module<Ports extends object = never, UseCases extends object = object> {
  /** The names of the ports that `create` receives. */
  readonly needs: readonly string[];
  create(ports: Ports): UseCases;
}

interface ModuleOf<Ports extends object, UseCases extends object, Needs> {
  /** Every port that `create` uses; a missing port does not compile. */
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

/** Background work of a module that the service repeats while it runs. */
export interface Duty {
  readonly name: string;
  readonly everyMs: number;
  /**
   * Every process runs it, because it concerns what this process has seen. Otherwise one process
   * runs it for all.
   */
  readonly isOwn?: true;
  run(): Promise<unknown>;
}
