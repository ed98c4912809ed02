import { formatCount } from '#rules/amounts.ts';
import type { Collector } from '#web/frame/use-collector.ts';
import { Ago } from '#web/ui/Ago.tsx';
import { Button } from '#web/ui/Button.tsx';
import { Icon } from '#web/ui/Icon.tsx';
import { Skeleton } from '#web/ui/Skeleton.tsx';
import { onTime, texts } from './texts.ts';
import type { useReadAgain } from './use-read-again.ts';

interface HoldingProps {
  collector: Collector;
  reading: ReturnType<typeof useReadAgain>;
}

/** Number of cards, time of the reading, and the button to read again. Unknown is never shown as 0 (H2, E3). */
export function Holding({ collector, reading }: HoldingProps) {
  const { user, phase } = collector;
  const isReading = reading.isReading || phase === 'reading';
  const isKnown = user !== undefined && user.syncedAt !== null;
  const [line, isFault] = standing(collector, isReading);
  return (
    <div className="row holding" data-loading={user === undefined || undefined}>
      <p className="holding-count">
        {isKnown ? (
          <>
            <span className="figure text-ki">{formatCount(user.nftCount)}</span>{' '}
            <span className="text-dim">{texts.cards(user.nftCount)}</span>
          </>
        ) : isReading || user === undefined ? (
          <>
            <Skeleton width="4.2rem" height="1.5em" />
            {/* As high as the figure that comes. */}
            <span className="figure">&nbsp;</span>
          </>
        ) : (
          <span className="text-dim">{texts.unread}</span>
        )}
      </p>
      <Button size="sm" disabled={isReading || user === undefined} onClick={reading.readAgain}>
        <Icon name="refresh" size="1rem" />
        {isReading ? texts.readingNow : texts.readAgain}
      </Button>
      <div className="holding-line" data-fault={isFault || undefined}>
        {isFault && <Icon name="clock" size="1rem" />}
        <p role="status">{reading.note ?? line}</p>
        {/* Not in the region that is read aloud: it changes by itself. */}
        {line === '' && !reading.note && user?.syncedAt && (
          <p>
            {texts.readAt} <Ago at={user.syncedAt} />
          </p>
        )}
      </div>
    </div>
  );
}

/** The sentence about the reading, and whether it failed. */
function standing({ user }: Collector, isReading: boolean): [string, boolean] {
  if (isReading) return [texts.reading, false];
  if (user === undefined) return ['', false];
  if (user.syncedAt === null) return [texts.neverRead, true];
  const time = onTime(user.syncedAt);
  return user.isStale ? [texts.stale(time), true] : ['', false];
}
