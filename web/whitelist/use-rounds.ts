import { useQuery } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useRef } from 'react';
import { roundsQuery } from './round-queries.ts';

/**
 * @param onChanged called when registrations changed by themselves while the page is open: a freeze, which checked each
 *   again, ended, or the next round began with an empty list
 */
export function useRounds(onChanged: () => unknown) {
  const rounds = useQuery(roundsQuery);
  const { id, state } = rounds.data?.[0] ?? {};
  const before = useRef({ id, state });
  const tell = useEffectEvent(onChanged);
  useEffect(() => {
    const was = before.current;
    before.current = { id, state };
    const isNext = was.id !== undefined && was.id !== id;
    if (isNext || (was.state === 'freezing' && state === 'frozen')) tell();
  }, [id, state]);
  return rounds;
}
