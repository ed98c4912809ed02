import { Component, type ComponentType, type ReactNode, useEffect } from 'react';
import { createStore, useStore } from './external-store.ts';
import type { LateCode } from './late-code.ts';

/** Parts that somebody waits for and that did not come. */
export const missingParts = createStore<readonly LateCode<unknown>[]>([]);

export type LatePart<P extends object> = LateCode<ComponentType<P>>;

type LateProps<P extends object> = P & {
  part: LatePart<P>;
  /** Nobody waits for it: that it does not come is not told. */
  isQuiet?: boolean;
};

/**
 * A part of the page with code of its own: nothing until that is there. Neither failing to come nor breaking takes
 * anything else with it.
 */
export function Late<P extends object>({ part, isQuiet = false, ...props }: LateProps<P>) {
  const state = useStore(part);
  useEffect(() => {
    // Whoever begins to wait for it has it asked for at once.
    if (!isQuiet || part.get().status === 'unasked') void part.ask();
  }, [part, isQuiet]);
  const isMissed = state.status === 'missing' && !isQuiet;
  useEffect(() => {
    if (!isMissed) return;
    missingParts.set([...missingParts.get(), part]);
    return () => missingParts.set(missingParts.get().filter((one) => one !== part));
  }, [part, isMissed]);
  if (state.status !== 'here') return null;
  const Code = state.code as ComponentType<object>;
  return (
    <PartBoundary>
      <Code {...props} />
    </PartBoundary>
  );
}

/** What breaks inside is gone, and nothing else. */
export class PartBoundary extends Component<{ children: ReactNode }, { isBroken: boolean }> {
  override state = { isBroken: false };

  static getDerivedStateFromError() {
    return { isBroken: true };
  }

  override render() {
    return this.state.isBroken ? null : this.props.children;
  }
}
