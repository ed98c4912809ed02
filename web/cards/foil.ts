import { type RefObject, useEffect } from 'react';

/** Lights the foil of a card (foil-light.ts), which comes after the page: it is no part of reading it. Off under reduced motion. */
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
      // A card without its light is a card.
      () => {},
    );
    return () => {
      isOver = true;
      end?.();
    };
  }, [card, isOn]);
}
