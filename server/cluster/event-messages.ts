/** Events as JSON between servers. Received ones are validated. */
import { z } from 'zod';
import { type Address, canonicalAddress } from '#rules/address.ts';
import type { BusEvents, EventKind } from './event-bus.ts';

const Wallet = z.custom<Address>(
  (value) => typeof value === 'string' && canonicalAddress(value) === value,
);
const Name = z.string().min(1).max(200);
const Nothing = z.object({}).transform((): Record<string, never> => ({}));
const OfWallet = z.object({ wallet: Wallet });
const OfMatch = z.object({
  matchId: Name,
  version: z.int().min(0),
  token: z.string().max(200).default(''),
  lobbyId: Name,
  players: z.tuple([Wallet, Wallet]),
});

const EVENTS: { readonly [K in EventKind]: z.ZodType<BusEvents[K]> } = {
  'holdings-changed': OfWallet,
  'coins-spent': OfWallet,
  'collector-changed': OfWallet,
  'whitelist-changed': Nothing,
  'lobbies-changed': Nothing,
  'match-started': OfMatch,
  'match-changed': OfMatch,
  'match-ended': z.object({ matchId: Name, players: z.array(Wallet).max(2).default([]) }),
  'session-ended': z.object({ key: Name }),
  'events-lost': Nothing,
};

const Envelope = z.object({ from: Name, kind: z.string(), event: z.unknown() });

/** Sent as JSON. */
export interface Message {
  readonly from: string;
  readonly kind: EventKind;
  readonly event: BusEvents[EventKind];
}

/** Null when the text is no message, or of a kind or shape that this server does not know. */
export function readMessage(text: string): Message | null {
  const { success, data } = Envelope.safeParse(parsed(text));
  if (!success || !isKnown(data.kind)) return null;
  const event = EVENTS[data.kind].safeParse(data.event);
  return event.success ? { from: data.from, kind: data.kind, event: event.data } : null;
}

function isKnown(kind: string): kind is EventKind {
  return Object.hasOwn(EVENTS, kind);
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
