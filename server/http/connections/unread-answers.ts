/**
 * Answers that were made for one caller and are read slowly: a network may ask for two a second of 1 MB (1,500 cards), or
 * begin five files, and take an hour to read each. If too much waits, the oldest of the network with most of it is cut off.
 */
import type { ServerResponse } from 'node:http';
import { wholeNetworkOf } from '#server/http/limits/networks.ts';

/** The system keeps smaller ones itself. */
export const LARGE_CHARACTERS = 64 * 1024;
/** Browsers take a thousand of the largest, compressed. */
const MOST_UNREAD_BYTES = 64 * 1024 * 1024;

export function createUnreadAnswers(mostBytes = MOST_UNREAD_BYTES) {
  /** Their networks, in the order in which they were made. */
  const unread = new Map<ServerResponse, string>();

  /** Bytes that wait, by network. */
  function waiting(): Map<string, number> {
    const bytes = new Map<string, number>();
    for (const [{ writableLength }, network] of unread) {
      bytes.set(network, (bytes.get(network) ?? 0) + writableLength);
    }
    return bytes;
  }

  function cutOldestOf(network: string): void {
    for (const [response, its] of unread) {
      if (its !== network || response.writableLength === 0) continue;
      unread.delete(response);
      response.destroy();
      return;
    }
  }

  /** A large answer, or a piece of one, is about to be sent to this address. */
  return function note(ip: string, response: ServerResponse): void {
    if (response.destroyed) return;
    if (!unread.has(response)) {
      unread.set(response, wholeNetworkOf(ip));
      response.once('close', () => unread.delete(response));
    }
    for (;;) {
      const bytes = [...waiting()].sort(([, one], [, other]) => other - one);
      const inAll = bytes.reduce((sum, [, ofNetwork]) => sum + ofNetwork, 0);
      if (inAll <= mostBytes) return;
      cutOldestOf(bytes[0]![0]);
    }
  };
}
