import { useCallback } from 'react';
import { DECK } from '#rules/battle/deck.ts';
import { PICK_SECONDS, POINTS_TO_WIN } from '#rules/battle/match.ts';
import { BattleCountdown } from '#web/battle/table/BattleCountdown.tsx';
import { Clash } from '#web/battle/table/Clash.tsx';
import { FaceDown } from '#web/battle/table/FaceDown.tsx';
import { Hand } from '#web/battle/table/Hand.tsx';
import { OwnPlace } from '#web/battle/table/OwnPlace.tsx';
import { PickTimer } from '#web/battle/table/PickTimer.tsx';
import { PlayerPlate } from '#web/battle/table/PlayerPlate.tsx';
import { ScorePips } from '#web/battle/table/ScorePips.tsx';
import { ShotButton } from '#web/battle/table/ShotButton.tsx';
import { SoundSwitch } from '#web/battle/table/SoundSwitch.tsx';
import { TableSurface } from '#web/battle/table/TableSurface.tsx';
import { kiOfPick } from '#web/battle/table/table-cards.ts';
import { Button } from '#web/ui/Button.tsx';
import { revealedRound } from './game.ts';
import { sidesOf } from './sides.ts';
import { tableLine, tableView } from './table-view.ts';
import { texts } from './texts.ts';
import { useCheckNote } from './use-check-note.ts';
import { useCountdown } from './use-countdown.ts';
import type { GameOnPage } from './use-game.ts';
import { useShot } from './use-shot.ts';

/** The table: pick, SHOT!, the countdown, the clash. */
export function Playing({ onPage }: { onPage: GameOnPage }) {
  const { store, game, time, faults } = onPage;
  const { match, reveal } = game;
  const { shoot, problem, forget } = useShot(store);
  const { note, check } = useCheckNote(onPage);

  const turn = useCallback(() => {
    store.act({ kind: 'reveal' });
    // The countdown runs, then the match is read again.
    onPage.checkResult().catch(() => {});
  }, [store, onPage.checkResult]);
  const run = reveal?.step === 'countdown' && match !== null ? `${match.id} ${reveal.round}` : null;
  const second = useCountdown(run, turn);

  if (match === null) return null;
  const sides = sidesOf(match, game.wallet);
  const view = tableView(game, match);
  const revealed = revealedRound(game);
  const isGrace = time?.phase === 'grace' || time?.phase === 'closed';
  const fault = faults.match ?? faults.matches;
  const isLineFree = note === null && problem === null;

  return (
    <>
      <PlayingHead round={view.round} store={store} onCheck={check} />
      <TableSurface ki={kiOfPick(view.card) ?? 'inferno'}>
        <PlayerPlate
          side="you"
          name={sides.you.displayName}
          address={sides.you.walletAddress}
          record={sides.you}
          score={view.scores.yours}
          hasPlayed={view.isDown}
        />
        {reveal === null && time !== null ? (
          <PickTimer
            secondsLeft={time.seconds}
            total={PICK_SECONDS}
            phase={time.phase === 'closed' ? 'grace' : time.phase}
          />
        ) : (
          <PickTimer secondsLeft={0} total={PICK_SECONDS} phase="reading" />
        )}
        <PlayerPlate
          side="opponent"
          name={sides.opponent.displayName}
          address={sides.opponent.walletAddress}
          record={sides.opponent}
          score={view.scores.theirs}
          hasPlayed={view.isOpponentDown}
          isAway={isGrace && reveal === null && !view.isOpponentDown}
        />
        <ScorePips {...view.scores} toWin={POINTS_TO_WIN} />
        <OwnPlace card={view.card} isLocked={view.isDown} />
        <FaceDown hasPlayed={view.isOpponentDown} />
        <div className="battle-line">
          {/* One at a time in the same place: a line more would push the hand under SHOT!. */}
          <p className={isLineFree ? undefined : 'sr-only'}>{tableLine(game, match, time)}</p>
          <p role="status" className={note === null ? 'sr-only' : undefined}>
            {note}
          </p>
          {(problem ?? fault) !== null && (
            <p role="alert" className="battle-problem">
              {problem ?? `${fault}. ${texts.faults.again}`}
            </p>
          )}
        </div>
        <Hand
          cards={DECK}
          selected={view.isDown ? null : view.card}
          locked={view.isDown ? view.card : null}
          isDisabled={view.isResting}
          onSelect={(card) => {
            forget();
            store.act({ kind: 'pick', card });
          }}
        />
        <ShotButton state={shotState(view.isDown, game.isSending, view.card)} onShot={shoot} />
        {second !== null && <BattleCountdown secondsLeft={second} onSkip={turn} />}
        {reveal?.step === 'clash' && revealed !== null && (
          <Clash
            yours={revealed.yours}
            theirs={revealed.theirs}
            outcome={revealed.outcome}
            onDone={() => store.act({ kind: 'reveal' })}
          />
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

/** Which round it is, and the two ways out of a view that seems to hang. */
function PlayingHead({ round, store, onCheck }: PlayingHeadProps) {
  const words = texts.playing;
  return (
    <header className="battle-head">
      <h1 className="display text-heading">{words.heading(round)}</h1>
      <div className="battle-head-acts">
        <SoundSwitch />
        <Button size="sm" onClick={onCheck}>
          {words.check}
        </Button>
        <Button size="sm" look="plain" onClick={() => store.act({ kind: 'reset' })}>
          {words.reset}
        </Button>
      </div>
    </header>
  );
}
