/**
 * Messages on the WebSocket at /ws. They only save waiting for the next poll, so a missed message does
 * no harm. The session at the time of connecting decides whose matches are sent; connect again after
 * signing in.
 */
import { z } from 'zod';
import { Match } from './battle.ts';
import { OpaqueIdShape, SocketNameShape } from './shapes.ts';

/** Longest message a client may send, in bytes. */
export const CLIENT_MESSAGE_LIMIT = 1024;

export const ClientMessage = z.discriminatedUnion('type', [
  /** Subscribes this socket to the match of this lobby. */
  z.object({ type: z.literal('join-lobby'), lobbyId: OpaqueIdShape }),
  /**
   * How calls of the same page call this socket. What such a call answers is not sent to it as well; the
   * last name counts.
   */
  z.object({ type: z.literal('name-socket'), name: SocketNameShape }),
]);
export type ClientMessage = z.output<typeof ClientMessage>;

export const ServerMessage = z.discriminatedUnion('type', [
  z.object({ type: z.literal('lobby-updated') }),
  /** The match as the session may see it. */
  z.object({ type: z.literal('match-started'), match: Match }),
  z.object({ type: z.literal('match-updated'), match: Match }),
]);
export type ServerMessage = z.output<typeof ServerMessage>;
