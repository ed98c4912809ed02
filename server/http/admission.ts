/**
 * Checks a call before its input is read: origin, rate limit of the network address, session, whose wallet is meant,
 * rate limit of the wallet. In this order, so that calls of a foreign page use up no limit of its visitor, and a
 * stranger learns nothing from input errors and costs little. A wallet named in the body is compared by bind.ts, once the
 * body is there.
 */
import type { FastifyRequest } from 'fastify';
import { BODY_LIMIT, isPersonal, type Route } from '#contract/route.ts';
import { type Address, canonicalAddress } from '#rules/address.ts';
import { Refusal } from '#rules/refusal.ts';
import type { Caller } from './handlers.ts';
import type { AddressOf } from './limits/forwarded.ts';
import type { Limits } from './limits/limits.ts';
import { isForeignRead, isOwnOrigin, pageOrigin } from './origin.ts';
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

/** The caller, or a Refusal. Reads headers and path only: the body may not be parsed yet. */
type Admit = (request: FastifyRequest) => Promise<Caller>;

export function createAdmit(
  route: Pick<Route, 'access' | 'allowance' | 'cost' | 'bodyLimit'>,
  gate: Gatekeeper,
): Admit {
  const { settings, limits, addressOf, findSession, onSeen } = gate;
  const { kind } = route.access;
  const personal = isPersonal(route);
  const secure = isSecure(settings);
  const refuseOthers = createRefuseOthers(route, 'params');
  const chargeOf = createChargeOf(route);

  return async (request) => {
    const isRead = request.method === 'GET' || request.method === 'HEAD';
    const isForeign = isRead ? isForeignRead(request.raw) : !isOwnOrigin(request.raw, settings);
    if (isForeign) throw new Refusal('foreign-origin');
    const ip = addressOf(request.raw);
    const charge = chargeOf(request);
    const spent = limits.spendOfNetwork(charge, ip);
    if (spent !== undefined) await spent;
    const token = readSessionToken(request.headers.cookie, secure);
    const found = personal && token !== null ? findSession(token) : null;
    const wallet = found instanceof Promise ? await found : found;
    if (wallet !== null) {
      if (kind === 'admin' && wallet !== settings.adminWallet) throw new Refusal('not-admin');
      refuseOthers(request.params, wallet);
      const spentOfWallet = limits.spendOfWallet(charge, wallet);
      if (spentOfWallet !== undefined) await spentOfWallet;
      onSeen(wallet);
    } else if (kind !== 'anyone') {
      throw new Refusal('no-session');
    }
    return new AdmittedCaller(wallet, token, ip, request, settings);
  };
}

/** A large body counts as one more call for each of so many bytes. */
const BYTES_OF_A_CALL = 256 * 1024;

/** What a call costs its limits: a large body is kept in memory, read and checked. */
export function createChargeOf(
  route: Pick<Route, 'allowance' | 'cost' | 'bodyLimit'>,
): (request: FastifyRequest) => Pick<Route, 'allowance' | 'cost'> {
  const { allowance, cost = 1, bodyLimit = BODY_LIMIT } = route;
  if (bodyLimit < BYTES_OF_A_CALL) return () => route;
  return ({ headers }) => {
    // A chunked body may be as large as it may.
    const bytes = Math.min(Number(headers['content-length'] ?? bodyLimit), bodyLimit);
    return { allowance, cost: cost + Math.floor(bytes / BYTES_OF_A_CALL) };
  };
}

/** A class: every call creates one, and few need the origin. */
class AdmittedCaller implements Caller {
  readonly wallet: Address | null;
  readonly sessionToken: string | null;
  readonly ip: string;
  readonly #request: FastifyRequest;
  readonly #settings: HttpSettings;

  constructor(
    wallet: Address | null,
    sessionToken: string | null,
    ip: string,
    request: FastifyRequest,
    settings: HttpSettings,
  ) {
    this.wallet = wallet;
    this.sessionToken = sessionToken;
    this.ip = ip;
    this.#request = request;
    this.#settings = settings;
  }

  get origin(): string {
    return pageOrigin(this.#request.raw, this.#settings);
  }
}

/**
 * Refuses a call that names another wallet as the actor (I5). A missing or malformed address passes here; input
 * validation refuses it.
 * @param part where the input comes from
 */
export function createRefuseOthers(
  { access }: Pick<Route, 'access'>,
  part: 'params' | 'body',
): (input: unknown, wallet: Address | null) => void {
  const places = access.kind === 'actor' ? access.named.map((place) => place.split('.', 2)) : [];
  const fields = places.flatMap(([in_, field = '']) => (in_ === part ? [field] : []));
  return (input, wallet) => {
    if (typeof input !== 'object' || input === null) return;
    for (const field of fields) {
      const named = (input as Record<string, unknown>)[field];
      const address = typeof named === 'string' ? canonicalAddress(named) : null;
      if (address !== null && address !== wallet) throw new Refusal('not-yours');
    }
  };
}
