/** Variables of this process that a test gives it, and takes away again. */
export function withEnv(variables: () => Readonly<Record<string, string>>): {
  set(): void;
  restore(): void;
} {
  const before = new Map<string, string | undefined>();
  return {
    set() {
      for (const [name, value] of Object.entries(variables())) {
        before.set(name, process.env[name]);
        process.env[name] = value;
      }
    },
    restore() {
      for (const [name, value] of before) {
        if (value === undefined) Reflect.deleteProperty(process.env, name);
        else process.env[name] = value;
      }
    },
  };
}
