import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { WhitelistRound } from '#contract/whitelist-rounds.ts';
import { shortAddress } from '#rules/address.ts';
import { Button } from '#web/ui/Button.tsx';
import { ConfirmDialog } from '#web/ui/ConfirmDialog.tsx';
import { Failure } from '#web/ui/Failure.tsx';
import { Icon } from '#web/ui/Icon.tsx';
import { Problem } from '#web/ui/Problem.tsx';
import { PublishedRound, RoundState } from '#web/whitelist/RoundLine.tsx';
import { newestPublished } from '#web/whitelist/round-queries.ts';
import { totalsQuery } from './queries.ts';
import { RoundTimes } from './RoundTimes.tsx';
import { roundTexts as words } from './round-texts.ts';
import { type RoundActs, useRound } from './use-round.ts';

/** The current round: its times, its freeze, and what is published. Acts are for the admin. */
export function RoundPanel({ isAdmin }: { isAdmin: boolean }) {
  const acts = useRound();
  const round = acts.rounds?.[0];
  const published = newestPublished(acts.rounds ?? []);
  if (acts.isUnread) {
    return <Failure sign="danger" words={words.unread} onRetry={acts.readAgain} />;
  }
  if (round === undefined) return null;
  return (
    <section className="round panel-lit" aria-labelledby="round-title">
      <div className="row row-ends">
        <h2 id="round-title" className="display text-heading">
          {words.title(round.id)}
        </h2>
        <p className="badge-loud round-badge" data-state={round.state} role="status">
          {words.states[round.state]}
        </p>
      </div>
      {round.freeze === null ? <RoundState round={round} /> : <Progress freeze={round.freeze} />}
      {isAdmin && <Acts round={round} acts={acts} />}
      <Problem words={acts.problem} />
      {published !== undefined && (
        <PublishedRound round={published} isCurrent={published === round} />
      )}
    </section>
  );
}

function Progress({ freeze }: { freeze: NonNullable<WhitelistRound['freeze']> }) {
  const { checked, wallets, unreadable, unreadableWallets } = freeze;
  return (
    <div className="verdicts-run" role="status">
      <p className="tabular">{words.checked(checked, wallets)}</p>
      <progress aria-label={words.progress} max={Math.max(1, wallets)} value={checked} />
      <p className="text-small text-dim">{words.goesOn}</p>
      {unreadable > 0 && (
        <div className="verdicts-warning">
          <Icon name="alert" />
          <p>
            {words.waits(unreadable)}{' '}
            <span className="tabular">{unreadableWallets.map(shortAddress).join(', ')}</span>
          </p>
        </div>
      )}
    </div>
  );
}

function Acts({ round, acts }: { round: WhitelistRound; acts: RoundActs }) {
  const { data: totals } = useQuery(totalsQuery);
  const { moment } = acts;
  const [askedAt, setAskedAt] = useState('');
  const ask = () => {
    acts.forget();
    setAskedAt(moment);
  };
  const close = () => {
    acts.forget();
    setAskedAt('');
  };
  const isAsked = askedAt === moment;
  const { id, state } = round;
  const dialog = { problem: acts.problem, isBusy: acts.isBusy, onClose: close };
  if (state === 'freezing') return null;
  if (state === 'frozen') {
    return (
      <div className="actions">
        <Button look="primary" disabled={acts.isBusy} onClick={ask}>
          {words.next(id + 1)}
        </Button>
        <ConfirmDialog
          {...dialog}
          isOpen={isAsked}
          words={words.nextConfirm(id + 1)}
          intro={words.nextText}
          onConfirm={() => acts.beginNext(id + 1, close)}
        />
      </div>
    );
  }
  return (
    <>
      <RoundTimes key={id} round={round} acts={acts} />
      <p className="text-small text-dim">{words.freezeAbout}</p>
      <div className="actions">
        <Button disabled={acts.isBusy || state !== 'closed' || totals === undefined} onClick={ask}>
          {words.freeze}
        </Button>
      </div>
      <ConfirmDialog
        {...dialog}
        isOpen={isAsked && totals !== undefined}
        words={words.confirm}
        intro={words.confirmText(totals?.registrations ?? 0)}
        onConfirm={() => acts.freeze(id, totals?.registrations ?? 0, close)}
      />
    </>
  );
}
