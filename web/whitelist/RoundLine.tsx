import { useQuery } from '@tanstack/react-query';
import type { WhitelistRound } from '#contract/whitelist-rounds.ts';
import { formatDay, formatMoment } from '#web/ui/dates.ts';
import { useIsHydrated } from '#web/ui/hydration.ts';
import { Icon } from '#web/ui/Icon.tsx';
import { fileOf, newestPublished, type Published, roundsQuery } from './round-queries.ts';
import { roundTexts as words } from './round-texts.ts';
import './round.css';

/** When the current round closes, or its state; nothing for a round without an end. The server does not know the reader's time
 * zone, so its render has only the day. */
export function RoundState({ round }: { round: WhitelistRound | undefined }) {
  const isHydrated = useIsHydrated();
  const text = round && stateWords(round, isHydrated ? formatMoment : dayOf);
  if (!text) return null;
  return (
    <p className="round-state" data-state={round.state}>
      <Icon name="clock" size="1.1rem" />
      <span className="tabular">{text}</span>
    </p>
  );
}

const dayOf = (at: string) => formatDay(at, 'UTC');

function stateWords(round: WhitelistRound, timeOf: (at: string) => string) {
  const { id, state, opensAt, closesAt, freeze, published } = round;
  if (state === 'frozen') return published && words.frozen(id, timeOf(published.frozenAt));
  if (state === 'freezing') return freeze && words.freezing(freeze.checked, freeze.wallets);
  if (state === 'upcoming') return opensAt && words.opens(timeOf(opensAt));
  return closesAt && (state === 'closed' ? words.closed : words.closes)(timeOf(closesAt));
}

/** The rounds for everybody: the state of the current one, and the root of the list that is published. */
export function RoundLine() {
  const { data: rounds } = useQuery(roundsQuery);
  const frozen = newestPublished(rounds ?? []);
  return (
    <>
      <RoundState round={rounds?.[0]} />
      {frozen !== undefined && <PublishedRound round={frozen} isCurrent={frozen === rounds?.[0]} />}
    </>
  );
}

interface PublishedRoundProps {
  round: Published;
  /** Its state stands above already. */
  isCurrent: boolean;
}

export function PublishedRound({ round, isCurrent }: PublishedRoundProps) {
  const { root, entries, wallets, firstCheckpoint, lastCheckpoint } = round.published;
  return (
    <div className="round-published">
      {!isCurrent && <RoundState round={round} />}
      <p className="strong tabular">{words.counts(entries, wallets)}</p>
      {firstCheckpoint !== null && lastCheckpoint !== null && (
        <p className="text-dim text-small tabular">
          {words.checkpoints(firstCheckpoint, lastCheckpoint)}
        </p>
      )}
      <p className="round-root">
        <span className="text-dim">{words.root}</span> <code>{root}</code>
      </p>
      <p className="row round-files">
        <a className="link link-touch" href={fileOf(round, 'list')}>
          {words.list}
        </a>
        <a className="link link-touch" href={fileOf(round, 'evidence')}>
          {words.evidence}
        </a>
      </p>
    </div>
  );
}
