import type { Collector } from '#web/frame/use-collector.ts';
import { Icon } from '#web/ui/Icon.tsx';
import { texts } from './texts.ts';

const clock = new Intl.DateTimeFormat('en', { dateStyle: 'medium', timeStyle: 'short' });

/** The state of the figures: loading, stale, or nothing (H2, E3). */
export function Standing({ collector }: { collector: Collector | null }) {
  const { own } = texts;
  const user = collector?.user;
  const syncedAt = user?.syncedAt ?? null;
  if (collector?.phase === 'failed') return <Line isFault>{own.failed}</Line>;
  if (collector?.phase === 'reading') return <Line>{own.reading}</Line>;
  if (user?.isStale && syncedAt !== null) {
    return <Line isFault>{own.stale(clock.format(new Date(syncedAt)))}</Line>;
  }
  if (user !== undefined && syncedAt === null) return <Line isFault>{own.unread}</Line>;
  return <Line>{''}</Line>;
}

function Line({ children, isFault = false }: { children: string; isFault?: boolean }) {
  return (
    <p role="status" className={`own-line text-small ${isFault ? 'text-warn' : 'text-dim'}`}>
      {isFault && <Icon name="clock" />}
      {children}
    </p>
  );
}
