import { useState } from 'react';
import type { Match } from '#contract/battle.ts';
import { MatchOutcome } from '#web/battle/table/MatchOutcome.tsx';
import { isUrgent } from '#web/battle/table/PickTimer.tsx';
import { RoundOutcome } from '#web/battle/table/RoundOutcome.tsx';
import { Button } from '#web/ui/Button.tsx';
import { ConfirmDialog } from '#web/ui/ConfirmDialog.tsx';
import { Problem } from '#web/ui/Problem.tsx';
import { ClaimOffer, useClaim } from './ClaimOffer.tsx';
import { useSecondsUntil } from './clock.ts';
import { revealedRound } from './game.ts';
import { nameOf, playerView } from './player-view.ts';
import { SessionNotice, useIsSeen } from './SessionNotice.tsx';
import { faultWords, nextRoundLine, rematchEndsAt, rematchView, shownClock } from './table-view.ts';
import { texts } from './texts.ts';
import type { GameOnPage } from './use-game.ts';
import type { MatchActions } from './use-match-actions.ts';

interface ResultProps {
  onPage: GameOnPage;
  matchActions: MatchActions;
}

export function Result({ onPage, matchActions }: ResultProps) {
  const { match } = onPage.game;
  if (match === null) return null;
  return (
    <>
      <h1 className="visually-hidden">{texts.result.heading}</h1>
      {match.status === 'completed' ? (
        <MatchEnd match={match} onPage={onPage} matchActions={matchActions} />
      ) : (
        <RoundEnd match={match} onPage={onPage} matchActions={matchActions} />
      )}
      <Problem className="battle-fault" words={faultWords(onPage.faults.match)} />
    </>
  );
}

function RoundEnd({ match, onPage, matchActions }: ResultProps & { match: Match }) {
  const { store, game, time } = onPage;
  const [isLeaving, setIsLeaving] = useState(false);
  const { offer, problem } = useClaim(onPage);
  const isSeen = useIsSeen(game.wallet);
  const round = revealedRound(game);
  if (round === null) return null;
  const words = texts.result;
  const next = nextRoundLine(game, match, time);
  const { scores, opponent } = playerView(match, game.wallet);
  const { leave } = matchActions;
  // After a tie, or for a result that was shown before, the button is just 'Continue'.
  const isDecided = round.outcome !== 'tie' && game.reveal?.isAfterReload !== true;
  const { phase, seconds } = shownClock({ ...game, reveal: null }, match, time);
  return (
    <RoundOutcome round={round} scores={scores}>
      {isSeen ? <ClaimOffer offer={offer} store={store} /> : <SessionNotice />}
      <Problem words={problem} />
      {next !== null && isSeen && offer === null && (
        <p className="battle-next" data-hurry={isUrgent(seconds, phase) || undefined}>
          {next}
        </p>
      )}
      <Button look="primary" size="lg" onClick={() => store.dispatch({ kind: 'continue' })}>
        {isDecided ? words.continueNext : words.continue}
      </Button>
      <Button look="quiet" onClick={() => setIsLeaving(true)}>
        {words.quit}
      </Button>
      <ResetButton onPage={onPage} />
      <ConfirmDialog
        isOpen={isLeaving}
        words={texts.leave}
        intro={texts.leave.text(nameOf(opponent))}
        problem={leave.problem}
        isBusy={leave.isPending}
        onConfirm={() => leave.run(match)}
        onClose={() => {
          leave.reset();
          setIsLeaving(false);
        }}
      />
    </RoundOutcome>
  );
}

function MatchEnd({ match, onPage, matchActions }: ResultProps & { match: Match }) {
  const { game } = onPage;
  const { scores, rounds, outcome } = playerView(match, game.wallet);
  const words = texts.result;
  const isOffered = match.rematch.state === 'offered';
  const isTooLate = useSecondsUntil(rematchEndsAt(match)) === 0;
  const { canAsk, who, line } = rematchView(match, game.wallet, isTooLate);
  const { playAgain, decline, quit } = matchActions;
  return (
    <MatchOutcome
      outcome={outcome ?? 'tie'}
      endReason={match.endReason ?? 'decided'}
      scores={scores}
      rounds={rounds}
    >
      {/* Its space is kept: an offer must not move the button under a finger. */}
      <div className="battle-rematch">
        {line !== null && (
          <p className="battle-next">
            {who !== undefined && <span className="battle-next-name truncate">{who}</span>} {line}
          </p>
        )}
        {isOffered && (
          <Button size="sm" isBusy={decline.isPending} onClick={() => decline.run(match)}>
            {words.decline}
          </Button>
        )}
      </div>
      <Button
        look="primary"
        size="lg"
        // What was cancelled before it was answered is taken back then.
        disabled={!canAsk}
        isBusy={playAgain.isPending}
        onClick={() => playAgain.run(match)}
      >
        {words.again}
      </Button>
      <Button look="quiet" onClick={() => quit(match)}>
        {words.quit}
      </Button>
      <ResetButton onPage={onPage} />
      <Problem words={playAgain.problem ?? (isOffered ? decline.problem : null)} />
    </MatchOutcome>
  );
}

function ResetButton({ onPage }: { onPage: GameOnPage }) {
  const reset = () => {
    onPage.store.dispatch({ kind: 'reset' });
    void onPage.refresh();
  };
  return (
    <Button look="plain" onClick={reset}>
      {texts.result.reset}
    </Button>
  );
}
