/** The reducer of the game screen, for actions of the server and the player. Pure: no clock, no network, no randomness. */
import type { Match } from '#contract/battle.ts';
import {
  type Action,
  type Game,
  isOffering,
  type Notice,
  type Reveal,
  revealedRound,
  type Via,
} from './game.ts';
import { withoutLeft } from './memory.ts';
import { isPlayer, playerView } from './player-view.ts';
import { isInRoundOf } from './shot.ts';
import { isNewer, wentBack, wroteLongAfter } from './snapshots.ts';

interface Update {
  readonly game: Game;
  readonly notices: readonly Notice[];
}

export function reduce(game: Game, action: Action): Update {
  const { match } = game;
  switch (action.kind) {
    case 'listed':
      return listed(game, action.matches);
    case 'seen':
      return seen(game, action.match, action.via);
    case 'pick':
      return mayPick(game) ? withoutNotices({ ...game, pick: action.card }) : withoutNotices(game);
    case 'time-up': {
      const isLate = action.of !== match;
      if (isLate || !mayPick(game) || game.pick !== null) return withoutNotices(game);
      return {
        game: { ...game, pick: action.card },
        notices: [{ kind: 'time-up', card: action.card }],
      };
    }
    case 'shot':
      return withoutNotices({ ...game, isSending: true });
    case 'shot-failed': {
      if (!isInRoundOf(match, action.shot)) return withoutNotices(game);
      const pick = action.isPickKept ? game.pick : null;
      return withoutNotices({ ...game, isSending: false, pick });
    }
    case 'reveal':
      return revealOn(game);
    case 'continue':
      return withoutNotices(remembering({ ...game, reveal: null }));
    case 'ask':
      return withoutNotices({ ...game, isAsking: true });
    case 'asked':
      return withoutNotices({ ...game, isAsking: false });
    case 'reset': {
      const left = match?.status === 'in_progress' ? match : null;
      const over = match?.status === 'completed' ? match : null;
      const cleared = { match: null, pick: null, isSending: false, reveal: null, isAsking: false };
      const memory = {
        matchId: null,
        roundsRead: left?.rounds.length ?? game.memory.roundsRead,
        left: left?.id ?? game.memory.left,
        quit: over?.id ?? game.memory.quit,
      };
      const past = over === null ? game.past : [...game.past, over];
      return withoutNotices({ ...game, ...cleared, past, memory });
    }
    case 'rejoin':
      return withoutNotices({ ...game, memory: withoutLeft(game.memory) });
  }
}

function withoutNotices(game: Game): Update {
  return { game, notices: [] };
}

/** In every phase of a live match, until a card is being sent or was played. */
function mayPick({ match, wallet, isSending }: Game): boolean {
  if (match?.status !== 'in_progress' || isSending) return false;
  return !playerView(match, wallet).hasPlayed;
}

/** The list of this wallet's matches was loaded: a live one is opened. */
function listed(game: Game, matches: readonly Match[]): Update {
  const looked = { ...game, hasLooked: true };
  const live = matches.find(
    ({ id, status }) => status === 'in_progress' && id !== game.memory.left,
  );
  if (live !== undefined) return seen(looked, live, 'poll');
  const { matchId, quit } = game.memory;
  const known = matches.find(
    ({ id, rematch }) => id === matchId || (rematch.state === 'offered' && id !== quit),
  );
  // Only the first list reopens a finished match: the one whose result this tab was showing, or whose rematch is offered.
  const mayReopen = !game.hasLooked && game.match === null && !game.isInvited;
  if (mayReopen && known !== undefined) return openMatch(looked, known);
  const mine = matches.find(({ id }) => id === game.match?.id);
  if (mine === undefined) return withoutNotices(looked);
  const { game: next, notices } = seen(looked, mine, 'poll');
  // A rematch that has started and is not live is over, too.
  const isAsking = next.isAsking && mine.rematch.state !== 'started';
  return { game: { ...next, isAsking }, notices };
}

function seen(game: Game, got: Match, via: Via): Update {
  const have = game.match;
  if (!isPlayer(got, game.wallet)) return withoutNotices(game);
  if (have?.id === got.id) {
    if (isNewer(have, got, game.wallet)) return refresh(game, have, got, via);
    return wentBack(have, got) ? openMatch(game, got) : confirmed(game, via);
  }
  if (got.status === 'completed' || got.id === game.memory.left) return withoutNotices(game);
  if (game.past.some((one) => one.id === got.id && !wroteLongAfter(one, got)))
    return withoutNotices(game);
  // A wallet has one live match: of two, the older one is a late answer.
  const isOlder = have !== null && have.createdAt >= got.createdAt;
  if (have?.status === 'in_progress' && isOlder && !wroteLongAfter(have, got))
    return withoutNotices(game);
  return openMatch(game, got);
}

/** Nothing new, but perhaps a result that no notice was given for yet. */
function confirmed(game: Game, via: Via): Update {
  const { match, reveal } = game;
  if (match === null || reveal === null || reveal.part === 'outcome') return withoutNotices(game);
  const isAsked = via === 'check' && reveal.part === 'countdown';
  if (!isAsked && !(via === 'progress' && reveal.isUnannounced)) return withoutNotices(game);
  return {
    game: { ...game, reveal: { ...reveal, isUnannounced: false } },
    notices: [{ kind: 'found', isOver: match.status === 'completed' }],
  };
}

const JOINED: Notice = { kind: 'joined' };

function openMatch(game: Game, match: Match): Update {
  const { match: have, past } = game;
  const isKnown = game.memory.matchId === match.id;
  const last = match.rounds.at(-1);
  const isUnread = isKnown && last !== undefined && match.rounds.length > game.memory.roundsRead;
  const isLive = match.status === 'in_progress';
  const reveal: Reveal | null =
    isUnread && isLive
      ? { round: last.round, part: 'outcome', isAfterReload: true, isUnannounced: false }
      : null;
  const next = remembering({
    ...game,
    match,
    // A wallet has one live match.
    past: have === null || have.id === match.id ? past : [...past, have],
    reveal,
    pick: null,
    isSending: false,
    isAsking: false,
    memory: { ...game.memory, left: null },
  });
  // A match with a past was begun elsewhere: in another tab, say.
  const hasPast = last !== undefined || match.isReplay || playerView(match, game.wallet).hasPlayed;
  const isFresh = isLive && !isKnown && !hasPast;
  if (!isFresh) return withoutNotices(next);
  const isJoined = game.isAsking && have === null;
  return { game: next, notices: [...(isJoined ? [JOINED] : []), { kind: 'started', match }] };
}

function refresh(game: Game, have: Match, got: Match, via: Via): Update {
  const [before, after] = [playerView(have, game.wallet), playerView(got, game.wallet)];
  const isSameNumber = have.currentRound === got.currentRound;
  // A replay has the same number, but earlier picks do not count.
  const isSameRound =
    isSameNumber && have.isReplay === got.isReplay && got.status === 'in_progress';
  const { reveal, notices } = revealAfter(game, have, got, via);
  if (isSameRound && !before.hasOpponentPlayed && after.hasOpponentPlayed) {
    notices.push({ kind: 'opponent-ready' });
  }
  if (!have.isReplay && got.isReplay && isSameNumber) notices.push({ kind: 'replay' });
  notices.push(...rematchNotices(have, got, game.wallet));

  const next = {
    ...game,
    match: got,
    reveal,
    pick: isSameRound && !after.hasPlayed ? game.pick : null,
    isSending: isSameRound && !after.hasPlayed && game.isSending,
    isAsking: isStillAsking(game, got),
  };
  return { game: remembering(next), notices };
}

/** What is revealed after a change of the match: one more round, its end, or what was revealed before. */
function revealAfter(
  { reveal, wallet }: Game,
  have: Match,
  got: Match,
  via: Via,
): { reveal: Reveal | null; notices: Notice[] } {
  const isOver = got.status === 'completed';
  const last = playerView(got, wallet).rounds.at(-1);
  if (last !== undefined && got.rounds.length > have.rounds.length) {
    const wereBothDown = last.yours !== null && last.theirs !== null;
    return {
      reveal: {
        round: last.round,
        // No countdown when a card is missing.
        part: wereBothDown ? 'countdown' : 'clash',
        isAfterReload: false,
        isUnannounced: via === 'poll',
      },
      notices: via === 'check' || via === 'progress' ? [{ kind: 'found', isOver }] : [],
    };
  }
  const hasEnded = isOver && have.status === 'in_progress';
  if (hasEnded && (reveal === null || reveal.part === 'outcome')) {
    return { reveal: null, notices: [{ kind: 'over', match: got }] };
  }
  return { reveal, notices: [] };
}

/** An accepted offer is asked for until the new match lies on the table: it is told apart from this one. */
function isStillAsking(game: Game, { rematch }: Match): boolean {
  if (rematch.state === 'over') return false;
  return game.isAsking || (rematch.state === 'started' && isOffering(game));
}

function rematchNotices(have: Match, got: Match, wallet: string): Notice[] {
  const [before, after] = [have.rematch.state, got.rematch.state];
  if (before === after) return [];
  if (after === 'offered' && got.rematch.offeredBy !== wallet) return [{ kind: 'rematch-offered' }];
  return before === 'offered' && after === 'over' ? [{ kind: 'rematch-over' }] : [];
}

function revealOn(game: Game): Update {
  const { match, reveal } = game;
  if (match === null || reveal === null || reveal.part === 'outcome') return withoutNotices(game);
  if (reveal.part === 'countdown') {
    return withoutNotices({ ...game, reveal: { ...reveal, part: 'clash' } });
  }
  const round = revealedRound(game);
  const notices: Notice[] = round === null ? [] : [{ kind: 'round', round, match }];
  if (match.status === 'completed') {
    // The end of the match shows its last round, too.
    return {
      game: remembering({ ...game, reveal: null }),
      notices: [...notices, { kind: 'over', match }],
    };
  }
  return { game: { ...game, reveal: { ...reveal, part: 'outcome' } }, notices };
}

function remembering(game: Game): Game {
  const { match, reveal, memory } = game;
  if (match === null) return game;
  const roundsRead = reveal === null ? match.rounds.length : match.rounds.length - 1;
  if (memory.matchId === match.id && memory.roundsRead === roundsRead) return game;
  return { ...game, memory: { ...memory, matchId: match.id, roundsRead } };
}
