import { Component, type ComponentType, type ReactNode, useEffect } from 'react';
import { createStore, useStore } from './external-store.ts';
import type { LazyCode } from './lazy-code.ts';

/** Parts that are needed and failed to load. */
export const missingParts = createStore<readonly LazyCode<unknown>[]>([]);

type LazyPart<P extends object> = LazyCode<ComponentType<P>>;

type LazyProps<P extends object> = P & {
  part: LazyPart<P>;
  /** The person does not wait for it: a failure is not shown. */
  isQuiet?: boolean;
  /** Stands there until the part has come. */
  placeholder?: ReactNode;
};

/**
 * A part of the page whose code is loaded separately. A failed load or an error while rendering does not affect the
 * rest of the page.
 */
export function Lazy<P extends object>({
  part,
  isQuiet = false,
  placeholder = null,
  ...props
}: LazyProps<P>) {
  const state = useStore(part);
  useEffect(() => {
    // A part that becomes needed is requested at once.
    if (!isQuiet || part.get().status === 'idle') void part.load();
  }, [part, isQuiet]);
  const hasFailed = state.status === 'failed' && !isQuiet;
  useEffect(() => {
    if (!hasFailed) return;
    missingParts.set([...missingParts.get(), part]);
    return () => missingParts.set(missingParts.get().filter((one) => one !== part));
  }, [part, hasFailed]);
  if (state.status !== 'loaded') return placeholder;
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
