import { modules, type UseCases } from '@interline/core';
import { type Container, ContainerModule, type ServiceIdentifier } from 'inversify';
import { parts } from '../service-tokens.ts';

/** Every module of the core under a token of its name, made once from the parts that it needs. */
export const moduleBindings = new ContainerModule(({ bind }) => {
  for (const [name, module] of Object.entries(modules)) {
    bind(tokenOf(name))
      .toResolvedValue((...needed: unknown[]): object => {
        const given = module.needs.map((need, index) => [need, needed[index]] as const);
        // CAST: the tokens are typed by the very names that a module needs.
        return module.create(Object.fromEntries(given) as never);
      }, module.needs.map(tokenOf))
      .inSingletonScope();
  }
  bind(parts.takeBusyChains)
    .toResolvedValue(({ takeBusyChains }) => takeBusyChains, [parts.transactions])
    .inSingletonScope();
  bind(parts.inventory)
    .toResolvedValue(({ inventory }) => inventory, [parts.transactions])
    .inSingletonScope();
});

/** The use cases of every module, for what drives the service. */
export function useCasesOf(container: Container): UseCases {
  const made = Object.keys(modules).map((name) => [name, container.get(tokenOf(name))] as const);
  return Object.fromEntries(made) as unknown as UseCases; // CAST: each is made by its own row.
}

function tokenOf(name: string): ServiceIdentifier<object> {
  const token = new Map<string, ServiceIdentifier<unknown>>(Object.entries(parts)).get(name);
  if (token === undefined) throw new Error(`no part of the composition is named ${name}`);
  return token as ServiceIdentifier<object>; // CAST: what a module needs is checked by its types.
}
