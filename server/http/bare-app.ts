import fastify from 'fastify';

/** A server that answers only whether it is alive. */
export function createBareApp() {
  const app = fastify();
  app.get('/healthz', () => ({ status: 'ok' }));
  return app;
}
