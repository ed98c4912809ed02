import { useCallback, useMemo, useState } from 'react';
import type { WhitelistEntry } from '#contract/whitelist.ts';

interface ListRead {
  readonly entries: readonly WhitelistEntry[];
  readonly isComplete: boolean;
  /** The list is what a search found. */
  readonly isFound: boolean;
  readonly isHeldOnly: boolean;
}

/** The registrations that are selected; they stay so while others are searched for. */
export function useChosen({ entries, isComplete, isFound, isHeldOnly }: ListRead) {
  const [chosen, setChosen] = useState<ReadonlyMap<string, WhitelistEntry>>(new Map());
  const read = useMemo(() => new Map(entries.map((one) => [one.id, one] as const)), [entries]);
  const end = isComplete ? '' : (entries.at(-1)?.registeredAt ?? null);
  const valid = [...chosen.values()].flatMap((before) => {
    const isMissing = !isFound && end !== null && before.registeredAt > end;
    const one = read.get(before.id) ?? (isMissing ? undefined : before);
    return one === undefined || (isHeldOnly && !one.hasRequiredCards) ? [] : [one];
  });
  return {
    chosen,
    /** Each as it was read last. One that the part read so far should contain, and does not, was deleted or lost a card. */
    valid,
    choose: useCallback((entry: WhitelistEntry, isChosen: boolean) => {
      setChosen((before) => {
        const after = new Map(before);
        if (isChosen) after.set(entry.id, entry);
        else after.delete(entry.id);
        return after;
      });
    }, []),
    chooseAll: () => setChosen((before) => new Map([...before, ...read])),
    clear: () => setChosen(new Map()),
  };
}
