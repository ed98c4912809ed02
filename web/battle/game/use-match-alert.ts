/** Tells a player who looks elsewhere that a match began: title, favicon, sound, notification. */
import { useEffect, useEffectEvent, useRef, useSyncExternalStore } from 'react';
import type { Match } from '#contract/battle.ts';
import { playSound } from '#web/battle/table/sound.ts';
import { nameOf, playerView } from './player-view.ts';
import { texts } from './texts.ts';

/** Asked when a lobby is opened, which is when somebody wants to be told. */
export function askToNotify(): void {
  if (!('Notification' in globalThis) || Notification.permission !== 'default') return;
  void Notification.requestPermission();
}

interface MatchAlert {
  /** The live match; null for none, undefined while it is not known. */
  readonly match: Match | null | undefined;
  readonly wallet: string;
  /** Of its open round; null while none is open. */
  readonly secondsLeft: number | null;
  readonly isElsewhere: boolean;
}

export function useMatchAlert({ match, wallet, secondsLeft, isElsewhere }: MatchAlert): void {
  const id = match === undefined ? undefined : (match?.id ?? null);
  const known = useRef(id);
  const tell = useEffectEvent(() => {
    if (match == null || !isElsewhere) return null;
    playSound('won');
    return notify(match, wallet);
  });
  useEffect(() => {
    // A match that was on before the page was loaded is no news.
    const isNews = known.current === null && typeof id === 'string';
    known.current = id;
    if (!isNews) return;
    const shown = tell();
    return () => shown?.close();
  }, [id]);

  /** What the alert has put before the page's own title. */
  const before = useRef('');
  const isAlerting = typeof id === 'string' && isElsewhere;
  useEffect(() => {
    if (!isAlerting) return;
    const icon = document.querySelector<HTMLLinkElement>('link[rel="icon"]');
    icon?.setAttribute('href', '/favicon-call.svg');
    return () => {
      icon?.setAttribute('href', '/favicon.svg');
      document.title = without(before.current, document.title);
    };
  }, [isAlerting]);

  useEffect(() => {
    if (!isAlerting) return;
    const own = without(before.current, document.title);
    before.current = `${texts.alert.title(secondsLeft)} | `;
    document.title = before.current + own;
  }, [isAlerting, secondsLeft]);
}

export function useIsHidden(): boolean {
  return useSyncExternalStore(
    (listener) => {
      document.addEventListener('visibilitychange', listener);
      return () => document.removeEventListener('visibilitychange', listener);
    },
    () => document.hidden,
  );
}

const without = (before: string, title: string): string =>
  title.startsWith(before) ? title.slice(before.length) : title;

function notify(match: Match, wallet: string): Notification | null {
  if (!('Notification' in globalThis) || Notification.permission !== 'granted') return null;
  const { began, body } = texts.alert;
  try {
    const shown = new Notification(began, {
      body: body(nameOf(playerView(match, wallet).opponent)),
      tag: match.id, // several tabs tell it once
      icon: '/icon-192.png',
    });
    shown.onclick = () => window.focus();
    return shown;
  } catch {
    return null; // phones want a service worker for it
  }
}
