/**
 * A battle server controlled by the test, with the page's clock. Matches follow the product's own rules,
 * calls are counted, and each can be made to fail or to wait.
 */
import type { Page, WebSocketRoute } from '@playwright/test';
import type { Lobby, Match } from '#contract/battle.ts';
import type { ClientMessage, ServerMessage } from '#contract/live.ts';
import { personaAddress } from '#demo/keys.ts';
import type { Address } from '#rules/address.ts';
import * as rule from '#rules/battle/match.ts';
import { endRematch, offerRematch } from '#rules/battle/rematch.ts';
import { viewMatch } from '#server/battle/matches/match-view.ts';

export const ACE = personaAddress('ace') as Address;
export const RIVAL = `0x${'b'.repeat(64)}` as Address;
/** The name as in sentences: isolated, with the short address (N2). */
export const THE_RIVAL = '\u2068Rival\u2069 (0xbbbb...bbbb)';

export type ScriptedCall =
  | 'lobbies'
  | 'create'
  | 'join'
  | 'matches'
  | 'match'
  | 'play'
  | 'leave'
  | 'leaderboard';

export class ScriptedBattle {
  lobbies: Lobby[] = [];
  /** The match of Ace against the rival. */
  match: rule.Match | null = null;
  readonly bodies: { readonly call: ScriptedCall; readonly body: unknown }[] = [];
  readonly failing = new Set<ScriptedCall>();
  /** Messages the page sent over its socket. */
  readonly heard: ClientMessage[] = [];
  readonly #counts = new Map<ScriptedCall, number>();
  readonly #held = new Map<ScriptedCall, Promise<void>>();
  readonly #page: Page;
  #pending = 0;
  #socket: WebSocketRoute | null = null;
  #frozenAt: number | null = null;

  private constructor(page: Page) {
    this.#page = page;
  }

  /** Answers the page's calls from now on. */
  static async open(page: Page): Promise<ScriptedBattle> {
    const battle = new ScriptedBattle(page);
    await page.clock.install();
    await page.routeWebSocket('/ws', (socket) => {
      battle.#socket = socket;
      socket.onMessage((text) => void battle.heard.push(JSON.parse(String(text))));
    });
    // It takes every play without a signature.
    await page.route('**/api/auth/session', (route) =>
      route.fulfill({ json: { walletAddress: ACE } }),
    );
    await page.route('**/api/game/**', async (route) => {
      const request = route.request();
      const call = callOf(request.method(), new URL(request.url()).pathname);
      battle.#counts.set(call, battle.count(call) + 1);
      if (request.method() !== 'GET') battle.bodies.push({ call, body: request.postDataJSON() });
      await battle.#held.get(call);
      battle.#pending += 1;
      const isFailing = battle.failing.has(call);
      await (isFailing
        ? route.fulfill({ status: 500, body: '' })
        : route.fulfill({ json: battle.#answer(call, request.postDataJSON()) }));
      battle.#pending -= 1;
    });
    return battle;
  }

  count(call: ScriptedCall): number {
    return this.#counts.get(call) ?? 0;
  }

  /** Delays answers of this call until the returned function is called. */
  hold(call: ScriptedCall): () => void {
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#held.set(call, promise);
    return () => {
      this.#held.delete(call);
      resolve();
    };
  }

  /** Stops the clocks of page and server, in an open round 14 s before its end; from now on only `pass` moves them. */
  async freeze(): Promise<void> {
    const closes = this.match?.open?.pickEndsAt;
    const soon = (await this.#page.evaluate(() => Date.now())) + 10_000;
    this.#frozenAt = closes === undefined ? soon : closes - 14_000;
    await this.#page.clock.pauseAt(this.#frozenAt);
  }

  /** Stops the clocks if they still go, and lets the page show what then has come. */
  async rest(): Promise<void> {
    if (this.#frozenAt !== null) return this.#idle();
    await this.freeze();
    // Long enough for a poll: then the page has exactly this clock.
    await this.passSlowly(3);
  }

  async pass(ms: number): Promise<void> {
    await this.#page.clock.runFor(ms);
    if (this.#frozenAt !== null) this.#frozenAt += ms;
  }

  /** Moves the clock second by second, and waits for all answers after each. */
  async passSlowly(seconds: number): Promise<void> {
    await this.#idle();
    for (let second = 0; second < seconds; second += 1) {
      await this.pass(1_000);
      await this.#idle();
    }
  }

  /** Waits until no call is running, except held ones. */
  async #idle(): Promise<void> {
    const counts = () => [...this.#counts.values()].join();
    for (let before = ''; before !== counts() || this.#pending > 0; ) {
      before = counts();
      // One round trip: earlier requests are counted by then, and their answers processed.
      await this.#page.evaluate(() => fetch('/healthz').then((answer) => answer.text()));
    }
  }

  get now(): number {
    return this.#frozenAt ?? Date.now();
  }

  /** A new match, without a message to the page. */
  start(id = 'm1'): void {
    this.match = rule.startMatch({ id, player1: ACE, player2: RIVAL }, this.now);
  }

  play(wallet: Address, cardName: string): void {
    if (this.match !== null) this.match = rule.play(this.match, wallet, { cardName }, this.now);
  }

  /** Gives the open round back what an outage took. */
  prolong(ms: number): void {
    const { match } = this;
    if (match?.open == null) return;
    const { pickEndsAt, closesAt } = match.open;
    const open = { ...match.open, pickEndsAt: pickEndsAt + ms, closesAt: closesAt + ms };
    this.match = { ...match, version: match.version + 1, open };
  }

  offerRematch(wallet: Address): void {
    if (this.match !== null) this.match = offerRematch(this.match, wallet, 'l2', this.now);
  }

  /** The rival declines the rematch, or leaves. */
  endRematch(): void {
    if (this.match !== null) this.match = endRematch(this.match);
  }

  /** Sends the page a message over its socket. */
  push(type: ServerMessage['type']): void {
    const match = type === 'lobby-updated' ? {} : { match: this.view() };
    this.#socket?.send(JSON.stringify({ type, ...match }));
  }

  view(): Match {
    const record = { displayName: 'Rival', wins: 0, losses: 0, ties: 0 };
    const snapshots = { player1: { ...record, displayName: 'Ace' }, player2: record };
    const stored = { match: this.match!, lobbyId: 'l1', snapshots };
    return viewMatch(stored as Parameters<typeof viewMatch>[0], ACE, new Date(this.now));
  }

  #answer(call: ScriptedCall, body: Record<string, string> | null): unknown {
    switch (call) {
      case 'lobbies':
        return this.lobbies;
      case 'create':
        if (body?.rematchOf !== undefined) {
          this.offerRematch(ACE);
          return lobbyOf(ACE, body.name ?? '', 'l2');
        }
        this.lobbies = [lobbyOf(ACE, body?.name ?? '', 'own')];
        return this.lobbies[0];
      case 'join':
        this.start(this.match === null ? 'm1' : 'm2');
        return { ...lobbyOf(RIVAL, 'Midnight duel'), match: this.view() };
      case 'matches':
        return this.match === null ? [] : [this.view()];
      case 'play':
        this.play(ACE, body?.cardName ?? '');
        return this.view();
      case 'leave':
        if (this.match !== null) this.match = rule.resign(this.match, ACE, this.now);
        return this.view();
      case 'match':
        return this.view();
      case 'leaderboard':
        return [];
    }
  }
}

function callOf(method: string, path: string): ScriptedCall {
  const [, , , thing = '', , act] = path.split('/');
  if (act === 'join' || act === 'play' || act === 'leave') return act;
  if (thing === 'lobbies') return method === 'POST' ? 'create' : 'lobbies';
  if (thing === 'matches') return path.endsWith('/matches') ? 'matches' : 'match';
  return 'leaderboard';
}

export function lobbyOf(creator: Address, name: string, id = 'l1'): Lobby {
  return {
    id,
    name,
    creatorWallet: creator,
    currentPlayers: 1,
    maxPlayers: 2,
    status: 'open',
    creator: { walletAddress: creator, displayName: 'Rival', wins: 0, losses: 0, ties: 0 },
    matchId: null,
    rematchOf: null,
    createdAt: '2026-01-01T00:00:00.000Z',
    expiresAt: '2099-01-01T00:00:00.000Z',
  };
}
