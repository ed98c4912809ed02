import { type RefObject, useEffect } from 'react';

/** Lights the foil of a card. Its code (foil-light.ts) is loaded after the page. Off under reduced motion. */
export function useFoil(card: RefObject<HTMLElement | null>, isOn: boolean): void {
  useEffect(() => {
    const element = card.current;
    if (!isOn || element === null) return;
    if (matchMedia('(prefers-reduced-motion: reduce)').matches) return;
    let isOver = false;
    let end: (() => void) | undefined;
    import('./foil-light.ts').then(
      ({ lightFoil }) => {
        if (!isOver) end = lightFoil(element);
      },
      // The card works without its light.
      () => {},
    );
    return () => {
      isOver = true;
      end?.();
    };
  }, [card, isOn]);
}
