/** A frozen object with the named methods of a port and nothing else of the adapter behind it. */
export function onlyMethods<Port extends object, Name extends keyof Port>(
  port: Port,
  names: readonly Name[],
): Pick<Port, Name> {
  const bound = names.map((name) => {
    const method = port[name];
    if (typeof method !== 'function')
      throw new TypeError(`the host's port has no method ${String(name)}`);
    return [name, method.bind(port) as unknown];
  });
  // CAST: fromEntries loses the names; each was bound from the port above.
  return Object.freeze(Object.fromEntries(bound)) as Pick<Port, Name>;
}
