import { useMemo } from 'react';
import type { Nft } from '#contract/cards.ts';
import { formatCount } from '#rules/amounts.ts';
import { GROUPS_MAX, UNORGANIZED } from '#rules/groups.ts';
import { Icon } from '#web/ui/Icon.tsx';
import { Menu, type MenuItem } from '#web/ui/Menu.tsx';
import { NEW_GROUP } from './GroupRail.tsx';
import { texts } from './texts.ts';
import type { OrganiserModel } from './use-organiser.ts';

export interface Sending {
  /** The item of a card's menu, disabled with a reason; the menu sets its id and icon. */
  itemFor(card: Nft): Omit<MenuItem, 'id' | 'icon'>;
  begin(card: Nft): void;
}

/** Never the id of a group: those have no spaces. */
const SEND = 'send card';

interface MoveMenuProps {
  organiser: OrganiserModel;
  anchor: Element;
  cardIds: readonly string[];
  /** Offered below the groups when the menu is for one card. */
  sending: Sending | undefined;
  /** @param groupId a group, or NEW_GROUP */
  onMove: (groupId: string) => void;
  onClose: () => void;
}

export function MoveMenu(props: MoveMenuProps) {
  const { organiser, anchor, cardIds, sending, onMove, onClose } = props;
  const { groups, nameOf } = organiser;
  const onlyCard = cardIds.length === 1 ? organiser.cards.get(cardIds[0] ?? '') : undefined;
  const send = onlyCard && sending?.itemFor(onlyCard);
  const items = useMemo((): MenuItem[] => {
    const targets = groups.map(({ id, name, cardIds: held }): MenuItem => {
      const isHere = cardIds.every((card) => held.includes(card));
      return {
        id,
        label: name,
        note: isHere ? texts.menu.here : formatCount(held.length),
        isDisabled: isHere,
        startsPart: id === UNORGANIZED && groups.length > 1,
      };
    });
    const isFull = groups.length > GROUPS_MAX;
    const icon = <Icon name="plus" size="1rem" />;
    const fresh = { id: NEW_GROUP, label: texts.menu.newGroup, icon, startsPart: true };
    const moves = [...targets, { ...fresh, isDisabled: isFull }];
    if (send === undefined) return moves;
    const sendIcon = <Icon name="send" size="1rem" />;
    return [...moves, { ...send, id: SEND, icon: sendIcon, startsPart: true }];
  }, [groups, cardIds, send]);
  const label =
    cardIds.length === 1 ? texts.menu.one(nameOf(cardIds)) : texts.menu.many(cardIds.length);
  const onPick = (id: string) => {
    onClose();
    if (id !== SEND) return onMove(id);
    // The dialog returns the focus to this element when it closes.
    if (anchor instanceof HTMLElement) anchor.focus({ preventScroll: true });
    if (onlyCard !== undefined) sending?.begin(onlyCard);
  };
  return <Menu anchor={anchor} label={label} items={items} onPick={onPick} onClose={onClose} />;
}
