import { endingOf, type SeenRound } from '#web/battle/table/shown-rounds.ts';
import type { ToastWords } from '#web/ui/toasts.ts';
import type { Notice } from './game.ts';
import { nameOf, playerView } from './player-view.ts';
import { texts } from './texts.ts';

interface NoticeWords {
  readonly toast: ToastWords | null;
  /** For the live region; null where the toast or a part of the table announces it. */
  readonly spoken: string | null;
}

export function wordsFor(notice: Notice, wallet: string): NoticeWords {
  const { toasts, spoken } = texts;
  switch (notice.kind) {
    case 'joined':
      return { toast: toasts.joined, spoken: null };
    case 'started': {
      const { opponent } = playerView(notice.match, wallet);
      return {
        toast: { ...toasts.started, spoken: spoken.against(nameOf(opponent)) },
        spoken: null,
      };
    }
    case 'found':
      return {
        toast: notice.isOver ? toasts.tournamentComplete : toasts.roundComplete,
        spoken: null,
      };
    case 'round': {
      const { round, outcome } = notice.round;
      const { yours, theirs } = playerView(notice.match, wallet).scores;
      const words = toasts.round(round, roundSentence(notice.round), outcome === 'won');
      return { toast: { ...words, spoken: spoken.score(yours, theirs) }, spoken: null };
    }
    case 'over': {
      const { outcome, scores } = playerView(notice.match, wallet);
      const ending = endingOf(outcome ?? 'tie', notice.match.endReason ?? 'decided');
      const sentence = texts.ending(scores.yours, scores.theirs)[ending];
      return { toast: toasts.over(sentence, outcome === 'won'), spoken: null };
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
