/** What the page says when something happened: toasts and sentences for readers. */
import type { Match } from '#contract/battle.ts';
import type { ToastWords } from '#web/ui/toasts.ts';
import type { News } from './acts.ts';
import { type SeenRound, sidesOf } from './sides.ts';
import { texts } from './texts.ts';

export interface Said {
  readonly toasts: readonly ToastWords[];
  /** For the live region; null where a part of the table says it itself. */
  readonly spoken: string | null;
}

export function wordsFor(news: News, wallet: string): Said {
  const { toasts, spoken } = texts;
  switch (news.kind) {
    case 'started': {
      const { opponent } = sidesOf(news.match, wallet);
      return {
        toasts: [toasts.started],
        spoken: spoken.started(opponent.displayName),
      };
    }
    case 'found': {
      const toast = news.isOver ? toasts.tournamentComplete : toasts.roundComplete;
      return { toasts: [toast], spoken: null };
    }
    case 'round': {
      const { round } = news.round;
      const { yours, theirs } = sidesOf(news.match, wallet).scores;
      const sentence = roundSentence(news.round);
      return {
        toasts: [toasts.round(round, sentence)],
        spoken: spoken.round(round, sentence, yours, theirs),
      };
    }
    case 'over': {
      const sentence = matchSentence(news.match, wallet);
      return { toasts: [toasts.over(sentence)], spoken: sentence };
    }
    case 'time-up':
      return { toasts: [texts.playing.timeUp(news.card)], spoken: null };
    case 'opponent-ready':
      return { toasts: [], spoken: spoken.opponentReady };
    case 'replay':
      return { toasts: [], spoken: spoken.replay };
    case 'rematch-offered':
      return { toasts: [], spoken: spoken.rematchOffered };
    case 'rematch-over':
      return { toasts: [], spoken: spoken.rematchOver };
  }
}

export function roundSentence({ outcome, yours, theirs }: SeenRound): string {
  const words = texts.sentence;
  if (yours === null) return words.youMissed;
  return theirs === null ? words.theyMissed : words[outcome];
}

/** @param match a match that is over */
export function matchSentence(match: Match, wallet: string): string {
  const words = texts.sentence;
  const { outcome, scores } = sidesOf(match, wallet);
  const { yours, theirs } = scores;
  if (match.endReason === 'nobody-played') return words.nobody;
  if (match.endReason === 'left') return outcome === 'won' ? words.wonLeft : words.lostLeft;
  if (outcome === 'won') return words.matchWon(yours, theirs);
  return outcome === 'lost' ? words.matchLost(yours, theirs) : words.matchTie(yours, theirs);
}
