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
export function admit(
  route: Pick<Route, 'access' | 'allowance' | 'cost'>,
  request: FastifyRequest,
  gate: Gatekeeper,
): Caller | Promise<Caller> {
  const ip = gate.addressOf(request.raw);
  return andThen(gate.limits.spendOfNetwork(route, ip), () => {
    const isRead = request.method === 'GET' || request.method === 'HEAD';
    if (!isRead && !isOwnOrigin(request.raw, gate.settings)) throw new Refusal('foreign-origin');
    const token = isPersonal(route) ? tokenOf(request, gate.settings) : null;
    const found = token === null ? null : gate.findSession(token);
    return andThen(found, (wallet) => admitWallet(route, request, gate, ip, wallet));
  });
}

function admitWallet(
  route: Pick<Route, 'access' | 'allowance' | 'cost'>,
  request: FastifyRequest,
  gate: Gatekeeper,
  ip: string,
  wallet: Address | null,
): Caller | Promise<Caller> {
  const { kind } = route.access;
  const caller = new AdmittedCaller(wallet, ip, request, gate.settings);
  if (wallet === null) {
    if (kind !== 'anyone') throw new Refusal('no-session');
    return caller;
  }
  if (kind === 'admin' && wallet !== gate.settings.adminWallet) throw new Refusal('not-admin');
  refuseOthers(route, 'params', request.params, wallet);
  return andThen(gate.limits.spendOfWallet(route, wallet), () => {
    gate.onSeen(wallet);
    return caller;
  });
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
export function refuseOthers(
  route: Pick<Route, 'access'>,
  part: 'params' | 'body',
  input: unknown,
  wallet: Address | null,
): void {
  if (route.access.kind !== 'actor') return;
  for (const place of route.access.named) {
    const [in_, field = ''] = place.split('.', 2);
    if (in_ !== part || typeof input !== 'object' || input === null) continue;
    const named: unknown = Object.hasOwn(input, field)
      ? (input as Record<string, unknown>)[field]
      : undefined;
    const address = typeof named === 'string' ? canonicalAddress(named) : null;
    if (address !== null && address !== wallet) throw new Refusal('not-yours');
  }
}
