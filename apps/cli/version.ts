/** Of the program; the same as in its package.json. A service's interface has a version of its own. */
export const version = '0.1.0';

/** What --version prints: services answer MCP, A2A and OpenAPI with the other version. */
export const versionLine = `${version} (this program; the interface of a service has its own: info.version in its /openapi.json)`;
