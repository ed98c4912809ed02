import { useCallback, useEffect, useState } from 'react';
import { BattleCountdown } from '#web/battle/table/BattleCountdown.tsx';
import { kiOfPick } from '#web/battle/table/battle-card.ts';
import { Clash } from '#web/battle/table/Clash.tsx';
import { Hand } from '#web/battle/table/Hand.tsx';
import { PickTimer } from '#web/battle/table/PickTimer.tsx';
import { OpponentPlace, OwnPlace } from '#web/battle/table/Places.tsx';
import { PlayerPlate } from '#web/battle/table/PlayerPlate.tsx';
import { ScorePips } from '#web/battle/table/ScorePips.tsx';
import { ShotButton } from '#web/battle/table/ShotButton.tsx';
import { SoundSwitch } from '#web/battle/table/SoundSwitch.tsx';
import { TableSurface } from '#web/battle/table/TableSurface.tsx';
import { Button } from '#web/ui/Button.tsx';
import { Problem } from '#web/ui/Problem.tsx';
import { ClaimOffer, useClaim } from './ClaimOffer.tsx';
import { revealedRound } from './game.ts';
import { playerView } from './player-view.ts';
import { SessionNotice, useIsSeen } from './SessionNotice.tsx';
import { canStillShoot, faultWords, shownClock, tableLine, tableView } from './table-view.ts';
import { texts } from './texts.ts';
import type { GameOnPage } from './use-game.ts';
import { useShot } from './use-match-actions.ts';

export function Playing({ onPage }: { onPage: GameOnPage }) {
  const { store, game, time, faults } = onPage;
  const { match, reveal } = game;
  const { shoot, problem, forget } = useShot(store);
  const { note, check } = useCheckNote(onPage);
  const { offer, problem: notClaimed } = useClaim(onPage);
  const isSeen = useIsSeen(game.wallet);

  const turn = useCallback(() => {
    store.dispatch({ kind: 'reveal' });
    // After the countdown the match is fetched again.
    onPage.checkResult().catch(() => {});
  }, [store, onPage.checkResult]);

  if (match === null) return null;
  const { you, opponent } = playerView(match, game.wallet);
  const view = tableView(game, match);
  const clock = shownClock(game, match, time);
  const revealed = revealedRound(game);
  const isGrace = time?.phase === 'grace' || time?.phase === 'closed';
  const isHeard = faults.match === null && faults.matches === null;
  const isLate = isHeard && isGrace && reveal === null && !view.isOpponentDown;
  const isTold = note !== null || offer !== null;
  const fault =
    problem ?? notClaimed ?? (isTold ? null : faultWords(faults.match ?? faults.matches));
  const isUnseen = !isSeen && fault === null && note === null;
  const isLineFree = !isUnseen && !isTold && fault === null;

  return (
    <>
      <PlayingHead round={view.round} store={store} onCheck={check} />
      <TableSurface ki={kiOfPick(view.card) ?? 'inferno'}>
        <PlayerPlate side="you" player={you} score={view.scores.yours} hasPlayed={view.isDown} />
        <PickTimer
          secondsLeft={clock.seconds}
          phase={clock.phase}
          isCalling={canStillShoot(game, time)}
        />
        <PlayerPlate
          side="opponent"
          player={opponent}
          score={view.scores.theirs}
          hasPlayed={view.isOpponentDown}
          isLate={isLate}
        />
        <ScorePips {...view.scores} />
        <OwnPlace card={view.card} isLocked={view.isDown} />
        <OpponentPlace hasPlayed={view.isOpponentDown} isLate={isLate} />
        <div className="battle-line">
          {/* Only one line at a time: a second one would push the hand under SHOT!. */}
          <p className={isLineFree ? undefined : 'visually-hidden'}>
            {tableLine(game, match, time, isHeard)}
          </p>
          <p role="status" className={note === null ? 'visually-hidden' : undefined}>
            {note}
          </p>
          {isUnseen && <SessionNotice />}
          {!isUnseen && note === null && problem === null && (
            <ClaimOffer offer={offer} store={store} />
          )}
          <Problem words={fault} />
        </div>
        <Hand
          picked={view.card}
          isDown={view.isDown}
          isResting={view.isResting}
          onSelect={(card) => {
            forget();
            store.dispatch({ kind: 'pick', card });
          }}
        />
        <ShotButton state={shotState(view.isDown, game.isSending, view.card)} onShot={shoot} />
        {reveal?.part === 'countdown' && (
          <BattleCountdown key={`${match.id} ${reveal.round}`} onOver={turn} />
        )}
        {reveal?.part === 'clash' && revealed !== null && (
          <Clash round={revealed} onDone={() => store.dispatch({ kind: 'reveal' })} />
        )}
      </TableSurface>
    </>
  );
}

function shotState(isDown: boolean, isSending: boolean, card: string | null) {
  if (isDown) return 'played';
  if (isSending) return 'sending';
  return card === null ? 'pick' : 'ready';
}

interface PlayingHeadProps {
  round: number;
  store: GameOnPage['store'];
  onCheck: () => void;
}

/** The round, and two buttons for a view that seems to hang. */
function PlayingHead({ round, store, onCheck }: PlayingHeadProps) {
  const words = texts.playing;
  return (
    <header className="row battle-head">
      <h1 className="display">{words.heading(round)}</h1>
      {/* Apart from 'Check Result': a thumb that meant the one must not leave the table. */}
      <Button size="sm" look="plain" onClick={() => store.dispatch({ kind: 'reset' })}>
        {words.reset}
      </Button>
      <div className="row battle-head-actions">
        <SoundSwitch />
        <Button size="sm" onClick={onCheck}>
          {words.check}
        </Button>
      </div>
    </header>
  );
}

/** The note of a manual check is shown for this many ms. */
const NOTE_STAYS = 4_000;

/** 'Check Result': fetches the match now; a note says when there is nothing new or no answer. */
function useCheckNote({ store, game, time, checkResult }: GameOnPage) {
  const [note, setNote] = useState<string | null>(null);
  useEffect(() => {
    if (note === null) return;
    const timer = setTimeout(() => setNote(null), NOTE_STAYS);
    return () => clearTimeout(timer);
  }, [note]);

  const check = async () => {
    setNote(null);
    const before = game.match?.rounds.length;
    try {
      await checkResult();
    } catch (error) {
      setNote((error as Error).message);
      return;
    }
    const { match, reveal } = store.get();
    const isDecided = reveal !== null || match?.rounds.length !== before;
    setNote(isDecided || time === null ? null : texts.playing.nothingNew(time.untilClosed));
  };
  return { note, check };
}
