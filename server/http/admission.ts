/**
 * Checks a call before its input is read: rate limit of the network address, origin, session, whose wallet is meant,
 * rate limit of the wallet. In this order, so that a stranger learns nothing from input errors and costs little. A wallet
 * named in the body is compared by bind.ts, once the body is there.
 */
import type { FastifyRequest } from 'fastify';
import { isPersonal, type Route } from '#contract/route.ts';
import { type Address, canonicalAddress } from '#rules/address.ts';
import { Refusal } from '#rules/refusal.ts';
import type { AddressOf } from './forwarded.ts';
import type { Caller } from './handlers.ts';
import type { Limits } from './limits.ts';
import { isOwnOrigin, pageOrigin } from './origin.ts';
import { readSessionToken } from './session-cookie.ts';
import { type HttpSettings, isSecure } from './settings.ts';

/** The wallet of a live session token; null for a token that is unknown, ended or too old. */
type FindSession = (token: string) => Address | null | Promise<Address | null>;

export interface Gatekeeper {
  readonly settings: HttpSettings;
  readonly limits: Limits;
  readonly addressOf: AddressOf;
  readonly findSession: FindSession;
  /** Called for every call with a session (it records `last seen`); must be cheap. */
  readonly onSeen: (wallet: Address) => void;
}

/**
 * The caller, or a Refusal. Reads headers and path only: the body may not be parsed yet. Synchronous when possible,
 * as for most polls: an extra turn of the event loop costs measurable time.
 */
type Admit = (request: FastifyRequest) => Caller | Promise<Caller>;

export function createAdmit(
  route: Pick<Route, 'access' | 'allowance' | 'cost'>,
  gate: Gatekeeper,
): Admit {
  const { settings, limits, addressOf, findSession, onSeen } = gate;
  const { kind } = route.access;
  const personal = isPersonal(route);
  const refuseOthers = createRefuseOthers(route, 'params');

  function admitWallet(request: FastifyRequest, ip: string, wallet: Address | null) {
    const caller = new AdmittedCaller(wallet, ip, request, settings);
    if (wallet === null) {
      if (kind !== 'anyone') throw new Refusal('no-session');
      return caller;
    }
    if (kind === 'admin' && wallet !== settings.adminWallet) throw new Refusal('not-admin');
    refuseOthers(request.params, wallet);
    return andThen(limits.spendOfWallet(route, wallet), () => {
      onSeen(wallet);
      return caller;
    });
  }

  return (request) => {
    const ip = addressOf(request.raw);
    return andThen(limits.spendOfNetwork(route, ip), () => {
      const isRead = request.method === 'GET' || request.method === 'HEAD';
      if (!isRead && !isOwnOrigin(request.raw, settings)) throw new Refusal('foreign-origin');
      const token = personal ? tokenOf(request, settings) : null;
      const found = token === null ? null : findSession(token);
      return andThen(found, (wallet) => admitWallet(request, ip, wallet));
    });
  };
}

/** Calls `next` at once, or later for a promise. */
function andThen<T, R>(value: T | Promise<T>, next: (value: T) => R | Promise<R>): R | Promise<R> {
  return value instanceof Promise ? value.then(next) : next(value);
}

function tokenOf(request: FastifyRequest, settings: HttpSettings): string | null {
  return readSessionToken(request.headers.cookie, isSecure(settings));
}

/** A class with getters: every call creates one, and few need more than the wallet. */
class AdmittedCaller implements Caller {
  readonly wallet: Address | null;
  readonly ip: string;
  readonly #request: FastifyRequest;
  readonly #settings: HttpSettings;

  constructor(wallet: Address | null, ip: string, request: FastifyRequest, settings: HttpSettings) {
    this.wallet = wallet;
    this.ip = ip;
    this.#request = request;
    this.#settings = settings;
  }

  get sessionToken(): string | null {
    return tokenOf(this.#request, this.#settings);
  }

  get origin(): string {
    return pageOrigin(this.#request.raw, this.#settings);
  }
}

/**
 * Refuses a call that names another wallet as the actor (I5). A missing or malformed address passes here; input
 * validation refuses it.
 */
type RefuseOthers = (input: unknown, wallet: Address | null) => void;

/** @param part where the input comes from */
export function createRefuseOthers(
  { access }: Pick<Route, 'access'>,
  part: 'params' | 'body',
): RefuseOthers {
  const places = access.kind === 'actor' ? access.named.map((place) => place.split('.', 2)) : [];
  const fields = places.flatMap(([in_, field = '']) => (in_ === part ? [field] : []));
  return (input, wallet) => {
    if (typeof input !== 'object' || input === null) return;
    for (const field of fields) {
      const named: unknown = Object.hasOwn(input, field)
        ? (input as Record<string, unknown>)[field]
        : undefined;
      const address = typeof named === 'string' ? canonicalAddress(named) : null;
      if (address !== null && address !== wallet) throw new Refusal('not-yours');
    }
  };
}
