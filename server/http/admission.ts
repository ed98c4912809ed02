/**
 * Everything that is asked of a call before its input is looked at: allowance of the network
 * address, origin, session, whose wallet is meant, allowance of the wallet. In this order, so that
 * a stranger learns nothing from the input checks and costs nothing.
 */
import type { FastifyRequest } from 'fastify';
import { isPersonal, type Route } from '#contract/route.ts';
import { type Address, canonicalAddress } from '#rules/address.ts';
import { Refusal } from '#rules/refusal.ts';
import { readSessionToken } from './caller.ts';
import type { AddressOf } from './forwarded.ts';
import type { Caller } from './handlers.ts';
import type { Limits } from './limits.ts';
import { isOwnOrigin, pageOrigin } from './origin.ts';
import { type HttpSettings, isSecure } from './settings.ts';

/** Whose live session this token is; null for a token that is unknown, ended or too old. */
export type FindSession = (token: string) => Address | null | Promise<Address | null>;

export interface Gatekeeper {
  readonly settings: HttpSettings;
  readonly limits: Limits;
  readonly addressOf: AddressOf;
  readonly findSession: FindSession;
  /** Told of every call with a session; must be cheap (it keeps `last seen`). */
  readonly onSeen: (wallet: Address) => void;
}

/**
 * The caller, or a Refusal. Looks at headers and path only: the body may not be read yet. At once
 * where nothing has to be asked, as for most polls: each turn of the event loop would show.
 */
export type Admit = (request: FastifyRequest) => Caller | Promise<Caller>;

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

/** Goes on at once with what is there, and later with a promise. */
function andThen<T, R>(value: T | Promise<T>, next: (value: T) => R | Promise<R>): R | Promise<R> {
  return value instanceof Promise ? value.then(next) : next(value);
}

function tokenOf(request: FastifyRequest, settings: HttpSettings): string | null {
  return readSessionToken(request.headers.cookie, isSecure(settings));
}

/** A class, because every call makes one and few look further than at the wallet. */
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
 * Refuses a call whose named actor is another wallet (I5). A name that is missing or no
 * address at all passes here; the shape of the input refuses it after.
 */
export type RefuseOthers = (input: unknown, wallet: Address | null) => void;

/** @param part where the input comes from; what the access of the route names there is looked up once */
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
