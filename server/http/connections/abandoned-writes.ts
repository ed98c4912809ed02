/**
 * A process that stood still (a machine that was paused, no processor time) finds calls in its sockets that their
 * clients gave up meanwhile. Such a write is not made: its person may have written something newer at another server.
 */
import type {
  FastifyInstance,
  FastifyRequest,
  onRequestHookHandler,
  preHandlerHookHandler,
} from 'fastify';
import { ClientGoneError } from '#server/http/answer-errors.ts';

const LOOK_EVERY_MS = 1_000;
/** Longer without a look: it stood still. */
const STOOD_STILL_MS = 3_000;
/** From the first call afterwards, how long old ones may come. */
const CATCHING_UP_MS = 2_000;
/** In this time the end of a connection is read that lies behind the call. */
const END_WITHIN_MS = 50;

export function refuseAbandonedWrites(app: FastifyInstance): void {
  let lookedAt = performance.now();
  let catchingUpUntil = Number.NEGATIVE_INFINITY;
  /** Called by calls too: after a pause they are read before timers run. */
  const look = (): number => {
    const now = performance.now();
    if (now - lookedAt > STOOD_STILL_MS) catchingUpUntil = now + CATCHING_UP_MS;
    lookedAt = now;
    return now;
  };
  const looking = setInterval(look, LOOK_EVERY_MS).unref();
  app.addHook('onClose', (_app, done) => {
    clearInterval(looking);
    done();
  });
  /** When each write came. */
  const cameAt = new WeakMap<FastifyRequest, number>();
  const note: onRequestHookHandler = (request, _reply, done) => {
    cameAt.set(request, look());
    done();
  };
  // Just before it is made: one that was being let in, or whose body was being read, is an old one, too.
  const refuse: preHandlerHookHandler = (request, _reply, done) => {
    look();
    if (cameAt.get(request)! > catchingUpUntil) return done();
    const { socket } = request.raw;
    const decide = () => {
      const isGone = socket.destroyed || socket.readableEnded;
      done(isGone ? new ClientGoneError() : undefined);
    };
    // Timers come before sockets are read: a process that is busy for so long has read no end yet.
    setTimeout(() => setImmediate(decide), END_WITHIN_MS);
  };
  // Hooks of the routes that write alone: a poll would pay for them, too.
  app.addHook('onRoute', (route) => {
    if (route.method === 'GET' || route.method === 'HEAD') return;
    route.onRequest = [note, ...[route.onRequest ?? []].flat()];
    route.preHandler = [refuse, ...[route.preHandler ?? []].flat()];
  });
}
