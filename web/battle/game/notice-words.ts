import type { Match } from '#contract/battle.ts';
import type { SeenRound } from '#web/battle/table/shown-rounds.ts';
import type { ToastWords } from '#web/ui/toasts.ts';
import type { Notice } from './game.ts';
import { playerView } from './player-view.ts';
import { texts } from './texts.ts';

interface NoticeWords {
  readonly toast: ToastWords | null;
  /** For the live region; null where a part of the table announces it. */
  readonly spoken: string | null;
}

export function wordsFor(notice: Notice, wallet: string): NoticeWords {
  const { toasts, spoken } = texts;
  switch (notice.kind) {
    case 'joined':
      return { toast: toasts.joined, spoken: null };
    case 'started': {
      const { opponent } = playerView(notice.match, wallet);
      return { toast: toasts.started, spoken: spoken.started(opponent.displayName) };
    }
    case 'found':
      return {
        toast: notice.isOver ? toasts.tournamentComplete : toasts.roundComplete,
        spoken: null,
      };
    case 'round': {
      const { round } = notice.round;
      const { yours, theirs } = playerView(notice.match, wallet).scores;
      const sentence = roundSentence(notice.round);
      return {
        toast: toasts.round(round, sentence, notice.round.outcome === 'won'),
        spoken: spoken.round(round, sentence, yours, theirs),
      };
    }
    case 'over': {
      const sentence = matchSentence(notice.match, wallet);
      const isWon = playerView(notice.match, wallet).outcome === 'won';
      return { toast: toasts.over(sentence, isWon), spoken: sentence };
    }
    case 'time-up':
      return { toast: texts.playing.timeUp(notice.card), spoken: null };
    case 'opponent-ready':
      return { toast: null, spoken: spoken.opponentReady };
    case 'replay':
      return { toast: null, spoken: spoken.replay };
    case 'rematch-offered':
      return { toast: null, spoken: spoken.rematchOffered };
    case 'rematch-over':
      return { toast: null, spoken: spoken.rematchOver };
  }
}

function roundSentence({ outcome, yours, theirs }: SeenRound): string {
  const words = texts.sentence;
  if (yours === null) return words.youMissed;
  return theirs === null ? words.theyMissed : words[outcome];
}

/** @param match a match that is over */
function matchSentence(match: Match, wallet: string): string {
  const words = texts.sentence;
  const { outcome, scores } = playerView(match, wallet);
  const { yours, theirs } = scores;
  if (match.endReason === 'nobody-played') return words.nobody;
  if (match.endReason === 'left') return outcome === 'won' ? words.wonLeft : words.lostLeft;
  if (match.endReason === 'claimed')
    return outcome === 'won' ? words.wonClaimed : words.lostClaimed;
  if (outcome === 'won') return words.matchWon(yours, theirs);
  return outcome === 'lost' ? words.matchLost(yours, theirs) : words.matchTie(yours, theirs);
}
