/** Clicks on the cards of the organiser, which have no handlers of their own (see CardTile). */
import type { MouseEvent } from 'react';
import type { OrganiserModel } from '#web/groups/use-organiser.ts';
import { move } from '#web/ui/view-transition.ts';

export interface Acts {
  readonly onMove: (cardIds: readonly string[], anchor: Element) => void;
  readonly onLook: (cardId: string) => void;
}

export function handleClick(event: MouseEvent, organiser: OrganiserModel, acts: Acts) {
  const target = event.target as Element;
  const tile = target.closest('[data-card]');
  const cardId = tile?.getAttribute('data-card') ?? null;
  if (cardId === null) return;
  const action = target.closest('[data-action]')?.getAttribute('data-action');
  if (action === 'look') {
    return move(() => acts.onLook(cardId), tile?.querySelector<HTMLElement>('.card'));
  }
  const key = target.closest('[data-stack-key]')?.getAttribute('data-stack-key') ?? null;
  if (key !== null) return organiser.toggleSpread(key);
  if (organiser.isReadOnly) return;
  if (action === 'move') {
    return acts.onMove(organiser.takenWith(cardId), target.closest('button') ?? target);
  }
  if (action !== 'check' && target.closest('a, button, label') !== null) return;
  if (event.shiftKey) organiser.selectRange(cardId, null);
  else organiser.selectTile(cardId);
}
