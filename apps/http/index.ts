export * from './endpoint.ts';
export * from './endpoints.ts';
export * from './http-app.ts';
export * from './http-deps.ts';
export * from './http-state.ts';
export * from './serve.ts';
export * from './wire/error-body.ts';
