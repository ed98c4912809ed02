import { useState } from 'react';
import type { Match } from '#contract/battle.ts';
import { MatchOutcome } from '#web/battle/table/MatchOutcome.tsx';
import { RoundOutcome } from '#web/battle/table/RoundOutcome.tsx';
import { URGENT_SECONDS } from '#web/battle/table/timer.ts';
import { Button } from '#web/ui/Button.tsx';
import { revealedRound } from './game.ts';
import { LeaveDialog } from './LeaveDialog.tsx';
import { nameOf, sidesOf } from './sides.ts';
import { nextRoundLine } from './table-view.ts';
import { texts } from './texts.ts';
import type { EndActs } from './use-end-acts.ts';
import type { GameOnPage } from './use-game.ts';

interface ResultProps {
  onPage: GameOnPage;
  endActs: EndActs;
}

/** How the round or the match went, and what can come next. */
export function Result({ onPage, endActs }: ResultProps) {
  const { match } = onPage.game;
  if (match === null) return null;
  return (
    <>
      <h1 className="sr-only">{texts.result.heading}</h1>
      {match.status === 'completed' ? (
        <MatchEnd match={match} onPage={onPage} endActs={endActs} />
      ) : (
        <RoundEnd match={match} onPage={onPage} endActs={endActs} />
      )}
      {onPage.faults.match !== null && (
        <p role="alert" className="battle-problem text-center">
          {onPage.faults.match}. {texts.faults.again}
        </p>
      )}
    </>
  );
}

function RoundEnd({ match, onPage, endActs }: ResultProps & { match: Match }) {
  const { store, game, time } = onPage;
  const [isLeaving, setIsLeaving] = useState(false);
  const round = revealedRound(game);
  if (round === null) return null;
  const words = texts.result;
  const next = nextRoundLine(game, match, time);
  const isHurry =
    time?.phase === 'grace' || (time?.phase === 'pick' && time.seconds <= URGENT_SECONDS);
  return (
    <RoundOutcome {...round} scores={sidesOf(match, game.wallet).scores}>
      {next !== null && (
        <p className="battle-next" data-hurry={isHurry || undefined}>
          {next}
        </p>
      )}
      <Button look="primary" size="lg" onClick={() => store.act({ kind: 'continue' })}>
        {game.reveal?.isAgain ? words.continue : words.continueNext}
      </Button>
      <Button look="quiet" onClick={() => setIsLeaving(true)}>
        {words.quit}
      </Button>
      <ResetButton onPage={onPage} />
      <LeaveDialog
        match={isLeaving ? match : null}
        wallet={game.wallet}
        acts={endActs}
        onClose={() => setIsLeaving(false)}
      />
    </RoundOutcome>
  );
}

function MatchEnd({ match, onPage, endActs }: ResultProps & { match: Match }) {
  const { game } = onPage;
  const { scores, rounds, outcome, opponent } = sidesOf(match, game.wallet);
  const words = texts.result;
  const { state } = match.rematch;
  const isOffered = state === 'offered';
  const problem = endActs.rematchProblem ?? (isOffered ? endActs.declineProblem : null);
  return (
    <MatchOutcome
      outcome={outcome ?? 'tie'}
      endReason={match.endReason ?? 'decided'}
      scores={scores}
      rounds={rounds}
    >
      {isOffered && <p className="battle-next">{words.offered(nameOf(opponent))}</p>}
      {state === 'over' && <p className="battle-next">{words.noRematch}</p>}
      <Button
        look="primary"
        size="lg"
        disabled={state === 'over'}
        onClick={() => endActs.playAgain(match)}
      >
        {words.again}
      </Button>
      {isOffered && (
        <Button look="quiet" disabled={endActs.isDeclining} onClick={() => endActs.decline(match)}>
          {words.decline}
        </Button>
      )}
      <Button look="quiet" onClick={() => endActs.quit(match)}>
        {words.quit}
      </Button>
      <ResetButton onPage={onPage} />
      {problem !== null && (
        <p role="alert" className="battle-problem">
          {problem}
        </p>
      )}
    </MatchOutcome>
  );
}

/** Back to the lobby, with everything read anew. */
function ResetButton({ onPage }: { onPage: GameOnPage }) {
  const reset = () => {
    onPage.store.act({ kind: 'reset' });
    void onPage.refresh();
  };
  return (
    <Button look="plain" onClick={reset}>
      {texts.result.reset}
    </Button>
  );
}
