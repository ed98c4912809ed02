import { Component, type ComponentType, type ReactNode, useEffect } from 'react';
import { createStore, useStore } from './external-store.ts';
import type { LateCode } from './late-code.ts';

/** Parts that are needed and failed to load. */
export const missingParts = createStore<readonly LateCode<unknown>[]>([]);

export type LatePart<P extends object> = LateCode<ComponentType<P>>;

type LateProps<P extends object> = P & {
  part: LatePart<P>;
  /** The person does not wait for it: a failure is not shown. */
  isQuiet?: boolean;
};

/**
 * A part of the page whose code is loaded separately; renders nothing until then. A failed load or an error
 * while rendering does not affect the rest of the page.
 */
export function Late<P extends object>({ part, isQuiet = false, ...props }: LateProps<P>) {
  const state = useStore(part);
  useEffect(() => {
    // A part that becomes needed is requested at once.
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

/** An error while rendering removes only this part. */
export class PartBoundary extends Component<{ children: ReactNode }, { isBroken: boolean }> {
  override state = { isBroken: false };

  static getDerivedStateFromError() {
    return { isBroken: true };
  }

  override render() {
    return this.state.isBroken ? null : this.props.children;
  }
}
