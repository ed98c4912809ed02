import { useQuery } from '@tanstack/react-query';
import { Button } from '#web/ui/Button.tsx';
import { serverTime } from '#web/ui/clock.ts';
import { formatDay, formatMoment } from '#web/ui/dates.ts';
import { useIsHydrated } from '#web/ui/hydration.ts';
import { Icon } from '#web/ui/Icon.tsx';
import { totalsAfter } from './queries.ts';
import { sinceWords, texts } from './texts.ts';
import { useRecheck } from './use-recheck.ts';

export function Verdicts({ isAdmin }: { isAdmin: boolean }) {
  const recheck = useRecheck();
  const totals = useQuery(totalsAfter(recheck.latest));
  const words = texts.verdicts;
  const { data } = totals;
  const isHydrated = useIsHydrated();
  return (
    <section className="verdicts" aria-labelledby="verdicts-title">
      <h2 id="verdicts-title" className="display text-heading">
        {words.title}
      </h2>
      {data === undefined ? (
        <p className="text-dim">{totals.isError ? texts.tiles.failed : words.routine}</p>
      ) : (
        <p className="verdicts-words">
          <span>{heldWords(data.heldRegistrations, data.registrations)}</span>{' '}
          {data.oldestCheckAt !== null && (
            <>
              <span className="text-dim">{words.routine}</span>
              <span className="verdicts-oldest text-dim">
                {isHydrated
                  ? words.oldest(
                      sinceWords(data.oldestCheckAt, serverTime()),
                      formatMoment(data.oldestCheckAt),
                    )
                  : words.oldestOn(
                      formatDay(data.oldestCheckAt, 'UTC'),
                      data.oldestCheckAt.slice(11, 16),
                    )}
              </span>
            </>
          )}
        </p>
      )}
      {recheck.running !== null && (
        <div className="verdicts-run" role="status">
          <p className="tabular">
            {recheck.running.wallets === 0
              ? words.beginning
              : words.running(recheck.running.done, recheck.running.wallets)}
          </p>
          <progress
            aria-label={words.progress}
            max={Math.max(1, recheck.running.wallets)}
            value={recheck.running.done}
          />
          <p className="text-small text-dim">{words.goesOn}</p>
        </div>
      )}
      {recheck.running === null && recheck.unreachable > 0 && (
        <p className="verdicts-warning">
          <Icon name="alert" />
          {words.unreachable(recheck.unreachable)}
        </p>
      )}
      {recheck.problem !== null && (
        <p role="alert" className="verdicts-warning">
          <Icon name="alert" />
          {recheck.problem}
        </p>
      )}
      {isAdmin && recheck.running === null && data !== undefined && data.registrations > 0 && (
        <p>{words.before}</p>
      )}
      {isAdmin && (
        <Button
          className="verdicts-again"
          disabled={recheck.isAsking || recheck.running !== null || data?.registrations === 0}
          onClick={recheck.ask}
        >
          <Icon name="refresh" />
          {recheck.isAsking ? words.asking : words.again}
        </Button>
      )}
    </section>
  );
}

function heldWords(held: number, all: number): string {
  if (all === 0) return texts.verdicts.none;
  return held === all ? texts.verdicts.allHeld(all) : texts.verdicts.held(held, all);
}
