type Settings = Readonly<Record<string, unknown>>;

/**
 * The profile's settings under the deployment's own: objects are merged at every depth, anything
 * else is replaced.
 */
export function mergeSettings(defaults: Settings, own: Settings): Settings {
  const merged: Record<string, unknown> = { ...defaults };
  for (const [key, value] of Object.entries(own)) {
    const below = merged[key];
    merged[key] = isSettings(below) && isSettings(value) ? mergeSettings(below, value) : value;
  }
  return merged;
}

function isSettings(value: unknown): value is Settings {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
