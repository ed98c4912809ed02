import { useQuery } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useRef } from 'react';
import { roundsQuery } from './round-queries.ts';

/** @param onFrozen called when a freeze ends while the page is open: it checked every registration again */
export function useRounds(onFrozen: () => unknown) {
  const rounds = useQuery(roundsQuery);
  const state = rounds.data?.[0]?.state;
  const before = useRef(state);
  const tell = useEffectEvent(onFrozen);
  useEffect(() => {
    if (before.current === 'freezing' && state === 'frozen') tell();
    before.current = state;
  }, [state]);
  return rounds;
}
