import { useState } from 'react';
import type { Match } from '#contract/battle.ts';
import { serverClock, useSecondsUntil } from '#web/battle/game/clock.ts';
import type { Memory } from '#web/battle/game/memory.ts';
import { missedMatch, nameOf, playerView } from '#web/battle/game/player-view.ts';
import { faultWords } from '#web/battle/game/table-view.ts';
import { texts as gameTexts } from '#web/battle/game/texts.ts';
import type { GameOnPage } from '#web/battle/game/use-game.ts';
import { Button } from '#web/ui/Button.tsx';
import { Icon } from '#web/ui/Icon.tsx';
import { Problem } from '#web/ui/Problem.tsx';
import { lastMatchWords } from './last-match.ts';
import { texts } from './texts.ts';

/** 'Check Match Status': returns to a match that was left, or says that there is none. */
export function MatchStatus({ onPage }: { onPage: GameOnPage }) {
  const { game, matches, faults, store } = onPage;
  const [note, setNote] = useState('');
  const [isChecking, setIsChecking] = useState(false);
  const left = leftMatch(onPage);
  const missed = missedMatch(matches, game.wallet, serverClock.now());
  // One that was left and has ended takes its button away; that it did is told without asking.
  const hasEnded = missed === null && matches?.[0]?.id === game.memory.left && left === undefined;
  const seconds = useSecondsUntil(left?.roundClosesAt ?? null);

  const check = async () => {
    setIsChecking(true);
    try {
      const found = await onPage.checkMatches();
      if (store.get().match === null) setNote(lastMatchWords(found, game.wallet));
    } catch {
      setNote(''); // the fault is shown below
    } finally {
      setIsChecking(false);
    }
  };
  return (
    <div className="row battle-status" data-live={left !== undefined || undefined}>
      {missed !== null && !isSeen(missed, game.memory) && (
        <p className="strong">
          <Icon name="alert" className="battle-status-icon" />
          {texts.missed(nameOf(playerView(missed, game.wallet).opponent))}
        </p>
      )}
      {left !== undefined && (
        <p className="strong">
          <Icon name="swords" className="battle-status-icon" />
          {texts.leftMatch(nameOf(playerView(left, game.wallet).opponent))}{' '}
          {seconds !== null && <span className="tabular">{texts.leftTime(seconds)}</span>}
        </p>
      )}
      {left !== undefined && (
        <Button look="primary" isBusy={isChecking} onClick={check}>
          {gameTexts.banner.back}
        </Button>
      )}
      <Button look="quiet" size="sm" isBusy={isChecking} onClick={check}>
        <Icon name="refresh" size="1rem" />
        {isChecking ? texts.checking : texts.check}
      </Button>
      <p role="status" className="battle-note">
        {note === '' && hasEnded ? lastMatchWords(matches, game.wallet) : note}
      </p>
      <Problem words={faultWords(faults.matches)} />
    </div>
  );
}

/** Who saw its end, and perhaps put it away, did not miss it. */
function isSeen({ id }: Match, { matchId, quit }: Memory): boolean {
  return id === matchId || id === quit;
}

/** The live match that was left by 'Reset Game'. */
export function leftMatch({ game, matches }: GameOnPage): Match | undefined {
  return matches?.find(({ id, status }) => id === game.memory.left && status === 'in_progress');
}
