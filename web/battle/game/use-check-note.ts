import { useEffect, useState } from 'react';
import { texts } from './texts.ts';
import type { GameOnPage } from './use-game.ts';

/** The word on an asking by hand stays this long, in ms. */
const NOTE_STAYS = 4_000;

/** 'Check Result': asks for the match now, and says so when there is nothing new or no answer. */
export function useCheckNote({ store, game, time, checkResult }: GameOnPage) {
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
    const isNew = store.get().match?.rounds.length !== before;
    setNote(isNew || time === null ? null : texts.playing.nothingNew(time.untilClosed));
  };
  return { note, check };
}
